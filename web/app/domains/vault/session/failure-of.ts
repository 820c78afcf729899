import type { ImportFailure } from '@castellan/vault-core/import/import-model';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { ClientFailure, JobName, VaultJobs } from '../contract/vault-work.ts';

/** A failure of the backend in the vault's words. */
export function failureOfBackend(failure: BackendFailure): VaultFailure {
  if (failure.code === 'backend_unreachable') return { code: 'unreachable' };
  if (failure.code === 'rate_limited') return { code: 'too_many_attempts', retryAfterSeconds: failure.retryAfterSeconds };
  return { code: 'unexpected' };
}

/** Why an authenticator's code was not taken. */
export function failureOfCode(failure: BackendFailure): VaultFailure {
  if (failure.code !== 'refused') return failureOfBackend(failure);
  if (failure.reason === 'mfa_verification_failed') return { code: 'wrong_code' };
  return { code: failure.reason === 'mfa_code_already_used' ? 'code_already_used' : 'unexpected' };
}

/** Why a master or a recovery key did not open; a derivation that failed is never the owner's typing. */
export function failureOfOpening(
  failure: CommonJobFailure & { readonly unproven?: boolean },
  presented: 'master' | 'recovery' | 'other',
): VaultFailure {
  switch (failure.code) {
    case 'key_changed':
    case 'key_superseded':
      return { code: 'key_changed' };
    case 'head_lost':
      return { code: failure.code };
    case 'slots_changed':
    case 'too_many_slots':
      return { code: 'ways_in_changed' };
    case 'wrong_key':
    case 'recovery_key_malformed':
      if (presented === 'other') return { code: 'unexpected' };
      return { code: presented === 'master' ? 'wrong_master' : 'wrong_recovery_key', unproven: failure.unproven === true };
    default:
      return failureOfJob({ code: failure.code });
  }
}

/** Everything that can go wrong with a job; whoever restores a file has words of its own. */
type AnyCode = VaultJobs[Exclude<JobName, 'restore'>]['failure']['code'] | ClientFailure['code'];

/** Codes that mean something in one place only: whoever asks for the job handles them there. */
type CodesForCallers =
  | Exclude<ImportFailure['code'], 'derivation_failed'>
  | 'backup_damaged'
  | 'cancelled'
  | 'copy_behind'
  | 'conflict'
  | 'export_too_large'
  | 'field_missing'
  | 'icon_unreadable'
  | 'no_backup'
  | 'no_copy'
  | 'not_a_backup'
  | 'not_as_listed'
  | 'not_whole'
  | 'origin_not_allowed'
  | 'passphrase_weak'
  | 'password_too_short'
  | 'proof_refused'
  | 'range_not_readable'
  | 'record_invalid'
  | 'record_too_large'
  | 'rows_unread'
  | 'same_master'
  | 'unaccepted'
  | 'wants_key'
  | 'wants_passphrase'
  | 'wrong_passphrase';

/** Codes that the screen has no sentence for: a fault of the program, or a server that shows what it should not. */
type UnexpectedCode =
  | (
      | 'absurd'
      | 'damaged'
      | 'derivation_failed'
      | 'head_lost'
      | 'key_mismatch'
      | 'key_superseded'
      | 'no_slot'
      | 'no_vault'
      | 'recovery_key_malformed'
    )
  | ('share_malformed' | 'slot_malformed' | 'slots_changed' | 'snapshot_malformed' | 'too_many_slots' | 'too_weak' | 'vault_missing')
  | ('weaker_than_before' | 'wrong_key' | 'last_slot' | 'migration_running' | 'rotation_running' | 'salt_reused')
  | ('not_v1' | 'wrong_v1_master' | 'planted_v1')
  | ('altered' | 'malformed' | 'missing' | 'relabelled' | 'stale' | 'unknown_key' | 'unknown_version' | 'unlisted' | 'unreadable')
  | ('entry_invalid' | 'entry_too_large' | 'id_taken' | 'twice_in_batch')
  | ('epoch_raised' | 'key_changed' | 'manifest_unreadable' | 'shard_unverified' | 'unaccepted_state')
  | ('library_not_inlinable' | 'nothing_to_import' | 'worker_failed');

/** A failure that means the same whichever job it is of. */
export type CommonJobFailure = { readonly code: Exclude<AnyCode, CodesForCallers> };

/** Why a job of an open vault was not done. A new code of a job is a type error here until it is given its meaning. */
export function failureOfJob({ code }: CommonJobFailure): VaultFailure {
  switch (code) {
    case 'tool_out_of_reach':
      return { code: 'unreachable' };
    case 'ended':
    case 'locked':
    case 'not_open':
      return { code: 'locked' };
    default:
      return unexpected(code);
  }
}

function unexpected(_code: UnexpectedCode): VaultFailure {
  return { code: 'unexpected' };
}
