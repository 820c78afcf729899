import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { KeySet } from '../crypto/keyring.ts';
import { digestOf } from '../crypto/sealing.ts';
import type { Finding, ShardFindingCode } from '../finding.ts';
import type { VaultCrypto, VaultPorts } from '../ports.ts';
import { type ListedRecord, openRecordShard, recordName } from '../records/record-shard.ts';
import type { SlotKind } from '../slots/slot.ts';
import { compareSlots, listSlots } from '../slots/slot-changes.ts';
import { type ChainPoint, isSamePoint, noChain, walkHistory } from './chain.ts';
import { judgeOpening, type OpenedVaultFacts } from './judge-opening.ts';
import { firstRecordPart, headPart, type ManifestHead, openHead, parsePartEnvelope } from './manifest-head.ts';
import { type ListedEntry, openShard } from './manifest-shard.ts';
import type { OpenShard, OpenVault } from './open-vault.ts';
import { isPinOf, pointOf, type VaultPin } from './pin.ts';
import { openFormerKeys, openRetiredKeys } from './retired-keys.ts';
import { mayComeNext } from './sent-state.ts';
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

/**
 * Reads and checks everything that a snapshot says, under keys that are open. What is wrong is named; what is right stays usable.
 * `sent`: what this device sent since the pin, whose answer it did not see.
 */
export async function readManifest(
  ports: VaultPorts,
  opening: Opening,
  snapshot: Present,
  pin: VaultPin | undefined,
  sent: readonly VaultPin[] = [],
): Promise<Result<OpenVault, SupersededFailure>> {
  const { crypto } = ports;
  const { keys, userId } = opening;
  const place = { userId, vaultId: snapshot.vaultId };
  const headText = snapshot.parts.get(headPart) ?? '';
  const envelope = parsePartEnvelope(headText);
  if (envelope.ok && envelope.value.keyId !== keys.keyId) return fail({ code: 'key_superseded' });
  const opened = await openHead(crypto, keys, place, headText);
  const head = opened.ok ? opened.value : undefined;
  const known = isPinOf(pin, place) ? pin : undefined;
  const present = await presentPoint(crypto, snapshot, head, headText);
  const remembered = known?.head === undefined ? undefined : await openHead(crypto, keys, place, known.head);
  const former = head === undefined ? [] : (await openFormerKeys(crypto, place, keys, head)).keys();
  const ofThis = sent.filter((one) => isPinOf(one, place));
  const own = await latestOwn(crypto, known, ofThis, snapshot, head, present);
  const verdict = judgeOpening({
    pin,
    shown: { ...place, epoch: snapshot.epoch, headKeyId: envelope.ok ? keys.keyId : undefined },
    outcome: {
      kind: 'opened',
      keyId: keys.keyId,
      head: head ? { epoch: head.epoch, vouchedKeys: new Set(former) } : snapshot.parts.has(headPart) ? 'unreadable' : 'missing',
      history: await followHistory(crypto, known, snapshot, head, present),
      rememberedHead: remembered === undefined ? 'none' : remembered.ok ? 'opens' : 'shut',
      slots: await slotFacts(crypto, known, own, head, snapshot),
    },
  });
  const { standing, changedWays } = verdict;
  const lastHead = remembered?.ok === true && (head === undefined || standing.kind === 'apart') ? remembered.value : undefined;
  const base = head ?? lastHead;
  const retired = base === undefined ? new Map<string, KeySet>() : await openRetiredKeys(crypto, place, keys, base);
  const isNewest = head !== undefined || (lastHead?.epoch === snapshot.epoch && known?.headDigest === present.digest);
  const reading = { ...opening, retired };
  const read =
    base !== undefined && isNewest
      ? await readShards(crypto, reading, snapshot, base)
      : { ...(await readSurvivors(crypto, reading, snapshot, lastHead)), findings: [] };
  return succeed({
    ...{ ...opening, ...place, ...read, pin, head, headText, lastHead, retired, standing, changedWays },
    ...{ chain: present.chain, headDigest: present.digest },
    epoch: snapshot.epoch,
    slots: snapshot.slots,
    parts: new Set(snapshot.parts.keys()),
    findings: [...verdict.findings, ...read.findings],
  });
}

/** What the next head is made from: the head, or where there is none, what the server says was written last. */
async function presentPoint(crypto: VaultCrypto, { tip }: Present, head: ManifestHead | undefined, headText: string): Promise<ChainPoint> {
  if (head === undefined && tip !== undefined) return tip;
  return { chain: head?.chain ?? noChain, digest: await digestOf(crypto, head === undefined ? '' : headText) };
}

