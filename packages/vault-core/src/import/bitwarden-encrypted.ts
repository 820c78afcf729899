import { utf8 } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { ArchiveCrypto, Argon2 } from '../export/archive-crypto.ts';
import { decodeBase64 } from '../export/base64.ts';
import { type ImportFailure, importLimits } from './import-model.ts';
import { type Members, textOf } from './read-json.ts';

// Every runtime that has WebCrypto has it (WHATWG Encoding); the compiler is told here, because the package knows no DOM.
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

/** What opening a sealed file needs. */
export type OpenPorts = { readonly crypto: ArchiveCrypto; readonly argon2: Argon2 };

/**
 * Opens a password-protected Bitwarden export: `{encrypted, passwordProtected, salt, kdfType, kdfIterations, kdfMemory,
 * kdfParallelism, encKeyValidation_DO_NOT_EDIT, data}`. The key is PBKDF2-SHA-256 over the salt's text, or Argon2id over its
 * SHA-256 with the memory in MiB, stretched by HKDF-Expand to `enc` and `mac`; texts are `2.iv|ciphertext|mac`, AES-256-CBC
 * with HMAC-SHA-256 over iv and ciphertext (bitwarden/clients, libs/importer/src/importers/bitwarden/
 * bitwarden-password-protected-importer.ts; bitwarden/sdk-internal, crates/bitwarden-crypto/src/keys/kdf.rs).
 * Answers the text of the unencrypted export. A file sealed for an account cannot be opened without that account.
 */
export async function openBitwarden(file: Members, password: string | undefined, ports: OpenPorts): Promise<Result<string, ImportFailure>> {
  if (file.get('passwordProtected') !== true) return fail({ code: 'encrypted_for_an_account' });
  if (password === undefined || password === '') return fail({ code: 'password_needed' });
  const derivation = parseDerivation(file);
  if (derivation === undefined) return fail({ code: 'kdf_refused' });
  const [check, data] = [parseSealed(file.get('encKeyValidation_DO_NOT_EDIT')), parseSealed(file.get('data'))];
  if (check === undefined || data === undefined) return fail({ code: 'cipher_unsupported' });
  const base = await derive(derivation, password, textOf(file.get('salt')), ports);
  if (base === undefined) return fail({ code: 'derivation_failed' });
  const keys = { encryption: await expand(base, 'enc', ports), authentication: await expand(base, 'mac', ports) };
  if ((await openSealed(check, keys, ports)) === undefined) return fail({ code: 'wrong_password' });
  const opened = await openSealed(data, keys, ports);
  if (opened === undefined) return fail({ code: 'file_damaged' });
  return succeed(new TextDecoder().decode(opened));
}

type Derivation =
  | { readonly kind: 'pbkdf2'; readonly iterations: number }
  | { readonly kind: 'argon2id'; readonly memoryKib: number; readonly passes: number; readonly lanes: number };

function parseDerivation(file: Members): Derivation | undefined {
  const iterations = wholeNumber(file.get('kdfIterations'));
  if (iterations === undefined) return undefined;
  if (file.get('kdfType') === 0) return iterations <= importLimits.pbkdf2Iterations ? { kind: 'pbkdf2', iterations } : undefined;
  const [mebibytes, lanes] = [wholeNumber(file.get('kdfMemory')), wholeNumber(file.get('kdfParallelism'))];
  if (file.get('kdfType') !== 1 || mebibytes === undefined || lanes === undefined) return undefined;
  const memoryKib = mebibytes * 1024;
  return isBearableArgon2(memoryKib, iterations, lanes) ? { kind: 'argon2id', memoryKib, passes: iterations, lanes } : undefined;
}

/** Whether an Argon2 of a foreign file may be run at all: memory, passes, lanes and their product within the limits. */
export function isBearableArgon2(memoryKib: number, passes: number, lanes: number): boolean {
  const most = importLimits.argon2;
  const isWithin =
    memoryKib <= most.memoryKib && passes <= most.passes && lanes <= most.lanes && memoryKib * passes <= most.memoryTimesPasses;
  // RFC 9106 §3.1: at least 8 KiB a lane.
  return isWithin && memoryKib >= 8 * lanes && passes >= 1 && lanes >= 1;
}

function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : undefined;
}

async function derive(derivation: Derivation, password: string, salt: string, ports: OpenPorts): Promise<Uint8Array | undefined> {
  const [secret, saltBytes] = [utf8(password), utf8(salt)];
  if (derivation.kind === 'pbkdf2') return await ports.crypto.pbkdf2Sha256(secret, saltBytes, derivation.iterations);
  const { memoryKib, passes, lanes } = derivation;
  try {
    const request = { variant: 'argon2id', password: secret, memoryKib, passes, lanes, byteCount: 32 } as const;
    return await ports.argon2({ ...request, salt: await ports.crypto.sha256(saltBytes) });
  } catch {
    return undefined;
  }
}

/** HKDF-Expand to one block (RFC 5869 §2.3). */
function expand(key: Uint8Array, info: string, { crypto }: OpenPorts): Promise<Uint8Array> {
  return crypto.hmacSha256(key, Uint8Array.from([...utf8(info), 1]));
}

type Sealed = { readonly iv: Uint8Array; readonly ciphertext: Uint8Array; readonly mac: Uint8Array };

function parseSealed(value: unknown): Sealed | undefined {
  const [iv, ciphertext, mac, more] = /^2\.(.*)$/s.exec(textOf(value))?.[1]?.split('|').map(decodeBase64) ?? [];
  if (iv?.length !== 16 || mac?.length !== 32 || ciphertext === undefined || more !== undefined) return undefined;
  return ciphertext.length > 0 && ciphertext.length % 16 === 0 ? { iv, ciphertext, mac } : undefined;
}

async function openSealed(
  sealed: Sealed,
  keys: { readonly encryption: Uint8Array; readonly authentication: Uint8Array },
  { crypto }: OpenPorts,
): Promise<Uint8Array | undefined> {
  const authenticated = new Uint8Array(16 + sealed.ciphertext.length);
  authenticated.set(sealed.iv);
  authenticated.set(sealed.ciphertext, 16);
  const mac = await crypto.hmacSha256(keys.authentication, authenticated);
  if (!mac.every((byte, index) => byte === sealed.mac[index])) return undefined;
  return await crypto.openAesCbc(keys.encryption, sealed.iv, sealed.ciphertext);
}
