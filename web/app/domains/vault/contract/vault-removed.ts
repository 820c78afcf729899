import type { Result } from '@castellan/foundation/result';
import type { VaultFailure } from './vault-failure.ts';

/** An entry, or a text of one, that was removed or overwritten within the last 30 days. */
export type RemovedEntry = {
  readonly id: number;
  readonly entryId: string;
  readonly how: 'removed' | 'overwritten';
  /** ISO 8601. */
  readonly removedAt: string;
  /** `undefined` where it does not open with the vault's key. */
  readonly title: string | undefined;
  readonly username: string;
};

/** A moment before which the vault had other ways in. */
export type FormerKeys = { readonly at: string; readonly slots: readonly string[]; readonly isOtherVault: boolean };

/** What the database keeps for 30 days of what is gone. */
export type VaultRemoved = {
  /** The newest first; `next` leads to older ones. */
  readonly entries: (
    before?: number,
  ) => Promise<Result<{ readonly entries: readonly RemovedEntry[]; readonly next: number | undefined }, VaultFailure>>;
  /** Adds what was there then as an entry; the present one, if any, stays. */
  readonly bringBack: (id: number) => Promise<Result<void, VaultFailure>>;
  readonly formerKeys: () => Promise<Result<readonly FormerKeys[], VaultFailure>>;
  /** Puts ways in and list of entries back as they were before that moment, and locks: the vault is to be opened anew. */
  readonly restoreKeys: (at: string) => Promise<Result<void, VaultFailure>>;
  /** Erases everything that is kept, as after a rotation of the key. */
  readonly eraseAll: () => Promise<Result<void, VaultFailure>>;
};
