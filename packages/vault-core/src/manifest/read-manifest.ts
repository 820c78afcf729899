import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { KeySet } from '../crypto/keyring.ts';
import { digestOf } from '../crypto/sealing.ts';
import type { Finding, ShardFindingCode } from '../finding.ts';
import type { VaultCrypto, VaultPorts } from '../ports.ts';
import { type ListedRecord, openRecordShard, recordName } from '../records/record-shard.ts';
import { type Slot, type SlotKind, slotDigest } from '../slots/slot.ts';
import { type ChainPoint, noChain, walkHistory } from './chain.ts';
import { firstRecordPart, headPart, type ManifestHead, maxEpoch, maxEpochStep, openHead, parsePartEnvelope } from './manifest-head.ts';
import { type ListedEntry, openShard } from './manifest-shard.ts';
import type { OpenShard, OpenVault } from './open-vault.ts';
import { compareWithPin, pointOf, type Standing, type VaultPin } from './pin.ts';
import { openFormerKeys, openRetiredKeys } from './retired-keys.ts';
import type { Snapshot } from './snapshot.ts';

type Present = Extract<Snapshot, { exists: true }>;

/** Under which keys a snapshot is read, and what opened them. */
export type Opening = {
  readonly userId: string;
  readonly keys: KeySet;
  readonly openedBy: SlotKind;
  readonly openedSlot: string | undefined;
  readonly openedAtMs: number;
};

/** The manifest is under another vault key than the one that was unwrapped: the slot is from before a rotation. */
export type SupersededFailure = { readonly code: 'key_superseded' };

/** Reads and checks everything that a snapshot says, under keys that are open. What is wrong is named; what is right stays usable. */
export async function readManifest(
  ports: VaultPorts,
  opening: Opening,
  snapshot: Present,
  pin: VaultPin | undefined,
): Promise<Result<OpenVault, SupersededFailure>> {
  const { crypto } = ports;
  const place = { userId: opening.userId, vaultId: snapshot.vaultId };
  const headText = snapshot.parts.get(headPart);
  const base = {
    ...opening,
    ...place,
    pin,
    epoch: snapshot.epoch,
    slots: snapshot.slots,
    parts: new Set(snapshot.parts.keys()),
    headText: headText ?? '',
    headDigest: await digestOf(crypto, headText ?? ''),
  };
  const headless = async (code: 'head_missing' | 'head_unreadable') => {
    const lost = await readLost(crypto, opening, pin, snapshot);
    const findings: Finding[] = [{ code }, ...findingsOf(lost.standing), ...verifyEpoch(pin, snapshot), ...lost.findings];
    return succeed({ ...base, ...lost, head: undefined, findings });
  };
  if (headText === undefined) return headless('head_missing');
  const envelope = parsePartEnvelope(headText);
  if (envelope.ok && envelope.value.keyId !== opening.keys.keyId) return fail({ code: 'key_superseded' });
  const opened = await openHead(crypto, opening.keys, place, headText);
  if (!opened.ok) return headless('head_unreadable');
  const head = opened.value;
  const retired = await openRetiredKeys(crypto, place, opening.keys, head);
  const shards = await readShards(crypto, { ...opening, retired }, snapshot, head);
  const { chain = noChain, epoch, vaultId } = head;
  const keyIds = new Set([opening.keys.keyId, ...(await openFormerKeys(crypto, place, opening.keys, head)).keys()]);
  const presented = { vaultId, epoch, point: { chain, digest: base.headDigest }, keyIds };
  const standing = await compareWithPin(crypto, pin, presented, snapshot.links);
  const findings = [
    ...findingsOf(standing),
    ...verifyEpoch(pin, snapshot, head),
    ...(await verifySlots(crypto, snapshot.slots, head.slots)),
    ...shards.findings,
  ];
  const lastHead = standing.kind === 'apart' ? await openRemembered(crypto, opening, pin, vaultId) : undefined;
  return succeed({ ...base, head, chain, standing, lastHead, retired, shards: shards.shards, records: shards.records, findings });
}

