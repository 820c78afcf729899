import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type Finding, wantsOwnersWord } from './finding.ts';
import type { KeySet } from './keyring.ts';
import { headPart, type ManifestHead, sealPart } from './manifest-head.ts';
import { type ListedEntry, shardOf, shardPlain } from './manifest-shard.ts';
import type { OpenShard, OpenVault } from './open-vault.ts';
import type { VaultPorts } from './ports.ts';
import { digestOf } from './sealing.ts';
import { type Slot, slotDigest } from './slot.ts';

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
};

/** A change to send against `expectedEpoch`, and the vault as it is once the server has accepted it. */
export type Commit = { readonly expectedEpoch: number; readonly change: VaultChange; readonly next: OpenVault };

/**
 * Why nothing can be written: `manifest_unreadable` (rebuild it first), `shard_unverified` (the shard that lists the entry is
 * not what the head says), `unaccepted_state` (the owner has not said that this older or other state is to be gone on from).
 */
export type CommitFailure = { readonly code: 'manifest_unreadable' | 'shard_unverified' | 'unaccepted_state' };

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
  /** Shards to be sealed anew though nothing in them changes. */
  readonly reseal?: readonly number[];
  /** Shards whose listing is made anew from `list`: what they said is dropped. */
  readonly replaceShards?: readonly number[];
};

/** Seals what a draft touches, and the head over it, for the next epoch. */
export async function commitDraft(ports: VaultPorts, vault: OpenVault, draft: Draft): Promise<Result<Commit, CommitFailure>> {
  if (vault.head === undefined) return fail({ code: 'manifest_unreadable' });
  if (vault.findings.some(wantsOwnersWord)) return fail({ code: 'unaccepted_state' });
  const touched = touchedShards(vault, draft);
  if (touched === undefined) return fail({ code: 'shard_unverified' });
  const epoch = vault.epoch + 1;
  const keys = draft.keys ?? vault.keys;
  const sealed = await sealShards(ports, vault, keys, epoch, touched);
  const slots = [
    ...vault.slots.filter(({ id }) => !draft.removedSlots?.includes(id) && !draft.slots?.some((slot) => slot.id === id)),
    ...(draft.slots ?? []),
  ];
  const head: ManifestHead = {
    ...vault.head,
    ...draft.head,
    epoch,
    shards: { ...withoutParts(vault.head.shards, [...touched.keys()]), ...sealed.listed },
    slots: await listSlots(ports, vault.head, draft),
  };
  const envelope = await sealPart(ports, keys, { ...vault, part: headPart }, epoch, head);
  const shards = new Map([...vault.shards].filter(([part]) => !touched.has(part)));
  for (const [part, shard] of sealed.shards) shards.set(part, shard);
  const parts = new Set([...vault.parts, ...touched.keys(), headPart].filter((part) => !touched.has(part) || shards.has(part)));
  const next: OpenVault = {
    ...vault,
    ...{ keys, retired: draft.retired ?? vault.retired, epoch, head, slots, shards, parts },
    headDigest: await digestOf(ports.crypto, envelope),
    findings: vault.findings.filter((finding) => !isSettled(finding, draft, touched)),
  };
  const change: VaultChange = {
    parts: [...sealed.parts, { part: headPart, envelope }],
    entries: draft.entries ?? [],
    removed_entries: draft.removedEntries ?? [],
    slots: draft.slots ?? [],
    removed_slots: draft.removedSlots ?? [],
  };
  return succeed({ expectedEpoch: vault.epoch, change, next });
}

type Touched = ReadonlyMap<number, ReadonlyMap<string, ListedEntry>>;

/** The shards that change with what they will list, or `undefined` where one of them is not verified. */
function touchedShards(vault: OpenVault, draft: Draft): Touched | undefined {
  const touched = new Map<number, Map<string, ListedEntry>>();
  // A planted shard that the head does not list may be overwritten: nothing of the owner's is in it.
  const broken = new Set(
    vault.findings.flatMap((finding) => ('part' in finding && finding.code !== 'shard_unlisted' ? [finding.part] : [])),
  );
  for (const part of draft.replaceShards ?? []) touched.set(part, new Map());
  const shard = (part: number) => {
    const known = touched.get(part);
    if (known !== undefined) return known;
    if (broken.has(part)) return undefined;
    const fresh = new Map(vault.shards.get(part)?.items);
    touched.set(part, fresh);
    return fresh;
  };
  for (const part of draft.reseal ?? []) if (shard(part) === undefined) return undefined;
  for (const id of draft.unlist ?? []) {
    const items = shard(shardOf(id));
    if (items === undefined) return undefined;
    items.delete(id);
  }
  for (const item of draft.list ?? []) {
    const items = shard(shardOf(item.id));
    if (items === undefined) return undefined;
    items.set(item.id, item);
  }
  return touched;
}

async function sealShards(ports: VaultPorts, vault: OpenVault, keys: KeySet, epoch: number, touched: Touched) {
  const parts: VaultChange['parts'][number][] = [];
  const listed: Record<string, { epoch: number; digest: string }> = {};
  const shards = new Map<number, OpenShard>();
  for (const [part, items] of touched) {
    if (items.size === 0) {
      if (vault.parts.has(part)) parts.push({ part, removed: true });
      continue;
    }
    const envelope = await sealPart(ports, keys, { ...vault, part }, epoch, shardPlain(items.values()));
    const digest = await digestOf(ports.crypto, envelope);
    parts.push({ part, envelope });
    listed[String(part)] = { epoch, digest };
    shards.set(part, { epoch, digest, keyId: keys.keyId, items });
  }
  return { parts, listed, shards };
}

function withoutParts(shards: ManifestHead['shards'], parts: readonly number[]): ManifestHead['shards'] {
  return Object.fromEntries(Object.entries(shards).filter(([part]) => !parts.includes(Number(part))));
}

async function listSlots(ports: VaultPorts, head: ManifestHead, draft: Draft): Promise<ManifestHead['slots']> {
  const gone = new Set([...(draft.removedSlots ?? []), ...(draft.slots ?? []).map(({ id }) => id)]);
  const listed = (draft.head?.slots ?? head.slots).filter(({ id }) => !gone.has(id));
  for (const slot of draft.slots ?? []) listed.push({ id: slot.id, digest: await slotDigest(ports.crypto, slot) });
  return listed;
}

function isSettled(finding: Finding, draft: Draft, touched: Touched): boolean {
  if ('part' in finding) return touched.has(finding.part);
  if ('slotId' in finding)
    return draft.removedSlots?.includes(finding.slotId) === true || draft.slots?.some(({ id }) => id === finding.slotId) === true;
  return false;
}
