import type { FrameParts } from '@castellan/foundation/framing';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import type { KeySet } from '../crypto/keyring.ts';
import { openJson, sealJson } from '../crypto/sealing.ts';
import type { VaultCrypto, VaultPorts } from '../ports.ts';
import { identifierSchema, keyIdSchema } from '../slots/slot.ts';

/** The head's place among the parts of the manifest; shards of entries are 0 to 63, shards of records 64 to 127. */
export const headPart = -1;
/** Shards of entries, and as many of records. */
export const shardCount = 64;
/** The first shard of records. */
export const firstRecordPart = shardCount;
/** The last part of a manifest. */
export const lastPart = firstRecordPart + shardCount - 1;
/** Characters of a part beyond which it is refused unread: 40 MiB would be a shard of about 100,000 entries. */
export const maxPartCharacters = 16_777_216;

/** Former keys that a head keeps: a device that was away for more rotations asks the owner. */
export const maxFormerKeys = 16;
/** The highest epoch that is written: far beyond any vault's, and still readable by every reader of envelopes. */
export const maxEpoch = 999_999_999_999;
/** How far a server's epoch may be above the one that a device remembers: more writes than any vault has between two openings. */
export const maxEpochStep = 1_000_000;

const digest = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const epoch = z.int().check(z.minimum(1));
const sealedKey = z.string().check(z.maxLength(200));
const retiredKeys = z.array(z.strictObject({ keyId: keyIdSchema, wrapped: sealedKey })).check(z.maxLength(8));
const named = z.strictObject({ id: identifierSchema, digest });
const partName = z.string().check(z.regex(/^(?:[0-9]|[1-9][0-9]|1[01][0-9]|12[0-7])$/));

const headSchema = z.strictObject({
  vaultId: identifierSchema,
  epoch,
  shards: z.record(partName, z.strictObject({ epoch, digest })),
  slots: z.array(named).check(z.maxLength(64)),
  strongest: z.strictObject({ memoryKib: z.int().check(z.minimum(0)), passes: z.int().check(z.minimum(0)) }),
  v1: z.enum(['none', 'open', 'closed']),
  v1Key: z.nullable(sealedKey),
  unconverted: z.array(named).check(z.maxLength(200_000)),
  checkpoint: z.nullable(z.strictObject({ sequence: z.int().check(z.minimum(0)), hash: z.string().check(z.maxLength(200)) })),
  retired: retiredKeys,
  retiredDetails: retiredKeys,
  // Every key that rotations have ended, wrapped: that is how a device which knows one of them knows that the present one follows it.
  former: z.exactOptional(z.array(z.strictObject({ keyId: keyIdSchema, wrapped: sealedKey })).check(z.maxLength(maxFormerKeys))),
  // What this head was made from; absent before heads had it.
  chain: z.exactOptional(digest),
  // Absent in the head of a vault whose records were never listed: whatever opens is believed then.
  records: z.optional(z.literal('listed')),
});

/** What the manifest's head says of the vault as a whole. */
export type ManifestHead = Readonly<z.infer<typeof headSchema>>;

/** Which part of which vault an envelope is. */
export type PartPlace = { readonly userId: string; readonly vaultId: string; readonly part: number };

/** A part's stored text, taken apart but not opened. */
export type PartEnvelope = { readonly keyId: string; readonly epoch: number; readonly sealed: string };

export type PartFailure = { readonly code: 'unknown_version' | 'malformed' | 'unreadable' };

const labelShape = /^m2\.([A-Za-z0-9_-]{22})\.([1-9]\d{0,14})\.$/;

/** Takes a part's text apart without opening it. */
export function parsePartEnvelope(text: string): Result<PartEnvelope, PartFailure> {
  if (text.length > maxPartCharacters) return fail({ code: 'malformed' });
  // The sealed part may be megabytes long: its characters are checked where they are decoded.
  const start = text.lastIndexOf('.') + 1;
  const [, keyId, epochText] = labelShape.exec(text.slice(0, Math.min(start, 64))) ?? [];
  if (keyId !== undefined && epochText !== undefined) return succeed({ keyId, epoch: Number(epochText), sealed: text.slice(start) });
  return fail({ code: /^m(?!2\.)\d+\./.test(text) ? 'unknown_version' : 'malformed' });
}

function partAad({ userId, vaultId, part }: PartPlace, at: number, keyId: string): FrameParts {
  const kind = part === headPart ? 'head' : part < firstRecordPart ? 'shard' : 'records';
  return ['castellan.manifest.2', kind, userId, vaultId, String(part), String(at), keyId];
}

/** Seals a part as it stands at an epoch. */
export async function sealPart(ports: VaultPorts, keys: KeySet, place: PartPlace, at: number, plain: unknown): Promise<string> {
  return `m2.${keys.keyId}.${at}.${await sealJson(ports, keys.details.manifest, partAad(place, at, keys.keyId), plain)}`;
}

/** The JSON value sealed in a part, if it was sealed for this place and epoch under this key; `undefined` otherwise. */
export async function openPart(crypto: VaultCrypto, keys: KeySet, place: PartPlace, envelope: PartEnvelope): Promise<unknown> {
  if (envelope.keyId !== keys.keyId) return undefined;
  return openJson(crypto, keys.details.manifest, partAad(place, envelope.epoch, envelope.keyId), envelope.sealed);
}

/** The head that an envelope holds, if it is this vault's and says the epoch it was sealed for. */
export async function openHead(
  crypto: VaultCrypto,
  keys: KeySet,
  place: Omit<PartPlace, 'part'>,
  text: string,
): Promise<Result<ManifestHead, PartFailure>> {
  const envelope = parsePartEnvelope(text);
  if (!envelope.ok) return envelope;
  const plain = await openPart(crypto, keys, { ...place, part: headPart }, envelope.value);
  const head = headSchema.safeParse(plain);
  const fits = head.success && head.data.vaultId === place.vaultId && head.data.epoch === envelope.value.epoch;
  return fits ? succeed(head.data) : fail({ code: 'unreadable' });
}
