import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { KeySet } from '../crypto/keyring.ts';
import { digestOf } from '../crypto/sealing.ts';
import type { Finding } from '../finding.ts';
import type { VaultPorts } from '../ports.ts';
import { type ListedRecord, type RecordName, recordName, recordPartOf, recordsPlain } from '../records/record-shard.ts';
import { type Slot, slotDigest } from '../slots/slot.ts';
import { type ChainPoint, nextChain } from './chain.ts';
import { pinMoveOf } from './judge-opening.ts';
import { firstRecordPart, headPart, type ManifestHead, maxEpoch, sealPart } from './manifest-head.ts';
import { type ListedEntry, shardOf, shardPlain } from './manifest-shard.ts';
import { isUnjoined, type OpenShard, type OpenVault } from './open-vault.ts';
import { pointOf } from './pin.ts';
import { touchShards } from './touched-shards.ts';

/** A row to be written, under the column names of the database. `icon`: absent leaves it as it is. */
export type EntryWrite = {
  readonly id: string;
  readonly password_encrypted: string;
  readonly category: string;
  readonly favorite: boolean;
  readonly icon?: string | null;
};

/** What `write_vault` takes besides the expected epoch and the change's id. */
export type VaultChange = {
  readonly parts: readonly ({ readonly part: number; readonly envelope: string } | { readonly part: number; readonly removed: true })[];
  readonly entries: readonly EntryWrite[];
  readonly removed_entries: readonly string[];
  readonly slots: readonly Slot[];
  readonly removed_slots: readonly string[];
  readonly records: readonly RecordWrite[];
  /** What is sealed in the new head as its chain: the database hands it out, and refuses a change without it. */
  readonly chain: string;
  /** Where the owner chose between two states: the heads of both, and the epoch of the one that the server does not show. */
  readonly joined?: { readonly parents: readonly ChainPoint[]; readonly epoch: number };
};

/**
 * A row of another app's sealed collection to be written, under the column names of the database. `expected_version`: the version
 * that it must still have, `null` where it must not be there; `version`: the one that this write makes. Absent members leave what
 * is there.
 */
export type RecordWrite = RecordName & {
  readonly expected_version: number | null;
  readonly version: number;
  readonly sealed?: string;
  readonly created_at?: string;
  readonly deleted_at: string | null;
  /** A kept copy of the record comes back: what it replaces is kept, whatever else of the record was kept that day. */
  readonly brings_back?: true;
};

/** A change to send against `expectedEpoch`, and the vault as it is once the server has accepted it. */
export type Commit = { readonly expectedEpoch: number; readonly change: VaultChange; readonly next: OpenVault };

/**
 * Why nothing can be written: `manifest_unreadable` (rebuild it first), `shard_unverified` (the shard that lists the entry is
 * not what the head says), `unaccepted_state` (the owner has not said that this older or other state is to be gone on from),
 * `epoch_raised` (the server's epoch is beyond what is written).
 */
export type CommitFailure = { readonly code: 'manifest_unreadable' | 'shard_unverified' | 'unaccepted_state' | 'epoch_raised' };

/** What shall be different. */
export type Draft = {
  readonly list?: readonly ListedEntry[];
  readonly unlist?: readonly string[];
  readonly entries?: readonly EntryWrite[];
  readonly removedEntries?: readonly string[];
  readonly slots?: readonly Slot[];
  readonly removedSlots?: readonly string[];
  readonly head?: Partial<ManifestHead>;
  /** The keys to go on with, where a rotation begins. */
  readonly keys?: KeySet;
  readonly retired?: ReadonlyMap<string, KeySet>;
  readonly listRecords?: readonly ListedRecord[];
  readonly unlistRecords?: readonly RecordName[];
  readonly records?: readonly RecordWrite[];
  /** Shards to be sealed again though nothing in them changes. */
  readonly reseal?: readonly number[];
  /** Shards whose listing is made again from `list`: what they said is dropped. */
  readonly replaceShards?: readonly number[];
};

/** Seals what a draft touches, and the head over it, for the next epoch. */
export async function commitDraft(ports: VaultPorts, vault: OpenVault, draft: Draft): Promise<Result<Commit, CommitFailure>> {
  if (vault.head === undefined) return fail({ code: 'manifest_unreadable' });
  if (pinMoveOf(vault.findings) !== 'moves') return fail({ code: 'unaccepted_state' });
  const touched = touchedShards(vault, draft);
  if (touched === undefined) return fail({ code: 'shard_unverified' });
  const joined = isUnjoined(vault) && vault.pin !== undefined ? pointOf(vault.pin) : undefined;
  const epoch = Math.max(vault.epoch, joined?.epoch ?? 0) + 1;
  if (epoch > maxEpoch) return fail({ code: 'epoch_raised' });
  const own = { chain: vault.chain, digest: vault.headDigest };
  const parents = joined === undefined ? [own] : [own, { chain: joined.chain, digest: joined.digest }];
  const chain = await nextChain(ports.crypto, parents);
  const keys = draft.keys ?? vault.keys;
  const sealing = { ports, vault, keys, epoch };
  const entries = await sealShards(sealing, touched.entries, shardPlain);
  const records = await sealShards(sealing, touched.records, recordsPlain);
  const gone = new Set([...touched.entries.keys(), ...touched.records.keys()]);
  const slots = [
    ...vault.slots.filter(({ id }) => !draft.removedSlots?.includes(id) && !draft.slots?.some((slot) => slot.id === id)),
    ...(draft.slots ?? []),
  ];
  const head: ManifestHead = {
    ...vault.head,
    ...draft.head,
    epoch,
    chain,
    shards: { ...withoutParts(vault.head.shards, gone), ...entries.listed, ...records.listed },
    slots: await listSlots(ports, vault.head, draft),
  };
  const envelope = await sealPart(ports, keys, { ...vault, part: headPart }, epoch, head);
  const shards = withTouched(vault.shards, touched.entries, entries.shards);
  const listings = withTouched(vault.records, touched.records, records.shards);
  const parts = new Set([...vault.parts, ...gone, headPart].filter((part) => !gone.has(part) || shards.has(part) || listings.has(part)));
  const next: OpenVault = {
    ...vault,
    ...{ keys, retired: draft.retired ?? vault.retired, epoch, head, slots, shards, parts, records: listings },
    headDigest: await digestOf(ports.crypto, envelope),
    ...{ headText: envelope, chain, standing: joined === undefined ? vault.standing : { kind: 'follows', joined: false } },
    findings: vault.findings.filter((finding) => !isSettled(finding, draft, gone)),
  };
  const change: VaultChange = {
    parts: [...entries.parts, ...records.parts, { part: headPart, envelope }],
    entries: draft.entries ?? [],
    removed_entries: draft.removedEntries ?? [],
    slots: draft.slots ?? [],
    removed_slots: draft.removedSlots ?? [],
    records: draft.records ?? [],
    chain,
    ...(joined === undefined ? {} : { joined: { parents, epoch: joined.epoch } }),
  };
  return succeed({ expectedEpoch: vault.epoch, change, next });
}

