import type { Entry } from '../entries/entry.ts';

/** The files that can be read. */
export const importFormats = [
  'castellan-export',
  'bitwarden-json',
  'bitwarden-encrypted-json',
  'bitwarden-csv',
  '1password-1pux',
  'keepass-kdbx',
  'chrome-csv',
  'firefox-csv',
  'safari-csv',
  'lastpass-csv',
  'authenticator-qr',
] as const;

/** One of the files that can be read. */
export type ImportFormat = (typeof importFormats)[number];

/** Limits that are checked before the work they bound. Sizes in bytes. */
export const importLimits = {
  fileBytes: 64 * 1024 * 1024,
  unpackedBytes: 192 * 1024 * 1024,
  /** How many times larger than packed a part of an archive may be. */
  packingRatio: 250,
  archiveFiles: 10_000,
  jsonDepth: 48,
  rows: 50_000,
  columns: 200,
  fields: 300,
  argon2: { memoryKib: 1_048_576, passes: 1000, lanes: 64, memoryTimesPasses: 8_388_608 },
  pbkdf2Iterations: 10_000_000,
  aesKdfRounds: 100_000_000,
} as const;

/** Why a whole file cannot be read. It never carries anything of the file. */
export type ImportFailure = {
  readonly code:
    | 'empty_file'
    | 'file_too_large'
    | 'format_unknown'
    | 'not_text'
    | 'json_invalid'
    | 'json_too_deep'
    | 'csv_invalid'
    | 'too_many_columns'
    | 'too_many_rows'
    | 'archive_damaged'
    | 'archive_bomb'
    | 'archive_without_data'
    | 'structure_unknown'
    | 'password_needed'
    | 'wrong_password'
    | 'file_damaged'
    | 'kdf_refused'
    | 'derivation_failed'
    | 'encrypted_for_an_account'
    | 'cipher_unsupported'
    | 'version_unsupported';
};

/** Something in the file that an entry has no place for: named, never dropped silently. */
export type ImportLoss = {
  /** The item's number in the file, from 1; 0 for the file as a whole. */
  readonly place: number;
  readonly title: string;
  /** What is left behind, such as `attachment: scan.pdf`. */
  readonly what: string;
};

/**
 * An item that cannot become an entry. `not_savable`: it is in no shape that an entry may have; `code_unsupported`: it makes codes in a
 * way that entries do not, as by a counter.
 */
export type ImportRejection = {
  readonly place: number;
  readonly reason: 'not_an_item' | 'empty' | 'too_large' | 'not_savable' | 'columns_missing' | 'code_unsupported';
};

/** An item read and mapped, not yet compared with the vault. */
export type ImportDraft = { readonly place: number; readonly entry: Entry };

/** Everything a file held. */
export type ImportedFile = {
  readonly format: ImportFormat;
  readonly drafts: readonly ImportDraft[];
  readonly rejected: readonly ImportRejection[];
  readonly losses: readonly ImportLoss[];
};