/**
 * What is known of a vault whose head is gone: whether it would follow and what the next head is made from; the head that this
 * device remembers; and the shards that open, held against that head where nothing was written since.
 */
async function readLost(crypto: VaultCrypto, opening: Opening, pin: VaultPin | undefined, snapshot: Present) {
  const { vaultId, epoch, links, tip } = snapshot;
  // A history that ends before the epoch that is claimed leads nowhere: no sealed head shows what is withheld of it.
  const isWhole = (links.at(-1)?.epoch ?? pin?.epoch) === epoch;
  const presented = { vaultId, epoch, point: isWhole ? tip : undefined, keyIds: undefined };
  const standing = await compareWithPin(crypto, pin, presented, links);
  // What this device walked to itself, where it has something to start from; otherwise what the server says.
  const known = standing.kind === 'follows' && pin?.chain !== undefined ? (await walkHistory(crypto, pointOf(pin), links)).point : tip;
  const point: ChainPoint = known ?? { chain: noChain, digest: await digestOf(crypto, '') };
  const lastHead = await openRemembered(crypto, opening, pin, vaultId);
  const place = { userId: opening.userId, vaultId };
  const retired = lastHead === undefined ? new Map<string, KeySet>() : await openRetiredKeys(crypto, place, opening.keys, lastHead);
  const reading = { ...opening, retired };
  const isNewest = lastHead !== undefined && lastHead.epoch === epoch && pin?.headDigest === point.digest;
  const shards = isNewest
    ? await readShards(crypto, reading, snapshot, lastHead)
    : { ...(await readSurvivors(crypto, reading, snapshot, lastHead)), findings: [] };
  return { standing, chain: point.chain, headDigest: point.digest, lastHead, retired, ...shards };
}

/** The head that this device remembers, if it opens under the keys at hand. */
async function openRemembered(crypto: VaultCrypto, { userId, keys }: Opening, pin: VaultPin | undefined, vaultId: string) {
  if (pin?.head === undefined || pin.vaultId !== vaultId) return undefined;
  const head = await openHead(crypto, keys, { userId, vaultId }, pin.head);
  return head.ok ? head.value : undefined;
}

function findingsOf(standing: Standing): Finding[] {
  if (standing.kind === 'apart') return [{ code: standing.code }];
  return standing.kind === 'follows' && standing.joined ? [{ code: 'restored_elsewhere' }] : [];
}

/** The server's own count of writes, against the head's and what this device remembers. */
function verifyEpoch(pin: VaultPin | undefined, snapshot: Present, head?: ManifestHead): Finding[] {
  const highest = Math.min(maxEpoch, pin?.vaultId === snapshot.vaultId ? pin.epoch + maxEpochStep : maxEpoch);
  if (snapshot.epoch > highest) return [{ code: 'epoch_raised' }];
  if (head !== undefined && head.epoch < snapshot.epoch) return [{ code: 'head_stale' }];
  return head !== undefined && head.epoch > snapshot.epoch ? [{ code: 'head_ahead' }] : [];
}

/** Compares the slots that are there with those that the head lists, or that a device remembers. */
export async function verifySlots(crypto: VaultCrypto, slots: readonly Slot[], wanted: ManifestHead['slots']): Promise<Finding[]> {
  const findings: Finding[] = [];
  const listed = new Map(wanted.map(({ id, digest }) => [id, digest]));
  for (const slot of slots) {
    const digest = listed.get(slot.id);
    if (digest === undefined) findings.push({ code: 'slot_unlisted', slotId: slot.id });
    else if (digest !== (await slotDigest(crypto, slot))) findings.push({ code: 'slot_altered', slotId: slot.id });
    listed.delete(slot.id);
  }
  for (const slotId of listed.keys()) findings.push({ code: 'slot_missing', slotId });
  return findings;
}

type ShardReading = Pick<Opening, 'userId' | 'keys'> & { readonly retired: ReadonlyMap<string, KeySet> };
type StoredParts = Pick<Present, 'vaultId' | 'parts'>;

