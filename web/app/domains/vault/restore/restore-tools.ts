import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { BackupSecret } from '@castellan/vault-core/backup/open-backup';
import type { EntryChoice } from '@castellan/vault-core/import/restore-plan';
import type { VaultSealer } from '../../records/sealer.ts';
import type { writeInBatches } from '../checks/run-tools.ts';
import type {
  FileKeys,
  PlannedEntries,
  RestoreAnswer,
  RestoreOrder,
  RestoreStepFailure,
  VaultOfBackup,
} from '../contract/vault-restore.ts';
import type { ImportOutcome, ToolFailure, ToolTask } from '../contract/vault-tools.ts';
import type { ClientFailure } from '../contract/vault-work.ts';
import type { VaultCore } from '../session/store-core.ts';

/** Why a vault of a backup is not opened or compared. */
export type RestoreFailure = RestoreStepFailure | ClientFailure;

/** Restoring over the vault's Worker, which keeps what it opens: a lock forgets it. */
export type RestoreTools = {
  /** Opens the vault that the payload holds, to read its entries and the records that are sealed under its keys. */
  readonly openVault: (vault: VaultOfBackup, secret: BackupSecret) => Promise<Result<undefined, RestoreFailure>>;
  /** Opens sealed rows of a file. */
  readonly openRecords: (from: FileKeys) => VaultSealer['open'];
  /** What records there must be in the file, by the manifest of its vault. */
  readonly listedRecords: () => Promise<Result<RestoreAnswer['listedRecords'], RestoreFailure>>;
  readonly takeEntries: (rows: readonly unknown[], first: boolean) => Promise<Result<undefined, RestoreFailure>>;
  readonly planEntries: (choice: EntryChoice) => Promise<Result<PlannedEntries, RestoreFailure>>;
  /** Writes what was planned, batch after batch. */
  readonly writeEntries: (task: ToolTask) => Promise<Result<ImportOutcome, ToolFailure>>;
  readonly forget: () => void;
};

/** The tools over one vault. `write`: the vault's own way of writing what was planned, handed in so that this part stays small. */
export function restoreToolsOf(core: VaultCore, write: typeof writeInBatches): RestoreTools {
  async function ask<Kind extends RestoreOrder['kind']>(
    order: Extract<RestoreOrder, { readonly kind: Kind }>,
  ): Promise<Result<RestoreAnswer[Kind], RestoreFailure>> {
    const answered = await core.client.ask('restore', order);
    // What a step answers follows from its kind.
    return answered.ok ? succeed(answered.value as RestoreAnswer[Kind]) : answered;
  }
  return {
    openVault: (vault, secret) => ask<'openVault'>({ kind: 'openVault', secret, ...vault }),
    openRecords: (from) => async (records) => {
      const { run } = core;
      const opened = await ask<'openRecords'>({ kind: 'openRecords', from, records });
      return opened.ok && !core.isOver(run) ? succeed(opened.value) : fail({ code: 'locked' });
    },
    listedRecords: () => ask<'listedRecords'>({ kind: 'listedRecords' }),
    takeEntries: (rows, first) => ask<'takeEntries'>({ kind: 'takeEntries', rows, first }),
    planEntries: async (choice) => {
      await rowsRead(core);
      return ask<'planEntries'>({ kind: 'planEntries', choice });
    },
    writeEntries: (task) => write(core, 'restore', task),
    forget: () => void ask<'forget'>({ kind: 'forget' }),
  };
}

/** Waits until the rows behind the list are read, or nothing is open any more. */
function rowsRead(core: VaultCore): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { opened, offline } = core;
      if (opened !== undefined && !offline && !opened.rowsFinished) return;
      stop();
      resolve();
    };
    const stop = core.subscribe(look);
    look();
  });
}
