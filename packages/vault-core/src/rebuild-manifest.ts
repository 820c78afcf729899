import { fail, type Result } from '@castellan/foundation/result';
import { type Commit, type CommitFailure, commitDraft } from './change.ts';
import { strongestOf } from './create-vault.ts';
import { isSealedEntry } from './entry-envelope.ts';
import { inChunks } from './in-chunks.ts';
import { lastPart, type ManifestHead } from './manifest-head.ts';
import { shardOf } from './manifest-shard.ts';
import type { OpenVault } from './open-vault.ts';
import type { VaultPorts } from './ports.ts';
import { recordPartOf } from './record-shard.ts';
import { listingsOf, type RecordRow } from './save-records.ts';
import { slotDigest } from './slot.ts';
import type { VaultRow } from './vault-row.ts';
import { openUnlisted } from './verify-rows.ts';
import { versionOneDigest } from './version-one.ts';

/**
 * The owner's explicit word that the rows which open are the vault, because the manifest that listed them is lost: broken shards,
 * or all of them where the head is, are listed anew from the rows. What was deleted or replayed meanwhile cannot be known then,
 * which is why nothing does this by itself. `records`: all rows of all sealed collections, listed anew alike. Rows of version 1 are remembered as unconverted where the head was lost.
 */
export async function rebuildManifest(
  ports: VaultPorts,
  vault: OpenVault,
  rows: readonly VaultRow[],
  records: readonly RecordRow[] = [],
): Promise<Result<Commit, CommitFailure | { readonly code: 'locked' }>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  const lost = vault.head === undefined;
  const every = Array.from({ length: lastPart + 1 }, (_, part) => part);
  const parts = new Set(lost ? every : vault.findings.flatMap((finding) => ('part' in finding ? [finding.part] : [])));
  const concerned = rows.filter((row) => parts.has(shardOf(row.id)));
  const opened = await inChunks(concerned, (row) => openUnlisted(ports.crypto, vault, row));
  const list = opened.filter((item) => item !== undefined);
  const listRecords = await listingsOf(
    ports,
    vault,
    records.filter((row) => parts.has(recordPartOf(row.id))),
  );
  const head = vault.head ?? (await freshHead(ports, vault, rows));
  const findings = vault.findings.filter(({ code }) => code !== 'head_missing' && code !== 'head_unreadable');
  return commitDraft(ports, { ...vault, head, findings }, { list, listRecords, replaceShards: [...parts] });
}

async function freshHead(ports: VaultPorts, vault: OpenVault, rows: readonly VaultRow[]): Promise<ManifestHead> {
  const { crypto } = ports;
  const old = rows.filter((row) => !isSealedEntry(row.password_encrypted));
  return {
    vaultId: vault.vaultId,
    epoch: vault.epoch,
    shards: {},
    slots: await Promise.all(vault.slots.map(async (slot) => ({ id: slot.id, digest: await slotDigest(crypto, slot) }))),
    strongest: strongestOf(vault.slots),
    v1: old.length === 0 ? 'none' : 'closed',
    v1Key: null,
    unconverted: await inChunks(old, async (row) => ({ id: row.id, digest: await versionOneDigest(crypto, row) })),
    checkpoint: null,
    retired: [],
    retiredDetails: [],
    records: 'listed',
  };
}
