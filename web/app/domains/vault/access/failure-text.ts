import type { VaultFailure } from '../contract/vault-failure.ts';

/** What stands at the field while a toast says what was wrong with the code. */
export const tryCodeAgain = 'Enter the six-digit code from your authenticator.';

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
    return failure.unproven === true ? `${wrong} This device cannot tell whether the server changed the unlock methods.` : wrong;
  }
  if (failure.code === 'fresh_proof_wanted')
    return 'This browser is new to the vault. Enter an authenticator code first, or sign in again.';
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
      return 'The server does not answer. Try again when it is back.';
    case 'needs_server':
      return 'Without the server this does not open the copy on this device. Use another method.';
    case 'copy_behind':
      return 'The copy on this device is not the state that it verified last. It opens when the server answers.';
    case 'ways_in_changed':
      return 'The unlock methods differ from those this device knows, so what you entered may be right. If you changed them on another device, use the newest. If not, check the server or restore a backup.';
    case 'head_lost':
      return 'The head of the vault’s list is missing, so this device cannot tell which unlock methods are yours; what you entered may be right. Check the server or restore a backup.';
    case 'key_changed':
      return 'The vault key was changed. If you rotated it, use the master password or recovery key from then. If not, enter no older one here and check the server.';
    case 'same_master':
      return 'Choose a password different from the old master password.';
    case 'passkey_refused':
      return 'The passkey prompt was cancelled.';
    case 'passkey_unsupported':
      return 'This browser or authenticator cannot unlock a vault, or not at this address.';
    case 'passkey_without_prf':
      return 'Its authenticator does not support PRF: this passkey signs you in but cannot unlock the vault.';
    case 'passkey_untold':
      return 'This passkey cannot be matched to one of yours. Remove it and add it again.';
    case 'passkey_known':
      return 'This authenticator already holds a passkey for this account. Remove it first, or use another authenticator.';
    case 'passkey_name_taken':
      return 'Another passkey has this name. Choose a different one.';
    case 'too_many_passkeys':
      return 'You already have ten sign-in methods. Remove one first.';
    case 'fresh_proof_wanted':
      return 'Sign in again first: the last code is too old.';
    case 'locked':
      return 'The vault is locked.';
    case 'conflict':
      return 'It was changed elsewhere in the meantime.';
    default:
      return 'Unexpected error. Try again.';
  }
}

function waitText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
