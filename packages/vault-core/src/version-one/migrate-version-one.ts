import { fromBase64Url, toBase64Url, wipe } from '@castellan/foundation/bytes';
import { frame } from '@castellan/foundation/framing';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { openBytes, sealBytes } from '../crypto/sealing.ts';
import { type EditFailure, type Prepared, sealPrepared } from '../entries/edit-entries.ts';
import type { Entry } from '../entries/entry.ts';
import { isSealedEntry, openDetails, openSecrets, parseEntryEnvelope } from '../entries/entry-envelope.ts';
import { readManySecrets } from '../entries/read-entry.ts';
import type { Finding } from '../finding.ts';
import { inChunks } from '../in-chunks.ts';
import { type Commit, type CommitFailure, commitDraft } from '../manifest/change.ts';
import { byShard, fitChange } from '../manifest/fit-change.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import type { VaultRow } from '../manifest/vault-row.ts';
import { verifyRows } from '../manifest/verify-rows.ts';
import type { PlatformKey, VaultPorts } from '../ports.ts';
import { type CreatedVault, type CreateFailure, foundVault } from '../slots/create-vault.ts';
import type { NewSlot } from '../slots/new-slot.ts';
import {
  importVersionOneKey,
  openVersionOne,
  parseVersionOne,
  type VersionOneFailure,
  versionOneDigest,
  versionOneKeyBytes,
} from './version-one.ts';

/** `wrong_v1_master`: no row opens with it. `same_master`: the new master is the burnt one. `not_v1`: no row is of version 1. */
export type MigrationStartFailure = CreateFailure | { readonly code: 'wrong_v1_master' | 'same_master' | 'not_v1' };

/** Rows converted with one write. */
const batchSize = 200;

/**
 * Founds the vault that replaces rows of version 1, to be sent by `upgrade_vault`; nothing is converted yet. Every row's digest
 * is written down first, and the burnt key sealed beside, so that the work resumes under the new master alone.
 */
export async function beginMigration(
  ports: VaultPorts,
  userId: string,
  rows: readonly VaultRow[],
  oldMaster: string,
  wanted: readonly NewSlot[],
): Promise<Result<CreatedVault, MigrationStartFailure>> {
  const old = rows.filter((row) => !isSealedEntry(row.password_encrypted));
  if (old.length === 0) return fail({ code: 'not_v1' });
  if (wanted.some((slot) => slot.kind === 'master' && slot.master.normalize('NFKC') === oldMaster.normalize('NFKC')))
    return fail({ code: 'same_master' });
  const raw = await versionOneKeyBytes(ports.crypto, oldMaster);
  const key = await importVersionOneKey(ports.crypto, raw);
  if (!(await anyOpens(ports, key, old))) return fail({ code: 'wrong_v1_master' });
  const unconverted = await inChunks(old, async (row) => ({ id: row.id, digest: await versionOneDigest(ports.crypto, row) }));
  const created = await foundVault(ports, userId, wanted, { v1: 'open', v1Key: raw, unconverted }, async (keys, vaultId, burnt) => {
    if (keys.secrets === undefined) throw new TypeError('a vault is founded with all its keys');
    return toBase64Url(await sealBytes(ports, keys.secrets.migration, migrationAad(userId, vaultId, keys.keyId), burnt));
  });
  wipe(raw);
  return created;
}

async function anyOpens(ports: VaultPorts, key: PlatformKey, rows: readonly VaultRow[]): Promise<boolean> {
  for (const row of rows) if ((await openVersionOne(ports.crypto, key, row)).ok) return true;
  return false;
}

function migrationAad(userId: string, vaultId: string, keyId: string) {
  return frame('castellan.migration.2', userId, vaultId, keyId);
}

/** A row of version 1 that stays as it is, and why. */
export type LeftRow = { readonly id: string; readonly code: VersionOneFailure['code'] | 'altered' | 'missing' };

/**
 * What to do next. `convert` and `close`: send the commit, go on from its `next`, read the rows again, ask again. `blocked`:
 * rows that were converted are not what was written; they are named, and version 1 stays open. `done`: nothing is left to do.
 */
export type MigrationStep =
  | { readonly kind: 'convert'; readonly commit: Commit; readonly converted: readonly string[] }
  | { readonly kind: 'close'; readonly commit: Commit }
  | { readonly kind: 'blocked'; readonly findings: readonly Finding[] }
  | { readonly kind: 'done'; readonly left: readonly LeftRow[] };

/**
 * The next step of a migration, from the vault and all rows as they are now: safe to ask again after any interruption.
 * `oldMaster` is for rows that were sealed under yet another master of version 1; it works after closing too.
 */