/** The shards that are what the head lists; every other is named. */
export async function readShards(crypto: VaultCrypto, reading: ShardReading, snapshot: StoredParts, head: ManifestHead) {
  const shards = new Map<number, OpenShard>();
  const records = new Map<number, OpenShard<ListedRecord>>();
  const findings: Finding[] = [];
  const parts = Object.entries(head.shards).map(([name, listed]) => ({ part: Number(name), listed }));
  await Promise.all(
    parts.map(async ({ part, listed }) => {
      const read = <Item>(open: OpenPart<Item>) => readShard(crypto, reading, snapshot, part, listed, open);
      const entries = part < firstRecordPart ? await read(openEntries) : undefined;
      const listing = part < firstRecordPart ? undefined : await read(openRecords);
      if (typeof entries === 'object') shards.set(part, entries);
      else if (typeof listing === 'object') records.set(part, listing);
      else findings.push({ code: entries ?? listing ?? 'shard_altered', part });
    }),
  );
  const listed = new Set(parts.map(({ part }) => part));
  for (const part of snapshot.parts.keys()) if (part !== headPart && !listed.has(part)) findings.push({ code: 'shard_unlisted', part });
  return { shards, records, findings };
}

/** Where the head is gone: the shards that open all the same, and are not older than what the device remembers. */
async function readSurvivors(crypto: VaultCrypto, reading: ShardReading, snapshot: StoredParts, least: ManifestHead | undefined) {
  const shards = new Map<number, OpenShard>();
  const records = new Map<number, OpenShard<ListedRecord>>();
  for (const [part, text] of snapshot.parts) {
    const envelope = part === headPart ? undefined : parsePartEnvelope(text);
    if (envelope?.ok !== true) continue;
    const epoch = Math.max(envelope.value.epoch, least?.shards[String(part)]?.epoch ?? 0);
    const listed = { epoch, digest: await digestOf(crypto, text) };
    const read = <Item>(open: OpenPart<Item>) => readShard(crypto, reading, snapshot, part, listed, open);
    const entries = part < firstRecordPart ? await read(openEntries) : undefined;
    const listing = part < firstRecordPart ? undefined : await read(openRecords);
    if (typeof entries === 'object') shards.set(part, entries);
    if (typeof listing === 'object') records.set(part, listing);
  }
  return { shards, records };
}

type OpenPart<Item> = (...given: Parameters<typeof openShard>) => Promise<ReadonlyMap<string, Item> | undefined>;

const openEntries: OpenPart<ListedEntry> = async (...given) => {
  const items = await openShard(...given);
  return items && new Map(items.map((item) => [item.id, item]));
};

const openRecords: OpenPart<ListedRecord> = async (...given) => {
  const records = await openRecordShard(...given);
  return records && new Map(records.map((record) => [recordName(record), record]));
};

async function readShard<Item>(
  crypto: VaultCrypto,
  reading: ShardReading,
  snapshot: StoredParts,
  part: number,
  listed: { readonly epoch: number; readonly digest: string },
  open: OpenPart<Item>,
): Promise<OpenShard<Item> | ShardFindingCode> {
  const text = snapshot.parts.get(part);
  if (text === undefined) return 'shard_missing';
  const envelope = parsePartEnvelope(text);
  if (!envelope.ok) return 'shard_altered';
  const { keyId, epoch } = envelope.value;
  const keys = keyId === reading.keys.keyId ? reading.keys : reading.retired.get(keyId);
  if (epoch < listed.epoch) return 'shard_stale';
  if (keys === undefined || epoch !== listed.epoch) return 'shard_altered';
  const place = { userId: reading.userId, vaultId: snapshot.vaultId, part };
  const [digest, items] = await Promise.all([digestOf(crypto, text), open(crypto, keys, place, envelope.value)]);
  if (items === undefined || digest !== listed.digest) return 'shard_altered';
  return { epoch, digest, keyId, items };
}