type Touched<Item> = ReadonlyMap<number, ReadonlyMap<string, Item>>;

/** The shards of entries and of records that change, or `undefined` where one of them is not verified. */
function touchedShards(vault: OpenVault, draft: Draft) {
  // A planted shard that the head does not list may be overwritten: nothing of the owner's is in it.
  const broken = new Set(
    vault.findings.flatMap((finding) => ('part' in finding && finding.code !== 'shard_unlisted' ? [finding.part] : [])),
  );
  const split = (parts: readonly number[] = []) => ({
    ofEntries: parts.filter((part) => part < firstRecordPart),
    ofRecords: parts.filter((part) => part >= firstRecordPart),
  });
  const [replace, reseal] = [split(draft.replaceShards), split(draft.reseal)];
  const entries = touchShards({
    present: vault.shards,
    broken,
    replace: replace.ofEntries,
    reseal: reseal.ofEntries,
    unlist: (draft.unlist ?? []).map((id) => ({ part: shardOf(id), key: id })),
    list: (draft.list ?? []).map((item) => ({ part: shardOf(item.id), key: item.id, item })),
  });
  const records = touchShards({
    present: vault.records,
    broken,
    replace: replace.ofRecords,
    reseal: reseal.ofRecords,
    unlist: (draft.unlistRecords ?? []).map((name) => ({ part: recordPartOf(name.id), key: recordName(name) })),
    list: (draft.listRecords ?? []).map((item) => ({ part: recordPartOf(item.id), key: recordName(item), item })),
  });
  return entries && records && { entries, records };
}

type Sealing = { readonly ports: VaultPorts; readonly vault: OpenVault; readonly keys: KeySet; readonly epoch: number };

async function sealShards<Item>(
  { ports, vault, keys, epoch }: Sealing,
  touched: Touched<Item>,
  plainOf: (items: Iterable<Item>) => unknown,
) {
  const parts: VaultChange['parts'][number][] = [];
  const listed: Record<string, { epoch: number; digest: string }> = {};
  const shards = new Map<number, OpenShard<Item>>();
  for (const [part, items] of touched) {
    if (items.size === 0) {
      if (vault.parts.has(part)) parts.push({ part, removed: true });
      continue;
    }
    const envelope = await sealPart(ports, keys, { ...vault, part }, epoch, plainOf(items.values()));
    const digest = await digestOf(ports.crypto, envelope);
    parts.push({ part, envelope });
    listed[String(part)] = { epoch, digest };
    shards.set(part, { epoch, digest, keyId: keys.keyId, items });
  }
  return { parts, listed, shards };
}

/** The shards as they are afterwards: those that were touched and are empty are gone. */
function withTouched<Item>(
  present: ReadonlyMap<number, OpenShard<Item>>,
  touched: Touched<Item>,
  sealed: ReadonlyMap<number, OpenShard<Item>>,
): ReadonlyMap<number, OpenShard<Item>> {
  return new Map([...[...present].filter(([part]) => !touched.has(part)), ...sealed]);
}

function withoutParts(shards: ManifestHead['shards'], parts: ReadonlySet<number>): ManifestHead['shards'] {
  return Object.fromEntries(Object.entries(shards).filter(([part]) => !parts.has(Number(part))));
}

async function listSlots(ports: VaultPorts, head: ManifestHead, draft: Draft): Promise<ManifestHead['slots']> {
  const gone = new Set([...(draft.removedSlots ?? []), ...(draft.slots ?? []).map(({ id }) => id)]);
  const listed = (draft.head?.slots ?? head.slots).filter(({ id }) => !gone.has(id));
  for (const slot of draft.slots ?? []) listed.push({ id: slot.id, digest: await slotDigest(ports.crypto, slot) });
  return listed;
}

function isSettled(finding: Finding, draft: Draft, touched: ReadonlySet<number>): boolean {
  if ('part' in finding) return touched.has(finding.part);
  if ('slotId' in finding)
    return draft.removedSlots?.includes(finding.slotId) === true || draft.slots?.some(({ id }) => id === finding.slotId) === true;
  return false;
}
