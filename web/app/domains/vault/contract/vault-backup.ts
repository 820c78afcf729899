import type { Result } from '@castellan/foundation/result';
import type { HeaderFailure } from '@castellan/vault-core/backup/backup-header';
import type { BackupVault } from '@castellan/vault-core/backup/backup-vault';
import type { BackedFilePart, BackupFinding } from '@castellan/vault-core/backup/check-backup';
import type { MakeBackupFailure } from '@castellan/vault-core/backup/make-backup';
import type { BackupSecret, OpenBackupFailure } from '@castellan/vault-core/backup/open-backup';
import type { VaultPin } from '@castellan/vault-core/manifest/pin';
import type { SupersededFailure } from '@castellan/vault-core/manifest/read-manifest';
import type { SlotKind } from '@castellan/vault-core/slots/slot';
import type { SlotSecret } from '@castellan/vault-core/slots/slot-secret';
import type { WorkerJob } from '../../../lib/workers/worker-job.ts';
import type { VaultFailure } from './vault-failure.ts';
import type { Proof } from './vault-proof.ts';

export type { BackupVault } from '@castellan/vault-core/backup/backup-vault';
export type { BackedFilePart, BackupFinding } from '@castellan/vault-core/backup/check-backup';
export type { BackupSecret } from '@castellan/vault-core/backup/open-backup';

type NotOpenFailure = { readonly code: 'not_open' };
type OutOfReachFailure = { readonly code: 'tool_out_of_reach' };

/** A piece of a file on its way through the Worker. */
type Piece = { readonly piece: Uint8Array; readonly isLast: boolean };

/** Rows to be checked, or the end of them: `list` is that of entries then. */
type BackupRows =
  | { readonly list: string; readonly collection: string | undefined; readonly rows: readonly unknown[] }
  | { readonly list: string; readonly files: readonly BackedFilePart[] }
  | { readonly list: string; readonly collections: Readonly<Record<string, string>> };

/** What a backup's header says of the ways to open it. */
export type BackupOutline = { readonly kind: 'passphrase' } | { readonly kind: 'keys'; readonly ways: readonly BackupWayIn[] };

/** A way into the vault that opens a backup; what a passkey is asked for is empty for the others. */
export type BackupWayIn = {
  readonly kind: SlotKind;
  readonly label: string;
  readonly credentialId: string;
  readonly prfSalt: string;
};

/** What the vault's Worker does of a complete backup. The key of a file stays there. */
export type BackupJobs = {
  /**
   * Begins a backup of the vault as a snapshot shows it, which must be what this device knows; the vault's key is presented once
   * more. With a passphrase the file is opened by that alone.
   */
  readonly beginBackup: Job<
    {
      readonly snapshot: unknown;
      readonly pin: VaultPin | undefined;
      readonly authority: SlotSecret;
      readonly passphrase: string | undefined;
    },
    BackupVault,
    | MakeBackupFailure
    | SupersededFailure
    | NotOpenFailure
    | OutOfReachFailure
    | { readonly code: 'snapshot_malformed' | 'vault_missing' | 'unaccepted_state' }
  >;
  /** Encrypts the next piece of the payload; `no_backup`: none was begun, or it has ended. */
  readonly sealBackup: Job<Piece, Uint8Array<ArrayBuffer>, NotOpenFailure | { readonly code: 'no_backup' }>;
  /**
   * Holds sealed rows that go into the backup against its vault, those of entries where there is no `collection`; with `collections`,
   * the collection of each list, it says what of all lists is missing or no use. `files`: parts of stored files, before any record.
   */
  readonly checkBackup: Job<BackupRows, readonly BackupFinding[], NotOpenFailure | { readonly code: 'no_backup' }>;
  /** What a header says before anything is opened. */
  readonly outlineBackup: Job<{ readonly header: Uint8Array<ArrayBuffer> }, BackupOutline, HeaderFailure | OutOfReachFailure>;
  /** Opens a header; wants no open vault. */
  readonly openBackup: Job<
    { readonly header: Uint8Array<ArrayBuffer>; readonly secret: BackupSecret },
    { readonly kind: BackupOutline['kind'] },
    OpenBackupFailure | OutOfReachFailure
  >;
  /** Decrypts the next piece of what lies behind the header that was opened last; the first one begins it again. */
  readonly readBackup: Job<
    Piece & { readonly isFirst: boolean },
    Uint8Array<ArrayBuffer>,
    { readonly code: 'no_backup' | 'backup_damaged' }
  >;
  /** The page that opens a backup without a network, as one file. Wants no open vault. */
  readonly makeDecryptor: Job<undefined, Blob, OutOfReachFailure | { readonly code: 'library_not_inlinable' }>;
};

