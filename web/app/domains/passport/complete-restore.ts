import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { restRecordsServer } from '../records/records-server.ts';
import type { VaultFailure } from '../vault/contract/vault-failure.ts';
import type { EntryChoice } from '../vault/contract/vault-restore.ts';
import type { ImportOutcome, ToolFailure } from '../vault/contract/vault-tools.ts';
import type { RestoreFailure, RestoreTools } from '../vault/restore/restore-tools.ts';
import type { VaultStore } from '../vault/vault-store.ts';
import { type CountedFindings, countFindings, findingsList, storedFilesList, vaultLists } from './backup-findings.ts';
import type { CompleteBackup } from './complete-backup.ts';
import { deviceSettingsTable, writeDeviceSettings } from './device-settings.ts';
import { type ExportedTable, firstTables, laterTables, type Row } from './exported-tables.ts';
import { type ListVerifier, type Rehearsal, type RehearsalFailure, rehearseRestore, tellName } from './rehearse-restore.ts';
import { type RestoredList, type RestoreFailure as RowsFailure, restoreExport, type WriteRows, writeToDatabase } from './restore-export.ts';
import { sealedPlan, sealedRestore } from './restore-sealed.ts';
import { storedFilesTable, writeStoredFiles } from './stored-files.ts';

type Store = Pick<VaultStore, 'read' | 'records' | 'actions'>;

/** What tests hand in, so that they need no server. */
type Ports = {
  readonly tables?: readonly ExportedTable[];
  readonly server?: Parameters<typeof sealedPlan>[0]['server'];
  readonly writeRows?: WriteRows;
};

/** Why a backup is not compared with this account. `vault_locked`: the vault that is here is to be opened first. */
export type CompleteRehearsalFailure = RehearsalFailure | RestoreFailure | { readonly code: 'vault_locked' };

/** Why a restore ended before its end; what was written stays, and a second run goes on from there. */
export type CompleteRestoreFailure = CompleteRehearsalFailure | RowsFailure | ToolFailure | VaultFailure;

/** The lists of a backup that come back: those of an export, what the storage has of large files, and what is set on this device. */
export const backupTables: readonly ExportedTable[] = [...firstTables, storedFilesTable(), ...laterTables, deviceSettingsTable];

/** The vault that a backup is merged into. `older`: the legacy product's, which is to be upgraded first. */
export function vaultHere({ read }: Pick<VaultStore, 'read'>): 'none' | 'open' | 'locked' | 'older' | 'unknown' {
  const state = read();
  if (state.stage !== 'open' && state.stage !== 'locked') return 'unknown';
  if (state.stage === 'open' && state.tier === 'secrets') return 'open';
  return state.kind === 'present' ? 'locked' : state.kind;
}

/** What a rehearsal found, and what the file itself says was not as its vault lists it when it was made. */
export type CompleteRehearsal = Rehearsal & { readonly whenMade: readonly CountedFindings[] };

/**
 * Compares an opened backup with this account, by the code that restores it; writes nothing. Where the account has no vault yet,
 * everything sealed is new.
 */
export async function rehearseComplete(
  store: Store,
  { read, tools }: CompleteBackup,
  {
    tables = backupTables,
    server = restRecordsServer,
    tell,
    signal,
  }: Ports & { readonly tell: (bytes: number) => void; readonly signal?: AbortSignal },
): Promise<Result<CompleteRehearsal, CompleteRehearsalFailure>> {
  const here = vaultHere(store);
  if (here !== 'none' && here !== 'open') return fail({ code: 'vault_locked' });
  const listed = await tools.listedRecords();
  if (!listed.ok) return listed;
  const failed: { entries?: RestoreFailure } = {};
  const findings: Finding[] = [];
  const others = new Map([
    [vaultLists.entries, entryVerifier(tools, (failure) => Object.assign(failed, { entries: failure }))],
    [vaultLists.slots, countOf(vaultLists.slots, 'Ways into the vault')],
    [vaultLists.parts, countOf(vaultLists.parts, 'Vault manifest')],
    [findingsList, findingsVerifier(findings)],
  ]);
  const rehearsed = await rehearseRestore({
    pieces: read(),
    tell,
    tables,
    withRemoved: true,
    namesSealed: true,
    listed: listed.value,
    planSealed: sealedPlan({ vault: store.records, openOfFile: tools.openRecords('backup'), server, isBackup: true }),
    others,
    ...(signal === undefined ? {} : { signal }),
  });
  if (failed.entries !== undefined) return fail(failed.entries);
  return rehearsed.ok ? succeed({ ...rehearsed.value, whenMade: countFindings(findings) }) : rehearsed;
}

/** Entries that are opened at once. */
const entriesAtOnce = 100;

const noCounts = { equal: 0, different: 0, missing: 0, extra: 0, unopened: new Map<string, number>(), absent: 0, differing: [] };