export async function nextMigrationStep(
  ports: VaultPorts,
  vault: OpenVault,
  rows: readonly VaultRow[],
  oldMaster?: string,
): Promise<Result<MigrationStep, CommitFailure | EditFailure>> {
  if (vault.head === undefined) return fail({ code: 'manifest_unreadable' });
  if (vault.keys.secrets === undefined) return fail({ code: 'locked' });
  const key = await burntKey(ports, vault, oldMaster);
  const { prepared, left } = await convertSome(ports, vault, rows, key);
  if (prepared.length > 0) {
    const waiting = vault.head.unconverted;
    const commit = await fitChange(prepared, (some) => {
      const entries = some.map(({ write }) => write);
      const unconverted = waiting.filter(({ id }) => !entries.some((entry) => entry.id === id));
      return commitDraft(ports, vault, { list: some.map(({ item }) => item), entries, head: { unconverted } });
    });
    return commit.ok
      ? succeed({ kind: 'convert', commit: commit.value, converted: commit.value.change.entries.map(({ id }) => id) })
      : commit;
  }
  if (vault.head.v1 !== 'open') return succeed({ kind: 'done', left });
  const findings = await notReadBack(ports, vault, rows);
  if (findings.length > 0) return succeed({ kind: 'blocked', findings });
  const commit = await commitDraft(ports, vault, { head: { v1: 'closed', v1Key: null } });
  return commit.ok ? succeed({ kind: 'close', commit: commit.value }) : commit;
}

async function burntKey(ports: VaultPorts, vault: OpenVault, oldMaster: string | undefined): Promise<PlatformKey | undefined> {
  const { crypto } = ports;
  if (oldMaster !== undefined) return importVersionOneKey(crypto, await versionOneKeyBytes(crypto, oldMaster));
  const sealed = fromBase64Url(vault.head?.v1Key ?? '');
  if (vault.keys.secrets === undefined || sealed === undefined) return undefined;
  const raw = await openBytes(crypto, vault.keys.secrets.migration, migrationAad(vault.userId, vault.vaultId, vault.keys.keyId), sealed);
  if (raw === undefined) return undefined;
  const key = await importVersionOneKey(crypto, raw);
  wipe(raw);
  return key;
}

/** Converts up to a batch of rows, each checked by opening what was sealed before anything is sent; names those that stay. */
async function convertSome(ports: VaultPorts, vault: OpenVault, rows: readonly VaultRow[], key: PlatformKey | undefined) {
  const prepared: Prepared[] = [];
  const left: LeftRow[] = [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, digest } of byShard(vault.head?.unconverted ?? [])) {
    if (prepared.length >= batchSize) break;
    const row = byId.get(id);
    if (row === undefined) left.push({ id, code: 'missing' });
    else if ((await versionOneDigest(ports.crypto, row)) !== digest) left.push({ id, code: 'altered' });
    else {
      const entry =
        key === undefined
          ? fail({ code: parseVersionOne(row.password_encrypted) ? 'v1_unreadable' : 'v1_malformed' })
          : await openVersionOne(ports.crypto, key, row);
      const sealed = entry.ok ? await sealPrepared(ports, vault, id, 1, entry.value, undefined) : undefined;
      if (entry.ok && sealed?.ok === true && (await opensAs(ports, vault, sealed.value, entry.value))) prepared.push(sealed.value);
      else left.push({ id, code: entry.ok ? 'v1_too_large' : entry.failure.code });
    }
  }
  return { prepared, left };
}

async function opensAs(ports: VaultPorts, vault: OpenVault, { item, write }: Prepared, entry: Entry): Promise<boolean> {
  const envelope = parseEntryEnvelope(write.password_encrypted);
  if (!envelope.ok) return false;
  const place = { userId: vault.userId, entryId: item.id };
  const details = await openDetails(ports.crypto, vault.keys, place, envelope.value);
  const secrets = await openSecrets(ports.crypto, vault.keys, place, envelope.value);
  return details.ok && secrets.ok && canonicalJson({ details: details.value, secrets: secrets.value }) === canonicalJson(entry);
}

/** Reads every listed row back: what was written is there, byte for byte, and opens. */
export async function notReadBack(ports: VaultPorts, vault: OpenVault, rows: readonly VaultRow[]): Promise<Finding[]> {
  const report = await verifyRows(ports, vault, rows);
  const waiting = new Set(vault.head?.unconverted.map(({ id }) => id));
  const findings: Finding[] = report.findings.filter(
    ({ code, entryId }) => code !== 'relabelled' && code !== 'planted_v1' && !waiting.has(entryId),
  );
  const listed = rows.filter((row) => report.verified.has(row));
  const secrets = await readManySecrets(ports, vault, listed, { verified: report.verified });
  for (const [index, row] of listed.entries()) if (secrets[index]?.ok !== true) findings.push({ code: 'unreadable', entryId: row.id });
  return [...findings, ...vault.findings.filter((finding) => 'part' in finding)];
}
