import { fail, type Result } from '@castellan/foundation/result';
import { digestOf } from '../crypto/sealing.ts';
import { isSealedEntry } from '../entries/entry-envelope.ts';
import { isHeadless } from '../finding.ts';
import { inChunks } from '../in-chunks.ts';
import type { VaultPorts } from '../ports.ts';
import { type ListedRecord, openRecordShard, recordPartOf } from '../records/record-shard.ts';
import { listingsOf, type RecordRow } from '../records/save-records.ts';
import { strongestOf } from '../slots/new-slot.ts';
import { slotDigest } from '../slots/slot.ts';
import { versionOneDigest } from '../version-one/version-one.ts';
import { type Commit, type CommitFailure, commitDraft } from './change.ts';
import { firstRecordPart, lastPart, type ManifestHead, parsePartEnvelope } from './manifest-head.ts';
import { type ListedEntry, openShard, shardOf } from './manifest-shard.ts';
import { keysFor, type OpenVault } from './open-vault.ts';
import { isPinOf } from './pin.ts';
import type { VaultRow } from './vault-row.ts';
import { openUnlisted } from './verify-rows.ts';

/** A part of the manifest as this device keeps it, sealed. */
export type PartCopy = { readonly part: number; readonly envelope: string };

/** What a repair goes by besides the vault: all rows, and what this device kept of the manifest. */
export type RepairSources = {
  readonly rows: readonly VaultRow[];
  /** All rows of all sealed collections. */
  readonly records?: readonly RecordRow[];
  readonly copies?: readonly PartCopy[];
};

/**
 * Makes the lost parts of the manifest again, by the owner's explicit confirmation. What survives is the least that is listed: a
 * shard that still opens, or this device's copy of one, stays as it was, so that a row which is not what it lists goes on being
 * named. Only a shard of which nothing is left is listed from the rows that open; what was deleted or replayed in it meanwhile
 * cannot be known then. Rows under a key that a rotation is ending are not among them, because whoever has that key can make them up:
 * they are named, and the owner takes them one by one. Of ways in only those are listed that this device knows, and the one that was
 * just opened.
 */
export async function rebuildManifest(
  ports: VaultPorts,
  vault: OpenVault,
  { rows, records = [], copies = [] }: RepairSources,
): Promise<Result<Commit, CommitFailure | { readonly code: 'locked' }>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  const base = vault.head ?? vault.lastHead;
  const kept = await openCopies(ports, vault, base, copies);
  const lost = lostParts(vault);
  // Where a head says that a part listed nothing, rows in it are nobody's: they are named, not listed.
  const mayBeListed = (part: number) => base === undefined || base.shards[String(part)] !== undefined;
  const fromRows = new Set([...lost].filter((part) => !kept.parts.has(part) && mayBeListed(part)));
  const underPresentKey: OpenVault = { ...vault, retired: new Map() };
  const opened = await inChunks(
    rows.filter((row) => fromRows.has(shardOf(row.id))),
    (row) => openUnlisted(ports.crypto, underPresentKey, row),
  );
  const listings = await listingsOf(
    ports,
    underPresentKey,
    records.filter((row) => fromRows.has(recordPartOf(row.id))),
  );
  const ofLost = <Item>(items: ReadonlyMap<number, readonly Item[]>) => [...items].flatMap(([part, some]) => (lost.has(part) ? some : []));
  const draft = {
    list: [...ofLost(kept.entries), ...opened.filter((item) => item !== undefined)],
    listRecords: [...ofLost(kept.records), ...listings],
    replaceShards: [...lost],
    // Shards that survived their head are sealed under the new one.
    reseal: vault.head === undefined ? [...vault.shards.keys(), ...vault.records.keys()].filter((part) => !lost.has(part)) : [],
  };
  const head = vault.head ?? (await headAnew(ports, vault, rows));
  const findings = vault.findings.filter((finding) => !isHeadless(finding));
  return commitDraft(ports, { ...vault, head, findings }, draft);
}

/** The parts of which nothing usable is at the server. */
function lostParts(vault: OpenVault): ReadonlySet<number> {
  const named = vault.findings.flatMap((finding) => ('part' in finding ? [finding.part] : []));
  if (vault.head !== undefined) return new Set(named);
  const every = Array.from({ length: lastPart + 1 }, (_, part) => part);
  return new Set(every.filter((part) => !vault.shards.has(part) && !vault.records.has(part)));
}

/** This device's copies that are exactly what the head lists. */
async function openCopies(ports: VaultPorts, vault: OpenVault, head: ManifestHead | undefined, copies: readonly PartCopy[]) {
  const entries = new Map<number, readonly ListedEntry[]>();
  const records = new Map<number, readonly ListedRecord[]>();
  for (const { part, envelope: text } of copies) {
    const listed = head?.shards[String(part)];
    const envelope = parsePartEnvelope(text);
    if (listed === undefined || !envelope.ok || (await digestOf(ports.crypto, text)) !== listed.digest) continue;
    const keys = keysFor(vault, envelope.value.keyId);
    if (keys === undefined) continue;
    const place = { userId: vault.userId, vaultId: vault.vaultId, part };
    if (part < firstRecordPart) {
      const items = await openShard(ports.crypto, keys, place, envelope.value);
      if (items !== undefined) entries.set(part, items);
    } else {
      const items = await openRecordShard(ports.crypto, keys, place, envelope.value);
      if (items !== undefined) records.set(part, items);
    }
  }
  return { entries, records, parts: new Set([...entries.keys(), ...records.keys()]) };
}

/** A head for a vault that lost its own: what this device remembers, or as little as can be said. */
async function headAnew(ports: VaultPorts, vault: OpenVault, rows: readonly VaultRow[]): Promise<ManifestHead> {
  const slots = await knownSlots(ports, vault);
  if (vault.lastHead !== undefined) return { ...vault.lastHead, epoch: vault.epoch, shards: {}, slots };
  const old = rows.filter((row) => !isSealedEntry(row.password_encrypted));
  return {
    vaultId: vault.vaultId,
    epoch: vault.epoch,
    shards: {},
    slots,
    strongest: strongestOf(vault.slots),
    v1: old.length === 0 ? 'none' : 'closed',
    v1Key: null,
    unconverted: await inChunks(old, async (row) => ({ id: row.id, digest: await versionOneDigest(ports.crypto, row) })),
    checkpoint: null,
    retired: [],
    retiredDetails: [],
    records: 'listed',
  };
}

async function knownSlots(ports: VaultPorts, vault: OpenVault): Promise<ManifestHead['slots']> {
  const known = vault.lastHead?.slots ?? (isPinOf(vault.pin, vault) ? vault.pin.slots : undefined) ?? [];
  const opened = vault.slots.find(({ id }) => id === vault.openedSlot);
  if (opened === undefined) return [...known];
  const digest = await slotDigest(ports.crypto, opened);
  return [...known.filter(({ id }) => id !== opened.id), { id: opened.id, digest }];
}
