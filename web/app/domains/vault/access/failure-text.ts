import type { VaultFailure } from '../contract/vault-failure.ts';

/** What stands at the field while a toast says what was wrong with the code. */
export const tryCodeAgain = 'Type the six digits that the authenticator shows now.';

/** What is said where a code did not unlock (spec §8). */
export function codeFailureText(failure: VaultFailure): string {
  switch (failure.code) {
    case 'wrong_code':
      return 'The authentication code is incorrect';
    case 'code_already_used':
      return 'This code has been used. Wait for the next one.';
    default:
      return commonFailureText(failure);
  }
}

/** What is said where a master or a recovery key did not open (spec §5). */
export function masterFailureText(failure: VaultFailure): string {
  if (failure.code === 'wrong_master' || failure.code === 'wrong_recovery_key') {
    const wrong = failure.code === 'wrong_master' ? 'Incorrect master password.' : 'Incorrect recovery key.';
    return failure.unproven === true ? `${wrong} This device cannot tell whether the server changed the ways in.` : wrong;
  }
  if (failure.code === 'fresh_proof_wanted') return 'This browser is new to the vault. Give an authenticator code first, or sign in again.';
  return commonFailureText(failure);
}

/** What is said where a save, a removal or a read failed, under the specification's title. */
export function commonFailureText(failure: VaultFailure): string {
  switch (failure.code) {
    case 'too_many_attempts':
      return failure.retryAfterSeconds === null
        ? 'Too many attempts. Wait a few minutes.'
        : `Too many attempts. Try again in ${waitText(failure.retryAfterSeconds)}.`;
    case 'unreachable':
      return 'The backend does not answer. Try again when it is back.';
    case 'ways_in_changed':
      return 'The ways in are not those that this device knows, so what you gave may be right. If you changed them on another device, use the newest. If not, look into the server, or restore a backup.';
    case 'head_lost':
      return 'The head of the vault’s list is gone, so nothing says which ways in are yours, and what you gave may be right. Look into the server, or restore a backup.';
    case 'key_changed':
      return 'The vault is under another key now. If you rotated it, use the master password or recovery key from then. If not, enter nothing older here: look into the server.';
    case 'same_master':
      return 'Choose another one than the old master password.';
    case 'passkey_refused':
      return 'The passkey was not given.';
    case 'passkey_unsupported':
      return 'This browser or authenticator cannot unlock a vault, or not at this address.';
    case 'passkey_without_prf':
      return 'Its authenticator knows no PRF: this passkey signs in, and cannot open the vault.';
    case 'passkey_untold':
      return 'Which of your passkeys this is cannot be told here. Remove it, and add it again.';
    case 'passkey_known':
      return 'This authenticator holds a passkey of this account already. Remove that one first, or take another authenticator.';
    case 'passkey_name_taken':
      return 'Another passkey has this name. Choose a different one.';
    case 'too_many_passkeys':
      return 'There are ten ways to sign in already. Remove one first.';
    case 'fresh_proof_wanted':
      return 'Sign in again first: the last code is too old.';
    case 'locked':
      return 'The vault is locked.';
    case 'conflict':
      return 'It was changed elsewhere meanwhile.';
    default:
      return 'Unexpected error. Try again.';
  }
}

function waitText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
