import { createHmac, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { KeyRing, SigningKey } from '@castellan/platform/core/tokens';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { z } from 'zod';

const privateJwkSchema = z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), d: z.string() });

const fileSchema = z.object({
  databasePassword: z.string().min(20),
  sessionKey: z.string().min(40),
  authenticatorKey: z.string().min(40),
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
  /** Newest first. A retired key still verifies until every token it signed has expired. */
  signingKeys: z.array(z.object({ keyId: z.string(), privateJwk: privateJwkSchema, retiredAt: z.iso.datetime().nullable() })).min(1),
});

type KeyFile = z.infer<typeof fileSchema>;

/** The keys of one installation, as kept in `keys/keys.json` (owner-only) of the data folder. */
export type StoredKeys = { readonly ring: KeyRing; readonly databasePassword: string };

/** Long after the last token of a retired key (15 minutes) has expired. */
const retiredKeyLifeMs = 60 * 60 * 1000;

/** Where a data folder keeps its keys. */
export function keysFileOf(dataFolder: string): string {
  return join(dataFolder, 'keys', 'keys.json');
}

/** Reads the keys. Throws a sentence for people where the file is missing or damaged. */
export async function openKeys(path: string): Promise<StoredKeys> {
  if (!existsSync(path)) {
    throw new Error(`The keys file ${path} is missing. Put it back from a backup, or set CASTELLAN_KEYS_FILE to where it is.`);
  }
  return importKeys(readKeys(path));
}

/** As `openKeys`, but makes keys where there are none: for an installation that is known to be new (`openInstallationKeys`). */
export async function openOrMakeKeys(path: string): Promise<StoredKeys> {
  if (!existsSync(path)) writeFirstKeys(path, await makeKeys());
  return openKeys(path);
}

/**
 * Makes the keys of a restored installation: all new but the one that sealed what its database holds and signs the days of its log.
 * Keys of the same installation stay as they are: those of a restore that was interrupted. Throws where there are others.
 * @param authenticatorKey - as `keptKey` gave it
 */
export async function provideRestoredKeys(path: string, authenticatorKey: string): Promise<StoredKeys> {
  if (existsSync(path)) {
    const there = await openKeys(path);
    if (keptKey(there.ring) === authenticatorKey) return there;
    throw new Error(
      `There are keys of another installation in ${path}, and a restore writes over none. Set CASTELLAN_KEYS_FILE to another file.`,
    );
  }
  writeFirstKeys(path, fileSchema.parse({ ...(await makeKeys()), authenticatorKey }));
  return openKeys(path);
}

/** What a backup keeps of the keys, base64url: without it, sealed settings and authenticators in the database are lost. */
export function keptKey({ authenticatorKey }: KeyRing): string {
  return Buffer.from(authenticatorKey).toString('base64url');
}

/** Tells one installation's keys from another's, whatever was rotated. The keys cannot be told from it. */
export function keysMark({ authenticatorKey }: KeyRing): string {
  return createHmac('sha256', authenticatorKey).update('castellan keys of this database').digest('base64url');
}

/** Which keys a rotation replaces. `all` includes the key of refresh tokens and device cookies: every session must end with it. */
export type Rotation = 'signing' | 'api' | 'all';

/** Replaces keys. Tokens signed with the old signing key stay valid until they expire; old API keys end at once. */
export async function rotateKeys(path: string, rotation: Rotation, now: Date): Promise<void> {
  const keys = readKeys(path);
  const fresh = await makeKeys();
  const kept = keys.signingKeys
    .map((key) => ({ ...key, retiredAt: key.retiredAt ?? now.toISOString() }))
    .filter((key) => now.getTime() - Date.parse(key.retiredAt) < retiredKeyLifeMs);
  writeKeys(path, {
    ...keys,
    ...(rotation === 'api' ? {} : { signingKeys: [...fresh.signingKeys, ...kept] }),
    ...(rotation === 'all' ? { sessionKey: fresh.sessionKey } : {}),
    ...(rotation === 'signing' ? {} : { publishableKey: fresh.publishableKey, secretKey: fresh.secretKey }),
  });
}

