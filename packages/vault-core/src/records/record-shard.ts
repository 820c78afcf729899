import type { KeySet } from '../crypto/keyring.ts';
import { isIdentifier } from '../identifier.ts';
import { firstRecordPart, openPart, type PartEnvelope, type PartPlace, shardCount } from '../manifest/manifest-head.ts';
import type { VaultCrypto } from '../ports.ts';
import { isCollection } from './collection-name.ts';

/** Which record: ids are unique within a collection. */
export type RecordName = { readonly collection: string; readonly id: string };

/** What the manifest says of one record of another app: enough to know its row again, and nothing of what is in it. */
export type ListedRecord = RecordName & {
  readonly version: number;
  /** Base64url of the SHA-256 of the row's `sealed`. */
  readonly digest: string;
  /** It was removed: its row may be there still, and may be gone. */
  readonly deleted?: true;
};

/** The shard that lists a record: 64 more than the first byte of its UUID, modulo 64. */
export function recordPartOf(id: string): number {
  return firstRecordPart + (Number.parseInt(id.slice(0, 2), 16) % shardCount);
}

/** A record's name as one text; these sort as collections and, within one, ids do. */
export function recordName({ collection, id }: RecordName): string {
  return `${collection}/${id}`;
}

/** What is sealed as a shard of records: in the order of their names. */
export function recordsPlain(records: Iterable<ListedRecord>): { readonly records: readonly ListedRecord[] } {
  return { records: [...records].sort((one, other) => (recordName(one) < recordName(other) ? -1 : 1)) };
}

/** The records that a shard lists, or `undefined` where it was not sealed as this part at this epoch, or lists what it may not. */
export async function openRecordShard(
  crypto: VaultCrypto,
  keys: KeySet,
  place: PartPlace,
  envelope: PartEnvelope,
): Promise<ListedRecord[] | undefined> {
  const plain = await openPart(crypto, keys, place, envelope);
  if (typeof plain !== 'object' || plain === null || !('records' in plain) || !Array.isArray(plain.records)) return undefined;
  const records: ListedRecord[] = [];
  let before = '';
  for (const value of plain.records) {
    const record = parseRecord(value);
    if (record === undefined || recordName(record) <= before || recordPartOf(record.id) !== place.part) return undefined;
    before = recordName(record);
    records.push(record);
  }
  return records;
}

function parseRecord(value: unknown): ListedRecord | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('collection' in value && 'id' in value && 'version' in value && 'digest' in value)) return undefined;
  const { collection, id, version, digest } = value;
  const deleted = 'deleted' in value ? value.deleted : undefined;
  if (!isCollection(collection) || !isIdentifier(id) || typeof digest !== 'string' || digest.length !== 43) return undefined;
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) return undefined;
  if (deleted !== undefined && deleted !== true) return undefined;
  return { collection, id, version, digest, ...(deleted === true ? { deleted } : {}) };
}
