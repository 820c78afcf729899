import type { ArchiveCrypto, Argon2 } from '@castellan/vault-core/export/archive-crypto';
import type { LoadUpgrade } from '@castellan/vault-core/records/schema-version';
import type { LoadedStrength } from '@castellan/vault-core/strength/zxcvbn-estimator';
import { collections } from '../../collections.ts';
import { platformArchive } from '../ports/platform-archive.ts';

/** What only some jobs of the vault's Worker need: large parts, loaded when first used, and what other apps declare. */
export type WorkerTools = {
  readonly archive: ArchiveCrypto;
  /** Argon2 with any number of lanes, which files of other programs need. */
  readonly argon2: Argon2;
  /** The script of the offline decryptor, all in one. */
  readonly decryptorScript: () => Promise<string>;
  /** What backups are made with besides; tests take less of scrypt. */
  readonly backups: { readonly scryptLogN?: number };
  readonly loadStrength: () => Promise<LoadedStrength>;
  /** Only what breach services index passwords by; it protects nothing here. */
  readonly sha1: (data: Uint8Array) => Promise<Uint8Array>;
  /** How records of a sealed collection go from one schema version to the next. */
  readonly upgradesOf: (collection: string) => readonly LoadUpgrade[];
};

const upgrades = new Map(collections.flatMap((one) => (one.sealed ? [[one.name, one.upgrade] as const] : [])));

let strength: Promise<LoadedStrength> | undefined;

/** The tools over the platform's own cryptography; each part is fetched once, as a script of this origin. */
export const platformTools: WorkerTools = {
  sha1: async (data) => new Uint8Array(await crypto.subtle.digest('SHA-1', Uint8Array.from(data))),
  archive: platformArchive,
  argon2: async (request) => (await import('@castellan/vault-core/export/hash-wasm-argon2')).hashWasmArgon2(request),
  decryptorScript: async () => (await import('../offline/decryptor.ts?inline-script')).default,
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
