import type { BackupCheck } from '@castellan/vault-core/backup/check-backup';
import type { OpenedBackup } from '@castellan/vault-core/backup/open-backup';

import type { PushedPieces } from '@castellan/vault-core/backup/pushed-pieces';

import type { Entry } from '@castellan/vault-core/entries/entry';
import type { EntryFindingCode, Finding } from '@castellan/vault-core/finding';
import type { RangeQuery } from '@castellan/vault-core/health/hibp-range';
import type { PlannedImport } from '@castellan/vault-core/import/import-plan';
import type { Commit, VaultChange } from '@castellan/vault-core/manifest/change';
import type { ListedEntry } from '@castellan/vault-core/manifest/manifest-shard';
import { isUnjoined, listEntries, type OpenVault, pinOf, tierOf } from '@castellan/vault-core/manifest/open-vault';
import type { SentState } from '@castellan/vault-core/manifest/sent-state';
import type { VaultRow } from '@castellan/vault-core/manifest/vault-row';
import { memoryFacts } from '@castellan/vault-core/memory-facts';
import { listsRecords } from '@castellan/vault-core/records/verify-records';
import type { VaultFinding, VaultItem } from '../contract/vault-state.ts';
import type { OpenReport, PreparedChange } from '../contract/work-shapes.ts';

/** An item of an import that changes the vault. */
export type PlannedWrite = Exclude<PlannedImport, { kind: 'duplicate' }> & { readonly icon?: Uint8Array };

/** An import between its dry run and its undoing. A row is known by its ciphertext: nothing else tells whose write it was. */
export type ImportUnderWay = {
  readonly writes: readonly PlannedWrite[];
  /** What stood in the row when the plan was made, by the id of each entry that would change. */
  readonly before: ReadonlyMap<string, string>;
  /** What was prepared for each, and what to take it back. */
  readonly written: Map<string, string>;
  readonly undone: Map<string, string>;
};

/** An entry of a backup, with its site's icon. */
export type BackupEntry = { readonly id: string; readonly entry: Entry; readonly icon: Uint8Array | undefined };

/** What of a backup is being restored. */
export type RestoreUnderWay = {
  /** The vault that it holds, with the keys that its own rotations have ended. */
  readonly vault: OpenVault;
  /** `undefined`: the file was not rehearsed yet. */
  entries: BackupEntry[] | undefined;
  /** Rows of entries that do not open. */
  unopened: number;
  /** Entries that its vault lists, and no row was taken of. */
  absent: Set<string>;
};

/** What the Worker holds. */
export type WorkerState = {
  vault: OpenVault | undefined;
  /** Prepared and not accepted yet. */
  waiting: { readonly next: OpenVault; readonly change: VaultChange | undefined; readonly edited: readonly string[] } | undefined;
  /** Ciphertext, as it was handed over. */
  rows: Map<string, VaultRow>;
  verified: Set<VaultRow>;
  findings: Map<string, EntryFindingCode>;
  /** Rows that this device's copy has. */
  copied: WeakSet<VaultRow>;
  /** Entries whose icon was looked at and is none that was sealed for them. */
  brokenIcons: Set<string>;
  unlisted: Map<string, ListedEntry>;
  unconverted: Set<string>;
  /** Entries as they were when an edit of them began, by id and version. */
  bases: Map<string, Entry>;
  /** The file that was read last, with what was written of it. */
  importing: ImportUnderWay | undefined;
  restoring: RestoreUnderWay | undefined;
  /** Counts the files that were begun to be read or dropped: what is not of the last one is not kept. */
  readings: number;
  /** A check against known breaches: the questions by their prefix, and what their answers told. */
  breaches: { readonly queries: ReadonlyMap<string, RangeQuery>; readonly found: Map<string, number> } | undefined;
  /** A backup that is being made, and one that is being read: each has the key of its file. */
  makingBackup: { readonly pieces: PushedPieces; readonly check: BackupCheck } | undefined;
  openedBackup: OpenedBackup | undefined;
  readingBackup: PushedPieces | undefined;
};

export function emptyWorkerState(): WorkerState {
  return {
    vault: undefined,
    waiting: undefined,
    rows: new Map(),
    verified: new Set(),
    findings: new Map(),
    copied: new WeakSet(),
    brokenIcons: new Set(),
    unlisted: new Map(),
    unconverted: new Set(),
    bases: new Map(),
    importing: undefined,
    restoring: undefined,
    readings: 0,
    breaches: undefined,
    makingBackup: undefined,
    openedBackup: undefined,
    readingBackup: undefined,
  };
}

/** Keeps a commit until the server has accepted it, and says what to send. `edited`: entries of which it ends the edit. */
export function hold(
  state: WorkerState,
  commit: Commit & { readonly recoveryKey?: string | undefined },
  edited: readonly string[] = [],
): PreparedChange {
  state.waiting = { next: commit.next, change: commit.change, edited };
  const { expectedEpoch, change, recoveryKey } = commit;
  return { expectedEpoch, change, recoveryKey, next: sentState(commit.next, change.parts) };
}

/** What this device remembers of a change once it is taken; nothing, where that waits for the owner or for another write. */
export function sentState(next: OpenVault, parts: VaultChange['parts']): SentState | undefined {
  const pin = pinOf(next);
  return pin && { pin, parts: new Map(parts.map((part) => [part.part, 'envelope' in part ? part.envelope : null])) };
}

/** An entry as the list knows it. */
export function itemOf(state: WorkerState, { id, version, details }: ListedEntry): VaultItem {
  const code = state.findings.get(id);
  return { id, version, details, finding: code === undefined ? null : { code, id } };
}

/** A finding in the words of the page. */
export function findingOf(finding: Finding): VaultFinding {
  if ('entryId' in finding) return { code: finding.code, id: finding.entryId };
  if ('slotId' in finding) return { code: finding.code, id: finding.slotId };
  return { code: finding.code, id: 'part' in finding ? String(finding.part) : null };
}

/** The entries that the manifest lists, and those that an upgrade waits for. */
export function expectedIds(vault: OpenVault | undefined): ReadonlySet<string> {
  if (vault === undefined) return new Set();
  return new Set([...listEntries(vault), ...(vault.head?.unconverted ?? [])].map(({ id }) => id));
}

/** What the open vault looks like from outside. */
export function reportOf(state: WorkerState, vault: OpenVault): OpenReport {
  const listed = listEntries(vault);
  const expected = expectedIds(vault);
  const isVerified = (id: string) => {
    const row = state.rows.get(id);
    return row !== undefined && state.verified.has(row);
  };
  return {
    tier: tierOf(vault),
    vaultId: vault.vaultId,
    epoch: vault.head?.epoch ?? vault.epoch,
    openedAtMs: vault.openedAtMs,
    items: listed.map((item) => itemOf(state, item)),
    findings: vault.findings.map(findingOf),
    keys: memoryFacts(vault).keys.map(({ name }) => name),
    pin: pinOf(vault),
    firstTime: vault.standing.kind === 'first_time',
    unjoined: isUnjoined(vault),
    changedWays: vault.changedWays,
    versionOne: vault.head?.v1 ?? 'none',
    rotating: (vault.head?.retired.length ?? 0) > 0,
    checkpoint: vault.head?.checkpoint ?? undefined,
    recordsListed: listsRecords(vault),
    wantedRows: [
      ...listed.filter(({ id }) => !isVerified(id)).map(({ id }) => id),
      ...[...state.rows.keys()].filter((id) => !expected.has(id)),
    ],
  };
}
