import type { Result } from '@castellan/foundation/result';
import type { HeldItem } from './held-item.ts';
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

/** Records of one app that were overwritten or deleted on one day. */
export type RemovedDay = {
  readonly collection: string;
  /** What the owner calls these records, more than one of them. */
  readonly title: string;
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string;
  readonly records: number;
  /** How many of them were deleted for good. */
  readonly removed: number;
  /** Texts that are kept of them: a record may have several. */
  readonly texts: number;
};

/** A text of a record that was overwritten or deleted. */
export type RemovedRecord = {
  readonly id: number;
  readonly how: 'removed' | 'overwritten' | 'replaced';
  /** ISO 8601. */
  readonly removedAt: string;
  /** `unreadable`: it does not open with the vault's key; `same`: the record holds this now. */
  readonly kind: 'unreadable' | 'same' | 'other';
  /** What the record calls itself in it; empty where it does not. */
  readonly name: string;
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
  /** On which days records of other apps were overwritten or deleted, the newest first. */
  readonly days: () => Promise<Result<readonly RemovedDay[], VaultFailure>>;
  /** What is kept of one such day, the newest first, as much as comes at once; the next ones are older than `before`. Wants the secrets tier. */
  readonly records: (day: RemovedDay, before?: number) => Promise<Result<readonly RemovedRecord[], VaultFailure>>;
  /**
   * Writes records again as they were kept on that day, out of the trash, and answers with how many. Without `id` all of them: of
   * several texts of one record the newest that opens, one that was `replaced` only where there is no other. What they hold now is
   * kept, too.
   */
  readonly bringRecordsBack: (day: RemovedDay, id?: number) => Promise<Result<number, VaultFailure>>;
  readonly formerKeys: () => Promise<Result<readonly FormerKeys[], VaultFailure>>;
  /** Puts ways in and list of entries back as they were before that moment, and locks: the vault is to be opened again. */
  readonly restoreKeys: (at: string) => Promise<Result<void, VaultFailure>>;
  /**
   * Erases everything that is kept, as after a rotation of the key. Every entry and record is read back first: where one is not what the
   * vault lists or does not open, nothing is erased (`not_read_back`), unless the owner has seen which (`without`). Wants the secrets tier.
   */
  readonly eraseAll: (without?: readonly HeldItem[]) => Promise<Result<void, VaultFailure>>;
};
