import { toBase64Url, wipe } from '@castellan/foundation/bytes';
import type { Bytes, PlatformKey, VaultCrypto } from '../ports.ts';
import { deriveBytes, deriveSealingKey, importRoot } from './sealing.ts';

/** Bytes of the vault key and of both roots below it. */
export const vaultKeyBytes = 32;

/** What a code on a known device opens: the list, its icons and the manifest. */
export type DetailsKeys = {
  readonly entry: PlatformKey;
  readonly icon: PlatformKey;
  readonly manifest: PlatformKey;
  /** Seals the retired details roots in the manifest's head. */
  readonly retired: PlatformKey;
};

/** What the master, a passkey or the recovery key opens besides. */
export type SecretsKeys = {
  readonly entry: PlatformKey;
  /** Seals the burnt key of version 1 in the manifest's head while a migration runs. */
  readonly migration: PlatformKey;
  /** Seals the retired vault keys in the manifest's head. */
  readonly retired: PlatformKey;
  /** From here the sealed records of other apps draw their keys: `castellan.vault.2/collection/<name>`. */
  readonly root: PlatformKey;
};

/** The keys below one vault key. `secrets` is absent where only the details were opened. */
export type KeySet = { readonly keyId: string; readonly details: DetailsKeys; readonly secrets: SecretsKeys | undefined };

const name = (purpose: string) => `castellan.vault.2/${purpose}`;

/** The public name of a vault key: 16 bytes of HKDF, base64url. */
export async function keyIdOf(crypto: VaultCrypto, vaultKey: Bytes): Promise<string> {
  return toBase64Url(await deriveBytes(crypto, await importRoot(crypto, vaultKey), name('key-id'), 16));
}

/** The 32 bytes of the details root: what a device slot wraps. The caller overwrites them. */
export async function detailsRootOf(crypto: VaultCrypto, vaultKey: Bytes): Promise<Bytes> {
  return deriveBytes(crypto, await importRoot(crypto, vaultKey), name('details'), vaultKeyBytes);
}

/** The keys of both tiers. The vault key's bytes are left as they are: the caller overwrites them. */
export async function keysOfVaultKey(crypto: VaultCrypto, vaultKey: Bytes): Promise<KeySet> {
  const base = await importRoot(crypto, vaultKey);
  const keyId = toBase64Url(await deriveBytes(crypto, base, name('key-id'), 16));
  const details = await deriveBytes(crypto, base, name('details'), vaultKeyBytes);
  const secrets = await deriveBytes(crypto, base, name('secrets'), vaultKeyBytes);
  const root = await importRoot(crypto, secrets);
  const set: KeySet = {
    keyId,
    details: await detailsKeys(crypto, details),
    secrets: {
      entry: await deriveSealingKey(crypto, root, name('entry-secrets')),
      migration: await deriveSealingKey(crypto, root, name('migration')),
      retired: await deriveSealingKey(crypto, base, name('retired')),
      root,
    },
  };
  wipe(details, secrets);
  return set;
}

const collectionKeys = new WeakMap<SecretsKeys, Map<string, Promise<PlatformKey>>>();

/**
 * The key of one collection of sealed records, drawn from the secrets root. An unlock opens thousands of records of a collection: its key
 * is drawn once, and is gone with the keys that it came from.
 */
export function collectionKeyOf(crypto: VaultCrypto, secrets: SecretsKeys, collection: string): Promise<PlatformKey> {
  const known = collectionKeys.get(secrets) ?? new Map<string, Promise<PlatformKey>>();
  collectionKeys.set(secrets, known);
  const drawn = known.get(collection);
  if (drawn !== undefined) return drawn;
  const drawing = deriveSealingKey(crypto, secrets.root, name(`collection/${collection}`));
  known.set(collection, drawing);
  // What the platform refused once is asked for again.
  drawing.catch(() => known.delete(collection));
  return drawing;
}

/** The keys of the details tier alone; a details root does not tell its key id, so the slot's (authenticated) one is taken. */
export async function keysOfDetailsRoot(crypto: VaultCrypto, detailsRoot: Bytes, keyId: string): Promise<KeySet> {
  return { keyId, details: await detailsKeys(crypto, detailsRoot), secrets: undefined };
}

async function detailsKeys(crypto: VaultCrypto, detailsRoot: Bytes): Promise<DetailsKeys> {
  const root = await importRoot(crypto, detailsRoot);
  return {
    entry: await deriveSealingKey(crypto, root, name('entry-details')),
    icon: await deriveSealingKey(crypto, root, name('entry-icon')),
    manifest: await deriveSealingKey(crypto, root, name('manifest')),
    retired: await deriveSealingKey(crypto, root, name('retired-details')),
  };
}
