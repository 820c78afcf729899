import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Finding, ShardFindingCode } from './finding.ts';
import type { KeySet } from './keyring.ts';
import { firstRecordPart, headPart, type ManifestHead, openHead, parsePartEnvelope } from './manifest-head.ts';
import { type ListedEntry, openShard } from './manifest-shard.ts';
import type { OpenShard, OpenVault } from './open-vault.ts';
import { judgeAgainstPin, type VaultPin } from './pin.ts';
import type { VaultCrypto, VaultPorts } from './ports.ts';
import { type ListedRecord, openRecordShard, recordName } from './record-shard.ts';
import { openRetiredKeys } from './retired-keys.ts';
import { digestOf } from './sealing.ts';
import { type Slot, type SlotKind, slotDigest } from './slot.ts';
import type { Snapshot } from './snapshot.ts';

type Present = Extract<Snapshot, { exists: true }>;

/** Under which keys a snapshot is read, and what opened them. */
export type Opening = { readonly userId: string; readonly keys: KeySet; readonly openedBy: SlotKind; readonly openedAtMs: number };

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
    epoch: snapshot.epoch,
    slots: snapshot.slots,
    parts: new Set(snapshot.parts.keys()),
    headDigest: await digestOf(crypto, headText ?? ''),
  };
  const headless = (code: 'head_missing' | 'head_unreadable') =>
    succeed({ ...base, head: undefined, retired: new Map<string, KeySet>(), shards: new Map(), records: new Map(), findings: [{ code }] });
  if (headText === undefined) return headless('head_missing');
  const envelope = parsePartEnvelope(headText);
  if (envelope.ok && envelope.value.keyId !== opening.keys.keyId) return fail({ code: 'key_superseded' });
  const head = await openHead(crypto, opening.keys, place, headText);
  if (!head.ok) return headless('head_unreadable');
  const retired = await openRetiredKeys(crypto, place, opening.keys, head.value);
  const shards = await readShards(crypto, { ...opening, retired }, snapshot, head.value);
  const findings = [
    ...judgeWhole(pin, snapshot, head.value, base.headDigest),
    ...(await judgeSlots(crypto, snapshot.slots, head.value.slots)),
    ...shards.findings,
  ];
  return succeed({ ...base, head: head.value, retired, shards: shards.shards, records: shards.records, findings });
}

function judgeWhole(pin: VaultPin | undefined, snapshot: Present, head: ManifestHead, headDigest: string): Finding[] {
  const findings: Finding[] = [];
  const code = judgeAgainstPin(pin, { vaultId: head.vaultId, epoch: head.epoch, headDigest });
  if (code !== undefined) findings.push({ code });
  if (head.epoch < snapshot.epoch) findings.push({ code: 'head_stale' });
  if (head.epoch > snapshot.epoch) findings.push({ code: 'head_ahead' });
  return findings;
}

/** Compares the slots that are there with those that the head lists, or that a device remembers. */
export async function judgeSlots(crypto: VaultCrypto, slots: readonly Slot[], wanted: ManifestHead['slots']): Promise<Finding[]> {
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

type ShardReading = Opening & { readonly retired: ReadonlyMap<string, KeySet> };

async function readShards(crypto: VaultCrypto, reading: ShardReading, snapshot: Present, head: ManifestHead) {
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
  snapshot: Present,
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
