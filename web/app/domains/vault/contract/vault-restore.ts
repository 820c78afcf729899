import type { Result } from '@castellan/foundation/result';
import type { BackupSecret } from '@castellan/vault-core/backup/open-backup';
import type { EntryChoice, RestoredEntry } from '@castellan/vault-core/import/restore-plan';
import type { UpgradeFailure } from '@castellan/vault-core/records/schema-version';
import type { RecordFields, RecordOpenFailure, RecordPlace } from '@castellan/vault-core/records/sealed-record';
import type { OpenFailure } from '@castellan/vault-core/slots/unlock';

export type { EntryChoice } from '@castellan/vault-core/import/restore-plan';

/** Whose keys open a file's sealed rows: the open vault's, those that rotations have ended among them, or the opened backup's. */
export type FileKeys = 'vault' | 'backup';

/** What the payload of a backup has of its vault: the member `vault`, and the rows of its ways in and of its manifest. */
export type VaultOfBackup = { readonly vault: unknown; readonly slots: readonly unknown[]; readonly parts: readonly unknown[] };

/** One step of opening and restoring a file; the Worker keeps what it opened until `forget`, or until it ends. */
export type RestoreOrder =
  | ({ readonly kind: 'openVault'; readonly secret: BackupSecret } & VaultOfBackup)
  | {
      readonly kind: 'openRecords';
      readonly from: FileKeys;
      readonly records: readonly { readonly place: RecordPlace; readonly text: string }[];
    }
  /** The ids of the records that the backup's vault lists as living, by collection. */
  | { readonly kind: 'listedRecords' }
  /** Opens rows of `vault_entries`; `first` forgets those that were taken before. */
  | { readonly kind: 'takeEntries'; readonly first: boolean; readonly rows: readonly unknown[] }
  /** Compares the entries that were taken with the open vault, and plans what `nextImportStep` writes. */
  | { readonly kind: 'planEntries'; readonly choice: EntryChoice }
  | { readonly kind: 'forget' };

/** What each step answers. */
export type RestoreAnswer = {
  readonly openVault: undefined;
  readonly openRecords: readonly Result<RecordFields, RecordOpenFailure | UpgradeFailure>[];
  readonly listedRecords: ReadonlyMap<string, ReadonlySet<string>>;
  readonly takeEntries: undefined;
  readonly planEntries: PlannedEntries;
  readonly forget: undefined;
};

/**
 * What restoring the entries would do, one by one, how many of the file do not open, and how many its vault lists that are not in it.
 * Nothing secret is in it.
 */
export type PlannedEntries = {
  readonly entries: readonly { readonly kind: RestoredEntry['kind']; readonly title: string }[];
  readonly unopened: number;
  readonly absent: number;
};

/**
 * Why a step failed. `backup_closed`: no vault of a backup is open, or it was not rehearsed. `vault_unreadable`: what the payload says of its vault is in no known shape.
 */
export type RestoreStepFailure =
  | OpenFailure
  | {
      readonly code: 'backup_closed' | 'cancelled' | 'locked' | 'not_open' | 'rows_unread' | 'tool_out_of_reach' | 'vault_unreadable';
    };
