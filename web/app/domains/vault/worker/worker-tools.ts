import { type ArchiveCrypto, type Argon2, archiveCryptoOf, type SubtlePart } from '@castellan/vault-core/export/archive-crypto';
import type { LoadUpgrade } from '@castellan/vault-core/records/schema-version';
import type { LoadedStrength } from '@castellan/vault-core/strength/zxcvbn-estimator';
import { collections } from '../../collections.ts';

/** What only some jobs of the vault's Worker need: large parts, loaded when first used, and what other apps declare. */
export type WorkerTools = {
  readonly archive: ArchiveCrypto;
  /** Argon2 with any number of lanes, which files of other programs need. */
  readonly argon2: Argon2;
  /** The text of the library that the offline decryptor carries. */
  readonly decryptorLibrary: () => Promise<string>;
  /** What backups are made with besides; tests take less of scrypt. */
  readonly backups: { readonly scryptLogN?: number };
  readonly loadStrength: () => Promise<LoadedStrength>;
  /** Only what breach services index passwords by; it protects nothing here. */
  readonly sha1: (data: Uint8Array) => Promise<Uint8Array>;
  /** How records of a sealed collection go from one schema version to the next. */
  readonly upgradesOf: (collection: string) => readonly LoadUpgrade[];
};

/** The platform's cryptography takes no view on shared memory: what is handed over is copied. */
const subtle: SubtlePart<CryptoKey> = {
  digest: (algorithm, data) => crypto.subtle.digest(algorithm, Uint8Array.from(data)),
  importKey: (format, key, algorithm, extractable, usages) =>
    crypto.subtle.importKey(format, Uint8Array.from(key), algorithm, extractable, usages),
  sign: (algorithm, key, data) => crypto.subtle.sign(algorithm, key, Uint8Array.from(data)),
  deriveBits: ({ salt, ...algorithm }, key, bits) => crypto.subtle.deriveBits({ ...algorithm, salt: Uint8Array.from(salt) }, key, bits),
  encrypt: (cipher, key, data) => crypto.subtle.encrypt(owned(cipher), key, Uint8Array.from(data)),
  decrypt: (cipher, key, data) => crypto.subtle.decrypt(owned(cipher), key, Uint8Array.from(data)),
};

function owned({ name, iv, additionalData }: { readonly name: string; readonly iv: Uint8Array; readonly additionalData?: Uint8Array }) {
  const cipher = { name, iv: Uint8Array.from(iv) };
  return additionalData === undefined ? cipher : { ...cipher, additionalData: Uint8Array.from(additionalData) };
}

const upgrades = new Map(collections.flatMap((one) => (one.sealed ? [[one.name, one.upgrade] as const] : [])));

let strength: Promise<LoadedStrength> | undefined;

/** The tools over the platform's own cryptography; each part is fetched once, as a script of this origin. */
export const platformTools: WorkerTools = {
  sha1: async (data) => new Uint8Array(await crypto.subtle.digest('SHA-1', Uint8Array.from(data))),
  archive: archiveCryptoOf(subtle),
  argon2: async (request) => (await import('@castellan/vault-core/export/hash-wasm-argon2')).hashWasmArgon2(request),
  decryptorLibrary: async () => (await import('hash-wasm/dist/argon2.umd.min.js?raw')).default,
  backups: {},
  loadStrength: () => {
    strength ??= import('@castellan/vault-core/strength/zxcvbn-estimator').then(({ loadStrength }) => loadStrength());
    // A load that failed is tried again the next time.
    strength.catch(() => {
      strength = undefined;
    });
    return strength;
  },
  upgradesOf: (collection) => upgrades.get(collection) ?? [],
};
