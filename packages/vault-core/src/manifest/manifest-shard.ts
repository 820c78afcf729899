import type { KeySet } from '../crypto/keyring.ts';
import type { EntryDetails } from '../entries/entry.ts';
import { parseDetails } from '../entries/entry-parse.ts';
import { isIdentifier } from '../identifier.ts';
import type { VaultCrypto } from '../ports.ts';
import { openPart, type PartEnvelope, type PartPlace, shardCount } from './manifest-head.ts';

/** What the manifest says of one entry: enough to list it, and to know its row again. */
export type ListedEntry = {
  readonly id: string;
  readonly version: number;
  /** Base64url of the SHA-256 of the row's `password_encrypted`. */
  readonly digest: string;
  readonly details: EntryDetails;
};

/** The shard that lists an entry: the first byte of its UUID, modulo 64. */
export function shardOf(entryId: string): number {
  return Number.parseInt(entryId.slice(0, 2), 16) % shardCount;
}

/** What is sealed as a shard: its entries in the order of their ids. */
export function shardPlain(items: Iterable<ListedEntry>): { readonly items: readonly ListedEntry[] } {
  return { items: [...items].sort((one, other) => (one.id < other.id ? -1 : 1)) };
}

/** The entries that a shard lists, or `undefined` where it was not sealed as this part at this epoch, or lists what it may not. */
export async function openShard(
  crypto: VaultCrypto,
  keys: KeySet,
  place: PartPlace,
  envelope: PartEnvelope,
): Promise<ListedEntry[] | undefined> {
  const plain = await openPart(crypto, keys, place, envelope);
  if (typeof plain !== 'object' || plain === null || !('items' in plain) || !Array.isArray(plain.items)) return undefined;
  const items: ListedEntry[] = [];
  let before = '';
  for (const value of plain.items) {
    const item = parseItem(value);
    if (item === undefined || item.id <= before || shardOf(item.id) !== place.part) return undefined;
    before = item.id;
    items.push(item);
  }
  return items;
}

function parseItem(value: unknown): ListedEntry | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('id' in value && 'version' in value && 'digest' in value && 'details' in value)) return undefined;
  const { id, version, digest } = value;
  const details = parseDetails(value.details);
  if (details === undefined || !isIdentifier(id) || typeof digest !== 'string' || digest.length !== 43) return undefined;
  return typeof version === 'number' && Number.isSafeInteger(version) && version >= 1 ? { details, digest, id, version } : undefined;
}