/** Calls back when another process (the rotation command) has replaced the file. Returns the way to stop. */
export function watchKeys(path: string, onChange: () => void): () => void {
  const watcher = watch(dirname(path), { persistent: false }, (_, name) => {
    if (name === basename(path)) onChange();
  });
  return () => watcher.close();
}

function readKeys(path: string): KeyFile {
  refuseExposed(path);
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // The parser's own words could quote the secrets in the file.
    throw new Error(
      `The keys in ${path} cannot be read. Restore the file from a backup; without it every session ends and the database cannot be opened.`,
    );
  }
}

/** Whole or not at all: the new file is on the disk before it takes the old one's name. No link in its place is followed. */
function writeKeys(path: string, keys: KeyFile): void {
  renameSync(writeDraft(path, keys), path);
}

/** As `writeKeys`, where there are none: of servers that share the file and start at once, one makes it and the others read it. */
function writeFirstKeys(path: string, keys: KeyFile): void {
  const draft = writeDraft(path, keys);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
}

function writeDraft(path: string, keys: KeyFile): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.new`;
  rmSync(draft, { force: true });
  const file = openSync(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  writeSync(file, JSON.stringify(keys, null, 2));
  fsyncSync(file);
  closeSync(file);
  return draft;
}

/** Refuses keys that another user could have read or written. */
function refuseExposed(path: string): void {
  if (process.getuid === undefined) return;
  for (const [place, allowed] of [
    [dirname(path), 0o700],
    [path, 0o600],
  ] as const) {
    const status = lstatSync(place);
    if (status.uid === process.getuid() && (status.mode & 0o777 & ~allowed) === 0 && !status.isSymbolicLink()) continue;
    throw new Error(
      `${place} must belong to the user who runs this and be closed to everybody else (mode ${allowed.toString(8)}). If others could read it, rotate the keys.`,
    );
  }
}

async function makeKeys(): Promise<KeyFile> {
  const secret = (byteCount: number) => randomBytes(byteCount).toString('base64url');
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const privateJwk = privateJwkSchema.parse(await exportJWK(privateKey));
  return {
    databasePassword: secret(24),
    sessionKey: secret(32),
    authenticatorKey: secret(32),
    publishableKey: `sb_publishable_${secret(24)}`,
    secretKey: `sb_secret_${secret(32)}`,
    signingKeys: [{ keyId: await calculateJwkThumbprint(privateJwk as JWK), privateJwk, retiredAt: null }],
  };
}

async function importKeys(file: KeyFile): Promise<StoredKeys> {
  const [first, ...others] = await Promise.all(file.signingKeys.map(importSigningKey));
  if (first === undefined) throw new Error('There is no signing key.');
  return {
    databasePassword: file.databasePassword,
    ring: {
      signingKeys: [first, ...others],
      publishableKey: file.publishableKey,
      secretKey: file.secretKey,
      sessionKey: Buffer.from(file.sessionKey, 'base64url'),
      authenticatorKey: Buffer.from(file.authenticatorKey, 'base64url'),
    },
  };
}

async function importSigningKey({ keyId, privateJwk, retiredAt }: KeyFile['signingKeys'][number]): Promise<SigningKey> {
  const { kty, crv, x, y } = privateJwk;
  const publicJwk: JWK = { kty, crv, x, y, kid: keyId, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
  return {
    keyId,
    privateKey: (await importJWK(privateJwk as JWK, 'ES256')) as CryptoKey,
    publicKey: (await importJWK(publicJwk, 'ES256')) as CryptoKey,
    publicJwk,
    retiredAtMs: retiredAt === null ? null : Date.parse(retiredAt),
  };
}
