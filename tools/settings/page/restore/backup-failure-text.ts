import type { CompleteBackupFailure } from '../../../../web/app/domains/passport/complete-backup.ts';
import type { CompleteRestoreFailure } from '../../../../web/app/domains/passport/complete-restore.ts';
import type { RehearsalFailure } from '../../../../web/app/domains/passport/rehearse-restore.ts';
import { failureText } from '../../../../web/app/domains/settings/failure-text.ts';
import type { BackupSecret } from '../../../../web/app/domains/vault/contract/vault-backup.ts';
import { fileFailureText } from '../file-failure-text.ts';

const asMade = 'The file opens by what the vault had when it was made; a former one may be right.';

const wrong: Readonly<Record<BackupSecret['kind'], string>> = {
  master: `Incorrect master password. ${asMade}`,
  recovery: `This is not the recovery key of the backup. ${asMade}`,
  passkey: 'This passkey does not open the backup.',
  passphrase: 'Incorrect passphrase.',
};

const lockedMeanwhile = 'The vault was locked meanwhile, and the backup with it. Open the backup again: what was restored stays.';

const elsewhere =
  'A passkey works only at the address that it was made for: anywhere else the master password or the recovery key opens the file.';

const sentences: Readonly<Record<string, string>> = {
  wrong_recovery_key: wrong.recovery,
  wrong_passphrase: wrong.passphrase,
  wants_passphrase: 'This backup has a separate passphrase.',
  wants_key: 'This backup opens by a master password or recovery key.',
  passkey_refused: `The passkey was not used. ${elsewhere}`,
  passkey_unsupported: `This browser cannot open it with a passkey. ${elsewhere}`,
  no_slot: 'This backup cannot be opened that way. Try another one.',
  absurd: 'Opening this file would take more memory than a device can give. It is left closed.',
  derivation_failed: 'This device could not derive the key. Close other pages and try again.',
  damaged: 'The file was changed after it was made. It is left closed.',
  key_mismatch: 'The file was changed after it was made. It is left closed.',
  vault_unreadable: 'A newer version of this program made the backup. Update this one, then restore.',
  without_vault: 'There is no vault in this file. It is not a complete backup.',
  vault_locked: lockedMeanwhile,
  locked: lockedMeanwhile,
  ended: lockedMeanwhile,
  not_open: lockedMeanwhile,
  backup_closed: lockedMeanwhile,
  rows_unread: 'The vault’s entries could not be read. Try again in a moment.',
  tool_out_of_reach: failureText({ code: 'backend_unreachable' }),
  unreachable: failureText({ code: 'backend_unreachable' }),
  worker_failed: 'A part of this program could not be started. Reload the page and try again.',
  fresh_proof_wanted: 'Your last code or passkey is older than five minutes. Give one again.',
};

/** What a failure of a backup means to its owner, and what to do next. */
export function backupFailureText(failure: CompleteBackupFailure | CompleteRestoreFailure, secret?: BackupSecret['kind']): string {
  if (failure.code === 'wrong_key' && secret !== undefined) return wrong[secret];
  if (failure.code === 'refused' && 'reason' in failure && failure.reason === 'PT403') return sentences['fresh_proof_wanted'] ?? '';
  const sentence = sentences[failure.code];
  if (sentence !== undefined) return sentence;
  return isOfFile(failure) ? fileFailureText(failure) : `The backup could not be opened here (${failure.code}).`;
}

const ofFile: ReadonlySet<string> = new Set<RehearsalFailure['code']>([
  ...(['backend_unreachable', 'unauthorized', 'rate_limited', 'refused', 'answer_unreadable', 'cancelled', 'file_unreadable'] as const),
  ...(['backup_damaged', 'not_a_backup', 'not_an_export', 'older_form', 'newer_form', 'cut'] as const),
]);

/** Failures of reading any file, which have their sentences already. */
function isOfFile(failure: { readonly code: string }): failure is RehearsalFailure {
  return ofFile.has(failure.code);
}
