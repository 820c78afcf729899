import { fail, type Result, succeed } from '@castellan/foundation/result';
import { BackupReadError } from '../vault/backup/back-up.ts';
import { partsOfBackup } from '../vault/backup/file-parts.ts';
import type { BackupOpenFailure, BackupOutline, BackupSecret } from '../vault/contract/vault-backup.ts';
import type { VaultOfBackup } from '../vault/contract/vault-restore.ts';
import type { RestoreFailure, RestoreTools } from '../vault/restore/restore-tools.ts';
import type { VaultStore } from '../vault/vault-store.ts';
import { vaultLists } from './backup-findings.ts';
import type { Row } from './exported-tables.ts';
import { piecesOf } from './file-sinks.ts';
import { PiecesError, readExport, readFailureOf } from './read-export.ts';

/** A complete backup that was opened. The vault's Worker has its keys until it is locked, or `tools.forget()` is called. */
export type CompleteBackup = {
  /** The payload from the beginning, as often as it is wanted. */
  readonly read: () => AsyncGenerator<Uint8Array>;
  readonly tools: RestoreTools;
};

/** Why a complete backup is not opened, or not read to its end. */
export type CompleteBackupFailure =
  | BackupOpenFailure
  | RestoreFailure
  | ReturnType<typeof readFailureOf>
  | { readonly code: 'without_vault' };

/** What opens a file, by its header. Writes nothing, and derives nothing. */
export async function outlineBackup(
  { actions }: Pick<VaultStore, 'actions'>,
  file: Blob,
): Promise<Result<BackupOutline, CompleteBackupFailure>> {
  try {
    const { header, rest } = await partsOf(file);
    await rest.return?.(undefined);
    return await actions.tools.backups.outline(header);
  } catch (error) {
    return fail(readFailureOf(error));
  }
}

/** Opens a complete backup and the vault in it. Writes nothing; wants no open vault. */
export async function openCompleteBackup(
  { actions, restoring }: Pick<VaultStore, 'actions' | 'restoring'>,
  file: Blob,
  secret: BackupSecret,
): Promise<Result<CompleteBackup, CompleteBackupFailure>> {
  try {
    const { header, rest } = await partsOf(file);
    await rest.return?.(undefined);
    const opened = await actions.tools.backups.open(header, secret);
    if (!opened.ok) return opened;
    const { read: readBehind } = opened.value;
    const read = async function* () {
      try {
        yield* readBehind((await partsOf(file)).rest);
      } catch (error) {
        throw error instanceof BackupReadError ? new PiecesError({ code: error.code }) : error;
      }
    };
    const vault = await vaultIn(read());
    if (vault === undefined) return fail({ code: 'without_vault' });
    const tools = await restoring();
    const opening = await tools.openVault(vault, secret);
    return opening.ok ? succeed({ read, tools }) : opening;
  } catch (error) {
    return fail(readFailureOf(error));
  }
}

async function partsOf(file: Blob) {
  const split = await partsOfBackup(piecesOf(file));
  if (!split.ok) throw new PiecesError(split.failure);
  return split.value;
}

/** Reads a payload as far as its vault goes. */
async function vaultIn(payload: AsyncIterable<Uint8Array>): Promise<VaultOfBackup | undefined> {
  const found: { vault: unknown; slots: Row[] | undefined; parts: Row[] | undefined } = {
    vault: undefined,
    slots: undefined,
    parts: undefined,
  };
  let rows: Row[] | undefined;
  for await (const event of readExport(payload)) {
    if (event.kind === 'vault') found.vault = event.value;
    else if (event.kind === 'list') {
      rows = event.name === vaultLists.slots || event.name === vaultLists.parts ? [] : undefined;
      if (event.name === vaultLists.slots) found.slots = rows;
      if (event.name === vaultLists.parts) found.parts = rows;
    } else if (event.kind === 'row') rows?.push(event.row);
    else if (event.kind === 'list-end') {
      const { vault, slots, parts } = found;
      if (vault !== undefined && slots !== undefined && parts !== undefined) return { vault, slots, parts };
    }
  }
  return undefined;
}
