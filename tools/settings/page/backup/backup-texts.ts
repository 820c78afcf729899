import type { BackupFailure } from '../../../../web/app/domains/backup/make-backup-file.ts';

/** At which field of the form a refusal stands; `form`: at none. */
type BackupField = 'proof' | 'passphrase' | 'form';

/** A refusal, as it is said. */
export type BackupRefused = { readonly field: BackupField; readonly text: string };

/** Why no backup was made, and where that is said. */
export function backupFailure(failure: BackupFailure): BackupRefused {
  switch (failure.code) {
    case 'wrong_master':
      return { field: 'proof', text: 'Incorrect master password.' };
    case 'passkey_refused':
      return { field: 'proof', text: 'The passkey was not used.' };
    case 'passkey_unsupported':
      return { field: 'proof', text: 'This browser cannot prove it with that passkey.' };
    case 'passphrase_weak':
      return { field: 'passphrase', text: 'Too easy to guess. Take the generated one, or a longer one.' };
    default:
      return { field: 'form', text: `${reasonOf(failure)} No file was made.` };
  }
}

function reasonOf(failure: BackupFailure): string {
  switch (failure.code) {
    case 'cancelled':
      return 'Cancelled.';
    case 'not_written':
      return 'The file could not be written. Is the disk full?';
    case 'locked':
      return 'The vault was locked meanwhile.';
    case 'vault_changed':
      return 'The vault was changed each time while its rows were read. Wait until other devices have finished, and try again.';
    case 'not_as_known':
    case 'key_changed':
    case 'ways_in_changed':
      return 'The vault is not as this device knows it, or its manifest is not whole. Its own page says what is wrong.';
    case 'fresh_proof_wanted':
      return 'This browser is new to the vault. Give an authenticator code on the vault’s page first.';
    case 'derivation_failed':
      return 'The key could not be derived: this browser lacks the memory, or WebAssembly.';
    case 'rate_limited':
      return `Too many requests. Wait ${failure.retryAfterSeconds} s.`;
    case 'unauthorized':
      return 'The session has ended. Sign in again.';
    case 'backend_unreachable':
    case 'unreachable':
      return 'The server does not answer.';
    default:
      return 'Something unexpected happened.';
  }
}
