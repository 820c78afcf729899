import { textOf, utf8 } from '@castellan/foundation/bytes';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import type { Entry } from '../entries/entry.ts';
import { withoutHints } from '../entries/entry-hints.ts';
import { presentSecrets } from '../entries/entry-history.ts';
import { savableEntry, type UnsavableEntry } from '../entries/savable-entry.ts';
import { importLimits } from '../import/import-model.ts';
import { readJson } from '../import/read-json.ts';
import type { ArchiveCrypto, Argon2 } from './archive-crypto.ts';
import { decodeBase64, encodeBase64Url } from './base64.ts';

/** What opening and sealing need from outside. */
export type ExportPorts = { readonly crypto: ArchiveCrypto; readonly argon2: Argon2; readonly randomBytes: RandomBytes };

/** The cost that new exports are made with: OWASP's and RFC 9106's second choice, one lane. */
export const exportCost = { memoryKib: 65_536, passes: 3, lanes: 1 } as const;

/** Shortest password an export is sealed under: the file leaves the app and can be guessed at forever. */
export const minExportPasswordCharacters = 8;

const fileSchema = z.strictObject({
  format: z.literal('castellan.export.2'),
  kdf: z.strictObject({
    algorithm: z.literal('argon2id'),
    version: z.literal(19),
    memoryKib: z.int().check(z.minimum(19_456), z.maximum(1_048_576)),
    passes: z.int().check(z.minimum(2), z.maximum(16)),
    lanes: z.literal(1),
    salt: z.string().check(z.length(22)),
  }),
  createdAt: z.iso.datetime(),
  entries: z.int().check(z.minimum(0), z.maximum(importLimits.rows)),
  commitment: z.string().check(z.length(43)),
  sealed: z.string().check(z.minLength(38)),
});

/** A `castellan.export.2` file before it is opened. */
export type EncryptedExportFile = z.infer<typeof fileSchema>;

/** Why no export is made. `export_too_large`: it would not be read back here. */
export type SealExportFailure = { readonly code: 'password_too_short' | 'derivation_failed' | 'export_too_large' };

/** Why an export cannot be read. A failed derivation is `derivation_failed`, never a wrong password. */
export type OpenExportFailure = {
  readonly code: 'export_not_valid' | 'export_kdf_refused' | 'wrong_password' | 'export_damaged' | 'derivation_failed';
};

/**
 * Seals entries under a password of their own into `castellan.export.2`, a JSON text:
 *
 * `{format, kdf:{algorithm:'argon2id', version:19, memoryKib, passes, lanes:1, salt}, createdAt, entries, commitment, sealed}`
 *
 * - 64 bytes = Argon2id(NFKC(password) as UTF-8, salt of 16 bytes, memoryKib, passes, 1 lane); the first 32 are the AES key, the
 *   last 32 the commitment key.
 * - associated = each of `castellan.export.2`, memoryKib, passes, lanes, salt, createdAt, entries (numbers in decimal) as UTF-8
 *   behind its length in 4 big-endian bytes.
 * - commitment = HMAC-SHA-256(commitment key, associated): a wrong password is told from a damaged file.
 * - sealed = IV of 12 bytes ‖ AES-256-GCM(JSON `{"entries":[{details, secrets}]}`, associated) ‖ tag. Bytes are base64url.
 */
export async function sealExport(
  entries: readonly Entry[],
  password: string,
  nowMs: number,
  ports: ExportPorts,
): Promise<Result<string, SealExportFailure>> {
  if ([...password].length < minExportPasswordCharacters) return fail({ code: 'password_too_short' });
  if (entries.length > importLimits.rows) return fail({ code: 'export_too_large' });
  const head = {
    format: 'castellan.export.2' as const,
    kdf: { algorithm: 'argon2id' as const, version: 19 as const, ...exportCost, salt: encodeBase64Url(ports.randomBytes(16)) },
    createdAt: new Date(nowMs).toISOString(),
    entries: entries.length,
  };
  const keys = await deriveKeys(head, password, ports);
  if (keys === undefined) return fail({ code: 'derivation_failed' });
  const associated = associatedOf(head);
  const iv = ports.randomBytes(12);
  // Where an entry may be sent is the vault's own: no file takes it along, and none would be believed. What follows from the secrets
  // is found again by whoever reads the file: one that knows none of it must read it, too.
  const plain = utf8(JSON.stringify({ entries: entries.map(plainOf) }));
  const sealed = await ports.crypto.sealAesGcm(keys.encryption, iv, plain, associated);
  plain.fill(0);
  const commitment = encodeBase64Url(await ports.crypto.hmacSha256(keys.commitment, associated));
  const whole = new Uint8Array(iv.length + sealed.length);
  whole.set(iv);
  whole.set(sealed, iv.length);
  const file = JSON.stringify({ ...head, commitment, sealed: encodeBase64Url(whole) }, undefined, 1);
  return file.length > importLimits.fileBytes ? fail({ code: 'export_too_large' }) : succeed(file);
}

