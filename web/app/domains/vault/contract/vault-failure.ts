import type { Entry } from '@castellan/vault-core/entries/entry';
import type { HeldItem } from './held-item.ts';

/** Why something was not done; the texts of the specification belong to these codes. */
export type VaultFailure =
  | { readonly code: 'wrong_code' | 'code_already_used' | 'locked' | 'unreachable' | 'unexpected' }
  /** `unproven`: this device cannot tell whether the server changed the ways in. */
  | { readonly code: 'wrong_master' | 'wrong_recovery_key'; readonly unproven?: boolean }
  /** Nothing opened, and the ways in are not those that this device knows, or nothing says which they are: what was presented may be right. */
  | { readonly code: 'ways_in_changed' | 'head_lost' }
  /** What was presented opens nothing without the server; or what this device keeps is not what it verified last. */
  | { readonly code: 'needs_server' | 'copy_behind' }
  /** Nothing opened, and the vault is under another key than this device knows. */
  | { readonly code: 'key_changed' }
  /** An upgrade wants another master than the one whose hash lay in the browser. */
  | { readonly code: 'same_master' }
  /** Cancelled, timed out or not accepted; or the browser, the authenticator or the page's address can have none that opens. */
  | { readonly code: 'passkey_refused' | 'passkey_unsupported' }
  /** It answered, and its authenticator gives no key; which of the account's passkeys would answer cannot be told. */
  | { readonly code: 'passkey_without_prf' | 'passkey_untold' }
  /** The entry is not in the vault any more: it was deleted elsewhere. */
  | { readonly code: 'entry_gone' }
  /** The owner’s confirmation, halfway. */
  | { readonly code: 'stopped' }
  /** The authenticator holds one of this account's; its name is another one's; the account has ten factors. */
  | { readonly code: 'passkey_known' | 'passkey_name_taken' | 'too_many_passkeys' }
  /** The auth service wants a code or a passkey that was shown within the last minutes. */
  | { readonly code: 'fresh_proof_wanted' }
  | { readonly code: 'too_many_attempts'; readonly retryAfterSeconds: number | null }
  /** These are not what the vault lists, or do not open: what would go may be what they can be mended with. */
  | { readonly code: 'not_read_back'; readonly held: readonly HeldItem[] }
  /** The entry was changed elsewhere since it was opened here; what the owner chooses is saved over `theirsVersion`. */
  | {
      readonly code: 'conflict';
      readonly base: Entry;
      readonly mine: Entry;
      readonly theirs: Entry;
      readonly theirsVersion: number;
      readonly fields: readonly string[];
    };
