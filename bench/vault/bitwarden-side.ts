import { z } from 'zod';
import type { Entry } from '../../packages/vault-core/src/entries/entry.ts';
import { entryCount, makeEntries } from './entries.ts';

const call = z.custom<(...given: readonly unknown[]) => unknown>((value) => typeof value === 'function');
const made = z.custom<new (...given: readonly unknown[]) => object>((value) => typeof value === 'function');

const engineSchema = z.looseObject({
  init: call,
  ManagedSettingsClient: made,
  PasswordManagerClient: made,
  PureCrypto: z.custom<Readonly<Record<string, (...given: readonly unknown[]) => unknown>>>((value) => typeof value === 'function'),
});

/** Bitwarden's engine, which all of its clients run: the same entries, encrypted and decrypted by its own calls. Times in milliseconds. */
export type BitwardenSide = { readonly encryptAll: () => Promise<number>; readonly decryptAll: () => Promise<number> };

/** Loads the engine from a folder of this address, and gives it a user with a key of its own. */
export async function createBitwardenSide(folder: string): Promise<BitwardenSide> {
  const engine = engineSchema.parse({ ...(await import(/* @vite-ignore */ `${folder}/index.js`)) });
  const imports = { './bitwarden_wasm_internal_bg.js': await import(/* @vite-ignore */ `${folder}/bitwarden_wasm_internal_bg.js`) };
  const { instance } = await WebAssembly.instantiateStreaming(fetch(`${folder}/bitwarden_wasm_internal_bg.wasm`), imports);
  engine.init(instance.exports);
  const client = new engine.PasswordManagerClient(
    { get_access_token: async () => undefined },
    undefined,
    new engine.ManagedSettingsClient(),
  );
  await giveUser(engine.PureCrypto, await ask(client, 'crypto'));
  const ciphers = await ask(await ask(client, 'vault'), 'ciphers');
  const views = makeEntries().map(viewOf);
  let sealed: readonly unknown[] = [];
  return {
    encryptAll: async () => {
      const begin = performance.now();
      const contexts = z.array(z.looseObject({ cipher: z.unknown() })).length(entryCount);
      const answer = await ask(ciphers, 'encrypt_list', views);
      const elapsed = performance.now() - begin;
      sealed = contexts.parse(answer).map(({ cipher }) => cipher);
      return elapsed;
    },
    decryptAll: async () => {
      const begin = performance.now();
      const answer = await ask(ciphers, 'decrypt_list', sealed);
      const elapsed = performance.now() - begin;
      z.array(z.looseObject({ name: z.string().min(1) }))
        .length(entryCount)
        .parse(answer);
      return elapsed;
    },
  };
}

async function giveUser(pure: Readonly<Record<string, (...given: readonly unknown[]) => unknown>>, crypto: object): Promise<void> {
  const userKey = z.instanceof(Uint8Array).parse(pure['make_user_key_aes256_cbc_hmac']?.());
  const pair = pure['rsa_generate_keypair']?.();
  await ask(crypto, 'initialize_user_crypto', {
    userId: '0b9c7f5e-6a0d-4b1e-9c55-0d6f1f3f2a11',
    kdfParams: { pBKDF2: { iterations: 600_000 } },
    email: 'ada@example.test',
    accountCryptographicState: { V1: { private_key: pure['wrap_decapsulation_key']?.(pair, userKey) } },
    method: { decryptedKey: { decrypted_user_key: btoa(String.fromCharCode(...userKey)) } },
  });
}

/** Calls a method of an object that only the engine knows. */
async function ask(target: object, method: string, ...given: readonly unknown[]): Promise<object> {
  const found = call.parse(Reflect.get(target, method));
  const answer = await Reflect.apply(found, target, given);
  return typeof answer === 'object' && answer !== null ? answer : {};
}

function viewOf({ details, secrets }: Entry): object {
  return {
    id: crypto.randomUUID(),
    name: details.title,
    notes: secrets.notes === '' ? undefined : secrets.notes,
    login: {
      username: details.username,
      password: secrets.password,
      totp: secrets.totp === '' ? undefined : secrets.totp,
      uris: [{ uri: details.url }],
    },
    fields: secrets.fields.map(({ name, value, hidden }) => ({ name, value, type: hidden ? 1 : 0 })),
    ...{ type: 1, reprompt: 0, favorite: details.favorite, organizationUseTotp: false, edit: true, viewPassword: true, collectionIds: [] },
    creationDate: details.createdAt,
    revisionDate: details.updatedAt,
  };
}