/** Where the history that the server shows leads from what this device remembers. Without a head, a story that fits itself is all it can be. */
async function followHistory(
  crypto: VaultCrypto,
  pin: VaultPin | undefined,
  { epoch, links, tip }: Present,
  head: ManifestHead | undefined,
  present: ChainPoint,
): Promise<OpenedVaultFacts['history']> {
  if (pin === undefined) return 'leads';
  if (pin.chain === undefined) return (head?.epoch ?? epoch) === pin.epoch && present.digest !== pin.headDigest ? 'astray' : 'unchained';
  // A history that ends before the epoch that is claimed leads nowhere: no sealed head shows what is withheld of it.
  if (head === undefined && (tip === undefined || (links.at(-1)?.epoch ?? pin.epoch) !== epoch)) return 'astray';
  const { point, joined } = await walkHistory(crypto, pointOf(pin), links);
  if (!isSamePoint(point, present)) return 'astray';
  return joined ? 'joined' : 'leads';
}

/**
 * Of what this device remembers and what it sent since, the latest state that the history leads over to the head, which is proven by
 * the chain that is sealed there. The ways in that it changed itself are no other's change.
 */
async function latestOwn(
  crypto: VaultCrypto,
  known: VaultPin | undefined,
  sent: readonly VaultPin[],
  snapshot: Present,
  head: ManifestHead | undefined,
  present: ChainPoint,
): Promise<VaultPin | undefined> {
  let own = known;
  for (const one of sent) {
    if (!mayComeNext(own, one)) continue;
    const history = await followHistory(crypto, one, snapshot, head, present);
    if (head !== undefined && (history === 'leads' || history === 'joined')) own = one;
  }
  return own;
}

async function slotFacts(
  crypto: VaultCrypto,
  pin: VaultPin | undefined,
  own: VaultPin | undefined,
  head: ManifestHead | undefined,
  snapshot: Present,
): Promise<OpenedVaultFacts['slots']> {
  const slots = await listSlots(crypto, snapshot.slots);
  return {
    unlikePin: pin?.slots === undefined ? [] : compareSlots(pin.slots, slots),
    unlikeHead: head === undefined ? [] : compareSlots(head.slots, slots),
    newInHead: own?.slots === undefined || head === undefined ? [] : compareSlots(own.slots, head.slots),
  };
}

type ShardReading = Pick<Opening, 'userId' | 'keys'> & { readonly retired: ReadonlyMap<string, KeySet> };
type StoredParts = Pick<Present, 'vaultId' | 'parts'>;

/** The shards that are what the head lists; every other is named. */
export async function readShards(crypto: VaultCrypto, reading: ShardReading, snapshot: StoredParts, head: ManifestHead) {
  const shards = new Map<number, OpenShard>();
  const records = new Map<number, OpenShard<ListedRecord>>();
  const findings: Finding[] = [];
  const parts = Object.entries(head.shards).map(([name, listed]) => ({ part: Number(name), listed }));
  const read = await Promise.all(
    parts.map(async ({ part, listed }) => {
      const readPart = <Item>(open: OpenPart<Item>) => readShard(crypto, reading, snapshot, part, listed, open);
      const entries = part < firstRecordPart ? await readPart(openEntries) : undefined;
      return { part, entries, listing: part < firstRecordPart ? undefined : await readPart(openRecords) };
    }),
  );
  // In the order of their parts, whichever opened first: a list must not change with the machine's load.
  for (const { part, entries, listing } of read) {
    if (typeof entries === 'object') shards.set(part, entries);
    else if (typeof listing === 'object') records.set(part, listing);
    else findings.push({ code: entries ?? listing ?? 'shard_altered', part });
  }
  const listed = new Set(parts.map(({ part }) => part));
  for (const part of snapshot.parts.keys()) if (part !== headPart && !listed.has(part)) findings.push({ code: 'shard_unlisted', part });
  return { shards, records, findings };
}

/**
 * Where the head is gone: the shards that open all the same, and are not older than what the device remembers. Under a key that a
 * rotation is ending only what the remembered head lists counts: whoever has that key can make up others.
 */
async function readSurvivors(crypto: VaultCrypto, reading: ShardReading, snapshot: StoredParts, least: ManifestHead | undefined) {
  const shards = new Map<number, OpenShard>();
  const records = new Map<number, OpenShard<ListedRecord>>();
  for (const [part, text] of snapshot.parts) {
    const envelope = part === headPart ? undefined : parsePartEnvelope(text);
    if (envelope?.ok !== true) continue;
    const remembered = least?.shards[String(part)];
    const epoch = Math.max(envelope.value.epoch, remembered?.epoch ?? 0);
    const listed = { epoch, digest: await digestOf(crypto, text) };
    if (envelope.value.keyId !== reading.keys.keyId && listed.digest !== remembered?.digest) continue;
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
