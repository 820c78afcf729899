import type { Result } from '@castellan/foundation/result';
import type { HealthProblem } from '@castellan/vault-core/health/health-report';
import type { ImportRequest } from '@castellan/vault-core/import/import-file';
import type { ImportFailure, ImportFormat, ImportLoss, ImportRejection } from '@castellan/vault-core/import/import-model';
import type { Strength } from '@castellan/vault-core/strength/strength-meter';
import type { VaultBackups } from './vault-backup.ts';
import type { VaultFailure } from './vault-failure.ts';
import type { Proof } from './vault-proof.ts';

export type { HealthProblem } from '@castellan/vault-core/health/health-report';
export type { ImportFormat, ImportLoss, ImportRejection } from '@castellan/vault-core/import/import-model';
export type { Strength } from '@castellan/vault-core/strength/strength-meter';

/** How the page hears of long work, and stops it. */
export type ToolTask = { readonly onProgress?: (done: number, total: number) => void; readonly signal?: AbortSignal };

/** Why a tool did not finish. `rows_unread`: not every row has come from the backend yet, so the work would be of a part only. */
export type ToolFailure = VaultFailure | { readonly code: 'cancelled' | 'rows_unread' };

/** Why no file is made of an export that was asked for. */
export type ExportRefusal = { readonly code: 'password_too_short' | 'export_too_large' | 'derivation_failed' };

/** A file to be read, and what opens it where it is sealed. */
export type ImportSource = {
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  readonly keyFile: Uint8Array | undefined;
};

/** Why a file was not read, besides what is wrong with it: its reader made no progress, or could not be loaded or run. */
export type ReaderFailure = { readonly code: 'cancelled' | 'reading_took_too_long' | 'reader_failed' };

/** Reads a file of another program where no keys are, and gives what it held, packed (`unpackImport`). The signal ends it at once. */
export type ReadForeignFile = (request: ImportRequest, signal: AbortSignal) => Promise<Result<Uint8Array, ImportFailure | ReaderFailure>>;

/** What importing would do with one item of the file. Nothing secret is in it. */
export type ImportRow = {
  readonly place: number;
  readonly kind: 'new' | 'changed' | 'duplicate';
  readonly title: string;
  readonly username: string;
  /** The parts of the entry that would change. */
  readonly changes: readonly string[];
};

/** What an import would do; nothing has been written. */
export type ImportPreview = {
  readonly format: ImportFormat;
  readonly rows: readonly ImportRow[];
  readonly rejected: readonly ImportRejection[];
  readonly losses: readonly ImportLoss[];
};

/** How an import, or its undoing, ended. `skipped`: entries that were changed elsewhere meanwhile and were left as they are. */
export type ImportOutcome = { readonly written: number; readonly skipped: number };

/** A file to be made. */
export type ExportRequest = { readonly format: 'encrypted' | 'kdbx'; readonly password: string } | { readonly format: 'csv' };

/** What an export wants once more, whatever its format: an open screen alone gives nothing away. */
export type ExportProof = Exclude<Proof, { kind: 'recovery' }>;

/** What was made: the files, and what is not in them. */
export type ExportedVault = {
  readonly files: readonly { readonly name: string; readonly content: Blob }[];
  readonly entries: number;
  /** Entries whose row is not what the manifest lists, or does not open: not in the file. */
  readonly left: readonly string[];
  /** Only for CSV: cells that got an apostrophe so that no spreadsheet runs them. */
  readonly defusedCells: number;
  /** What the format has no place for, with the number of entries it concerns. */
  readonly losses: Readonly<Record<string, number>>;
};

/** What is amiss, by problem: the entries' ids. */
export type HealthReport = {
  readonly problems: Readonly<Record<HealthProblem, readonly string[]>>;
  readonly checked: number;
  /** Entries that could not be read, and so were not looked at. */
  readonly left: number;
};

/** How a check against known breaches ended. `done` may still lack single answers; `asked` says how many came. */
export type BreachCheckEnd = 'done' | 'stopped' | 'service_away' | 'backend_away' | 'refused' | 'must_wait';

/** What a check against known breaches found, as far as it came. */
export type BreachReport = {
  /** Entries whose password is known, with how often the service saw it; the most seen first. */
  readonly found: readonly { readonly id: string; readonly count: number }[];
  /** Questions that were answered, of how many. Equal passwords, and some others by chance, share a question. */
  readonly asked: number;
  readonly total: number;
  /** Entries that could not be read, and so were not looked at. */
  readonly left: number;
  readonly ended: BreachCheckEnd;
};

/** `onPause`: the service wants to be left alone for so many seconds; `null` when it goes on. */
export type BreachTask = ToolTask & { readonly onPause?: (seconds: number | null) => void };

/** What can be done with the whole vault. Whatever reads secrets does so in the Worker. */
export type VaultTools = {
  /** Reads a file and compares it with the vault. `password_needed` and `wrong_password` ask for the call to be repeated. */
  readonly readImport: (
    source: ImportSource,
    task: ToolTask,
  ) => Promise<Result<ImportPreview, ToolFailure | ImportFailure | ReaderFailure>>;
  /** Writes what was read last, in batches; after `cancelled` or a failure, called again, it goes on where it stood. */
  readonly runImport: (task: ToolTask) => Promise<Result<ImportOutcome, ToolFailure>>;
  /** Takes back what was written, but for entries that were changed since. */
  readonly undoImport: (task: ToolTask) => Promise<Result<ImportOutcome, ToolFailure>>;
  /** Drops the file that was read: its entries are in memory until then. */
  readonly forgetImport: () => void;
  readonly exportVault: (
    request: ExportRequest,
    proof: ExportProof,
    task: ToolTask,
  ) => Promise<Result<ExportedVault, ToolFailure | ExportRefusal>>;
  /** The complete backup: made, and opened again. */
  readonly backups: VaultBackups;
  readonly checkHealth: (task: ToolTask) => Promise<Result<HealthReport, ToolFailure>>;
  /**
   * Asks a breach service, through the server, about the first five characters of each password's SHA-1. What was answered
   * before a stop or a failure counts. `breach_service_off`: the server asks none.
   */
  readonly checkBreaches: (task: BreachTask) => Promise<Result<BreachReport, ToolFailure | { readonly code: 'breach_service_off' }>>;
  /** How hard a password is to guess; `undefined` where that cannot be said now. */
  readonly estimateStrength: (password: string) => Promise<Strength | undefined>;
};
