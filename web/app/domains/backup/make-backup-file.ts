import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type ExportedFile, type ExportFailure, type ExportSink, type ListSource, writeExport } from '../passport/export-file.ts';
import { firstTables, laterTables } from '../passport/exported-tables.ts';
import { storedFilesTable } from '../passport/stored-files.ts';
import type { BackupFinding, BackupRefusal, VaultBackups } from '../vault/contract/vault-backup.ts';
import type { ExportProof, ToolFailure } from '../vault/contract/vault-tools.ts';
import { sealedLists, settingsList, vaultLists } from './backup-lists.ts';
import { type CheckedLists, checkedLists } from './checked-lists.ts';
import { type SealedSink, sealedSink } from './sealed-sink.ts';

export type BackupFailure = ToolFailure | BackupRefusal | ExportFailure;

/** What was written, and what of it is missing or no use, as the file itself says. */
export type BackupFile = ExportedFile & { readonly findings: readonly BackupFinding[] };

/** What the file is opened by: the vault's own ways in, or a passphrase of its own. */
export type BackupRequest = { readonly proof: ExportProof; readonly passphrase: string | undefined };

type BackupOptions = {
  readonly nowMs: number;
  readonly backups: Pick<VaultBackups, 'begin'>;
  /** Opens the file afresh: what was begun and given up leaves nothing in it. */
  readonly openSink: () => Promise<ExportSink>;
  /** Hears how many rows were read so far. */
  readonly tell: (rows: number) => void;
  /** Asks, before there is a file, whether it is wanted though the server did not show all that the vault lists. */
  readonly confirm: (findings: readonly BackupFinding[]) => Promise<boolean>;
  readonly signal?: AbortSignal;
  readonly tables?: { readonly first: readonly ListSource[]; readonly later: readonly ListSource[] };
  readonly vaultLists?: typeof vaultLists;
};

/** How often a backup is begun, where the vault is written while its rows are read. */
const attempts = 3;

/** `castellan-backup-YYYY-MM-DD.age`, by the day in UTC. */
export function backupName(nowMs: number): string {
  return `castellan-backup-${new Date(nowMs).toISOString().slice(0, 10)}.age`;
}

/**
 * Writes the complete backup: every list of the export with its trash, the vault, and what is set on this device, encrypted on its
 * way. Rows and manifest must be of one moment: where the vault was written meanwhile it is begun again, and given up after the
 * third time. What the vault lists and the server does not show, and what is there and is no use, is a list of the file and asked about
 * before there is one. Nothing is said to be made, logged or rung before the file is closed.
 */
export async function makeBackupFile(
  { proof, passphrase }: BackupRequest,
  options: BackupOptions,
): Promise<Result<BackupFile, BackupFailure>> {
  const { backups, signal } = options;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (signal?.aborted === true) return fail({ code: 'cancelled' });
    const begun = await backups.begin(passphrase, proof);
    if (!begun.ok) return begun;
    const written = await writeOnce(begun.value, options);
    if (written.ok || written.failure.code !== 'vault_changed') {
      if (written.ok) begun.value.finish();
      else begun.value.drop();
      return written;
    }
    begun.value.drop();
  }
  return fail({ code: 'vault_changed' });
}

type Begun = Extract<Awaited<ReturnType<VaultBackups['begin']>>, { ok: true }>['value'];

async function writeOnce(begun: Begun, options: BackupOptions): Promise<Result<BackupFile, BackupFailure>> {
  const { nowMs, openSink, tell, signal, confirm, tables, vaultLists: listsOf = vaultLists } = options;
  const standing: Standing = {};
  let sealed: SealedSink;
  try {
    sealed = sealedSink(begun.seal, await openSink());
  } catch {
    return fail({ code: 'not_written' });
  }
  const { sink } = sealed;
  const collections = sealedLists();
  const checked = checkedLists(begun, collections);
  const { first, later } = tables ?? { first: firstTables, later: [storedFilesTable(), ...laterTables, settingsList()] };
  const written = await writeExport({
    nowMs,
    tell,
    ...(signal === undefined ? {} : { signal }),
    withRemoved: true,
    vault: { facts: { ...begun.vault, collections }, lists: listsOf(begun).map(checked.check) },
    tables: { first: first.map(checked.check), later: [...later.map(checked.check), checked.found] },
    sink: {
      ...sink,
      // Before anything of it is a whole file.
      close: async () => {
        standing.last = await begun.isStill();
        if (!standing.last.ok || !standing.last.value) throw new Error('the vault moved');
        const findings = checked.findings();
        const isWanted = findings.length === 0 || signal?.aborted === true || (await confirm(findings));
        standing.isUnwanted = !isWanted || signal?.aborted === true;
        if (standing.isUnwanted) throw new Error('cancelled');
        await sink.close();
      },
    },
  });
  if (written.ok) return succeed({ ...sealed.whole(), rows: written.value.rows, findings: checked.findings() });
  return written.failure.code === 'not_written' ? fail(reasonOf(standing, checked, sealed, signal) ?? written.failure) : written;
}

/** What is known once all rows were read. */
type Standing = { last?: Awaited<ReturnType<Begun['isStill']>>; isUnwanted?: boolean };

/** Why no file was written, where that is not the disk's fault. */
function reasonOf(
  { last, isUnwanted }: Standing,
  checked: CheckedLists,
  sealed: SealedSink,
  signal?: AbortSignal,
): BackupFailure | undefined {
  if (isUnwanted === true || signal?.aborted === true) return { code: 'cancelled' };
  if (last?.ok === false) return last.failure;
  if (last?.ok === true && !last.value) return { code: 'vault_changed' };
  return checked.failure() ?? sealed.failure();
}