type Job<Input, Value, Failure extends { readonly code: string }> = WorkerJob<Input, Value, Failure>;

/**
 * Why no backup is made. `vault_changed`: the vault was written while its rows were read. `not_as_known`: the vault is not what this
 * device knows, or its manifest is not whole; its own screen says what is wrong.
 */
export type BackupRefusal = { readonly code: 'passphrase_weak' | 'derivation_failed' | 'vault_changed' | 'not_as_known' };

/** A backup under way: the vault at one moment, and the encryption of whatever goes into the file. */
export type BackupUnderWay = {
  readonly vault: BackupVault;
  /** Rows of `vault_slots` and `vault_manifest` as they were shown. */
  readonly slots: readonly Readonly<Record<string, unknown>>[];
  readonly parts: readonly Readonly<Record<string, unknown>>[];
  readonly seal: (piece: Uint8Array, isLast: boolean) => Promise<Result<Uint8Array<ArrayBuffer>, VaultFailure>>;
  /** Holds sealed rows against the vault as they are read: those of entries, or of a collection. */
  readonly check: (list: string, collection: string | undefined, rows: readonly unknown[]) => Promise<Result<unknown, VaultFailure>>;
  /** Takes the digests of stored files' parts, all of them before the first record. */
  readonly checkFiles: (list: string, files: readonly BackedFilePart[]) => Promise<Result<unknown, VaultFailure>>;
  /** What the vault lists and no row was shown of, and rows that are no use, once all rows were checked. */
  readonly findings: (
    entryList: string,
    collections: Readonly<Record<string, string>>,
  ) => Promise<Result<readonly BackupFinding[], VaultFailure>>;
  /** Whether the vault stands where it stood, so that the rows that were read are those that its manifest lists. */
  readonly isStill: () => Promise<Result<boolean, VaultFailure>>;
  /** The file is whole: the log has a row of it, and every canary rings. */
  readonly finish: () => void;
  /** Ends it without a file. */
  readonly drop: () => void;
};

/** Why a backup does not open, in the page's words. */
export type BackupOpenFailure =
  | HeaderFailure
  | { readonly code: 'wrong_key' | 'wrong_passphrase' | 'backup_damaged' | 'wants_passphrase' | 'wants_key' }
  | VaultFailure;

/**
 * A backup that was opened. `read` gives its payload from the beginning, of what lies behind the header; it is to be read to its end
 * before any of it is believed to be whole. It can be read again until another file is opened or the vault is locked.
 */
export type OpenBackupFile = {
  readonly kind: BackupOutline['kind'];
  readonly read: (rest: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array<ArrayBuffer>>;
};

/** What can be done with complete backups. */
export type VaultBackups = {
  readonly begin: (
    passphrase: string | undefined,
    proof: Exclude<Proof, { kind: 'recovery' }>,
  ) => Promise<Result<BackupUnderWay, VaultFailure | BackupRefusal>>;
  /** The page that opens the file without a network. */
  readonly decryptor: () => Promise<Result<{ readonly name: string; readonly content: Blob }, VaultFailure>>;
  /** What opens a file, by its header. */
  readonly outline: (header: Uint8Array<ArrayBuffer>) => Promise<Result<BackupOutline, HeaderFailure | VaultFailure>>;
  /** Opens a file; wants no open vault. Reading the payload throws where the file was changed, cut off or could not be read. */
  readonly open: (header: Uint8Array<ArrayBuffer>, secret: BackupSecret) => Promise<Result<OpenBackupFile, BackupOpenFailure>>;
};
