import { commonFailureText } from '../../../../domains/vault/access/failure-text.ts';
import type { VaultFailure } from '../../../../domains/vault/contract/vault-failure.ts';

const texts: Readonly<Record<string, string>> = {
  cancelled: 'Stopped.',
  rows_unread: 'Not every entry has been read from the backend yet. Try again in a moment.',
  breach_service_off: 'Breach checks are turned off on this server.',
  wrong_master: 'Incorrect master password.',
  password_too_short: 'Use at least 8 characters.',
  export_too_large: 'The file would be larger than what can be read back here (50,000 entries, 64 MB). Empty the trash first, or use KDBX.',
  empty_file: 'The file is empty.',
  file_too_large: 'The file is larger than 64 MB.',
  format_unknown: 'This is not a file that can be read here.',
  not_text: 'The file is neither text nor a known archive.',
  json_invalid: 'The file is broken JSON.',
  json_too_deep: 'The file is nested too deeply to be an export.',
  csv_invalid: 'The table in the file is broken, or ends early.',
  too_many_columns: 'The table has more than 200 columns.',
  too_many_rows: 'The table has more than 50,000 rows.',
  archive_damaged: 'The archive is damaged.',
  archive_bomb: 'The archive is much larger than an export. It was not opened.',
  archive_without_data: 'The archive contains no export.',
  structure_unknown: 'The file’s content does not match its format.',
  wrong_password: 'The password does not open this file.',
  file_damaged: 'The file is damaged.',
  kdf_refused: 'The file asks for too much work to open. It was refused.',
  derivation_failed: 'There was not enough memory to derive the file’s key.',
  encrypted_for_an_account: 'The file is encrypted for an account in the other app. Export it again, protected by a password.',
  cipher_unsupported: 'The file uses an unsupported cipher.',
  reading_took_too_long: 'Reading made no progress for two minutes and was stopped. Nothing was imported.',
  reader_failed: 'The file could not be read: it may need more memory than this browser has.',
  version_unsupported: 'The file has an unsupported version.',
};

/** Why work on the whole vault was not done, in a sentence. */
export function toolFailureText(failure: VaultFailure | { readonly code: string }): string {
  return texts[failure.code] ?? commonFailureText(isVaultFailure(failure) ? failure : { code: 'unexpected' });
}

function isVaultFailure(failure: { readonly code: string }): failure is VaultFailure {
  return failure.code === 'unreachable' || failure.code === 'locked';
}
