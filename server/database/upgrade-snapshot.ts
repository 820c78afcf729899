import type { DatabaseAddress } from '@castellan/platform/core/database';

/** Keeps what a database of an older version holds, before it is brought up to date. */
export type UpgradeSnapshot = {
  /** Throws a sentence for people where it cannot; nothing is applied then. */
  readonly take: (address: DatabaseAddress) => Promise<void>;
  /** The file that was written; `undefined`: there was nothing to keep. */
  readonly file: () => string | undefined;
};
