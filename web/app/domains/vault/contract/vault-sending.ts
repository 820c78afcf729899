import type { Result } from '@castellan/foundation/result';
import type { OriginChange } from '@castellan/vault-core/entries/change-origins';
import type { VaultFailure } from './vault-failure.ts';

/** What of an entry another app may send. One-time secrets and notes are not among it. */
export type EntryPart = { readonly part: 'password' | 'username' } | { readonly part: 'field'; readonly name: string };

/** Where an entry's values may be sent, and what its own fields are called. */
export type SendingTerms = { readonly fields: readonly string[]; readonly origins: readonly string[] };

/** Why a value is not given out. `origin_not_allowed`: the owner has not allowed it to go there. */
export type ReleaseFailure = VaultFailure | { readonly code: 'origin_not_allowed' | 'field_missing' };

/** The vault for apps that send values of it elsewhere. The Worker holds each value against the origins sealed with its entry. */
export type VaultSending = {
  /** The origins that an entry's values may go to. Not recorded: nothing secret is read. */
  readonly allowedOrigins: (id: string) => Promise<Result<readonly string[], VaultFailure>>;
  /** The names of an entry's own fields; recorded as a view, for they are sealed as its password is. */
  readonly fieldNames: (id: string) => Promise<Result<readonly string[], VaultFailure>>;
  /** One value, for requests to these origins and no other; recorded. */
  readonly release: (id: string, what: EntryPart, origins: readonly string[]) => Promise<Result<string, ReleaseFailure>>;
  /** Allows origins and takes them away, of all entries at once or of none. */
  readonly changeOrigins: (changes: readonly EntryOriginChange[]) => Promise<Result<undefined, VaultFailure>>;
};

/** What changes for one entry. */
export type EntryOriginChange = { readonly id: string } & OriginChange;