/** Has the Worker open the backup's entries, and compare them with the vault's at their end. */
function entryVerifier(tools: RestoreTools, refuse: (failure: RestoreFailure) => void): ListVerifier {
  let waiting: Row[] = [];
  let first = true;
  let faulty = 0;
  let firstFault: string | undefined;
  let refused: RestoreFailure | undefined;
  const take = async () => {
    if (refused !== undefined || (!first && waiting.length === 0)) return;
    const taken = await tools.takeEntries(waiting, first);
    waiting = [];
    first = false;
    if (!taken.ok) refused = taken.failure;
  };
  return {
    fault: (what) => {
      faulty += 1;
      firstFault ??= what;
    },
    take: async (row) => {
      waiting.push(row);
      if (waiting.length >= entriesAtOnce) await take();
    },
    end: async (rows) => {
      await take();
      const planned = refused === undefined ? await tools.planEntries('mine') : fail(refused);
      if (!planned.ok) refuse(planned.failure);
      const entries = planned.ok ? planned.value.entries : [];
      const { unopened, absent } = planned.ok ? planned.value : { unopened: 0, absent: 0 };
      const count = (wanted: (typeof entries)[number]['kind']) => entries.filter(({ kind }) => kind === wanted).length;
      const differing: string[] = [];
      for (const { kind, title } of entries) if (kind === 'different') tellName(differing, title);
      return {
        ...{ name: vaultLists.entries, title: 'Vault entries', rows, faulty, firstFault },
        ...{ equal: count('equal'), different: count('different'), missing: count('new'), extra: 0, absent, differing },
        unopened: new Map(unopened === 0 ? [] : [['unreadable', unopened]]),
      };
    },
  };
}

type Finding = z.infer<typeof findingSchema>;

const findingSchema = z.object({ list: z.string(), code: z.string() });

/** Takes what was found when the file was made. */
function findingsVerifier(findings: Finding[]): ListVerifier {
  const counted = countOf(findingsList, 'Not as the vault lists it');
  return {
    ...counted,
    take: async (row, line) => {
      const finding = findingSchema.safeParse(row).data;
      if (finding === undefined) counted.fault(`line ${line}: no finding`);
      else findings.push(finding);
    },
  };
}

/** Counts the rows of a list that is the vault's own: a vault is made anew, and takes none of them. */
function countOf(name: string, title: string): ListVerifier {
  let faulty = 0;
  let firstFault: string | undefined;
  return {
    fault: (what) => {
      faulty += 1;
      firstFault ??= what;
    },
    take: async () => undefined,
    end: async (rows) => ({ name, title, rows, faulty, firstFault, ...noCounts }),
  };
}

/** How far a restore is: the vault is made, its entries are written, then the rows of the lists. */
export type RestoreProgress = { readonly part: 'vault' | 'entries' | 'rows'; readonly done: number; readonly total: number };

type RestoreOptions = Ports & {
  /** The master of the vault that is made where there is none. */
  readonly master: string | undefined;
  /** The new vault's recovery key, to be shown whatever becomes of the rest. */
  readonly onFounded: (recoveryKey: string) => void;
  readonly entries: EntryChoice;
  /** The lists of which the backup's rows take the place of those that differ. */
  readonly overwrite: ReadonlySet<string>;
  readonly rows: number;
  readonly tell: (progress: RestoreProgress) => void;
  readonly signal?: AbortSignal;
};

/** What came back. */
export type CompleteRestore = { readonly entries: ImportOutcome; readonly lists: readonly RestoredList[] };

/**
 * Restores an opened backup that was rehearsed. Where the account has no vault, one is made with the given master; entries and sealed
 * records are opened under the backup's keys and sealed under this vault's. Doing it again, also after it was broken off, adds nothing
 * twice.
 */
export async function restoreComplete(
  store: Store,
  { read, tools }: CompleteBackup,
  options: RestoreOptions,
): Promise<Result<CompleteRestore, CompleteRestoreFailure>> {
  const { tables = backupTables, server = restRecordsServer, writeRows = writeToDatabase, master, onFounded, tell, signal } = options;
  if (vaultHere(store) === 'none') {
    if (master === undefined) return fail({ code: 'vault_locked' });
    tell({ part: 'vault', done: 0, total: 1 });
    const founded = await store.actions.setMaster(master);
    if (!founded.ok) return founded;
    onFounded(founded.value.recoveryKey);
  }
  if (vaultHere(store) !== 'open') return fail({ code: 'vault_locked' });
  const planned = await tools.planEntries(options.entries);
  if (!planned.ok) return planned;
  const task = { onProgress: (done: number, total: number) => tell({ part: 'entries', done, total }) };
  const entries = await tools.writeEntries(signal === undefined ? task : { ...task, signal });
  if (!entries.ok) return entries;
  const lists = await restoreExport({
    pieces: read(),
    overwrite: options.overwrite,
    writeSealed: sealedRestore({ vault: store.records, openOfFile: tools.openRecords('backup'), server, isBackup: true }),
    writeRows: (table, rows, overwrite) => {
      if (table === deviceSettingsTable.table) return writeDeviceSettings(rows, overwrite);
      return table === storedFilesList ? writeStoredFiles(rows, overwrite) : writeRows(table, rows, overwrite);
    },
    tell: (done) => tell({ part: 'rows', done, total: options.rows }),
    tables,
    ...(signal === undefined ? {} : { signal }),
  });
  return lists.ok ? succeed({ entries: entries.value, lists: lists.value }) : lists;
}