function plainOf({ details, secrets }: Entry): unknown {
  const history = secrets.history.map((version) => ({ ...version, details: withoutHints(version.details) }));
  return { details: details && withoutHints(details), secrets: { ...presentSecrets(secrets), history } };
}

/** What an export held: its entries, and which of them the vault cannot save and why. Places count from 1. */
export type OpenedExport = {
  readonly entries: readonly { readonly place: number; readonly entry: Entry }[];
  readonly refused: readonly { readonly place: number; readonly reason: UnsavableEntry['code'] }[];
};

/** Opens what `sealExport` wrote; an entry that is none keeps no other from being read. Costs that are too weak or absurd are refused before any memory is spent. */
export async function openExport(
  value: unknown,
  password: string,
  ports: Pick<ExportPorts, 'crypto' | 'argon2'>,
): Promise<Result<OpenedExport, OpenExportFailure>> {
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success)
    return fail({ code: parsed.error.issues.some((issue) => issue.path[0] === 'kdf') ? 'export_kdf_refused' : 'export_not_valid' });
  const file = parsed.data;
  const [given, sealed] = [decodeBase64(file.commitment), decodeBase64(file.sealed)];
  if (given === undefined || sealed === undefined || decodeBase64(file.kdf.salt) === undefined) return fail({ code: 'export_damaged' });
  const keys = await deriveKeys(file, password, ports);
  if (keys === undefined) return fail({ code: 'derivation_failed' });
  const associated = associatedOf(file);
  const expected = await ports.crypto.hmacSha256(keys.commitment, associated);
  if (!expected.every((byte, index) => byte === given[index])) return fail({ code: 'wrong_password' });
  const plain = await ports.crypto.openAesGcm(keys.encryption, sealed.subarray(0, 12), sealed.subarray(12), associated);
  if (plain === undefined) return fail({ code: 'export_damaged' });
  const content = z.strictObject({ entries: z.array(z.unknown()).check(z.length(file.entries)) }).safeParse(jsonOf(plain));
  return content.success ? succeed(parseEntries(content.data.entries)) : fail({ code: 'export_not_valid' });
}

function parseEntries(values: readonly unknown[]): OpenedExport {
  const entries: OpenedExport['entries'][number][] = [];
  const refused: OpenedExport['refused'][number][] = [];
  for (const [index, value] of values.entries()) {
    const entry = savableEntry(value);
    if (entry.ok) entries.push({ place: index + 1, entry: entry.value });
    else refused.push({ place: index + 1, reason: entry.failure.code });
  }
  return { entries, refused };
}

function jsonOf(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  const value = text === undefined ? undefined : readJson(text);
  return value?.ok ? value.value : undefined;
}

type Head = Pick<EncryptedExportFile, 'format' | 'kdf' | 'createdAt' | 'entries'>;

async function deriveKeys(head: Head, password: string, ports: Pick<ExportPorts, 'argon2'>) {
  const { memoryKib, passes, lanes, salt } = head.kdf;
  const secret = utf8(password.normalize('NFKC'));
  try {
    const request = { variant: 'argon2id', password: secret, memoryKib, passes, lanes, byteCount: 64 } as const;
    const derived = await ports.argon2({ ...request, salt: decodeBase64(salt) ?? new Uint8Array(16) });
    return { encryption: derived.slice(0, 32), commitment: derived.slice(32, 64) };
  } catch {
    return undefined;
  } finally {
    secret.fill(0);
  }
}

function associatedOf({ format, kdf, createdAt, entries }: Head): Uint8Array {
  const texts = [format, String(kdf.memoryKib), String(kdf.passes), String(kdf.lanes), kdf.salt, createdAt, String(entries)];
  const parts = texts.map((text) => utf8(text));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0));
  let place = 0;
  for (const part of parts) {
    new DataView(bytes.buffer).setUint32(place, part.length);
    bytes.set(part, place + 4);
    place += 4 + part.length;
  }
  return bytes;
}
