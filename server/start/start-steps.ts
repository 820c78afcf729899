import type { Log } from '@castellan/platform/core/log';
import type { Settings } from '../settings.ts';

/** What the steps of the start share: the settings, and the way to have something closed at the end. */
export type Start = {
  readonly settings: Settings;
  readonly log: Log;
  readonly mode: 'production' | 'development';
  readonly closers: (() => Promise<void> | void)[];
};

/** A server that is ready. */
export type RunningServer = {
  readonly publicUrl: string;
  /** The link that makes its reader the owner, while there is none. */
  readonly setupLink: string | undefined;
  /** The number and the words of the release that is offered, for the terminal; nothing where there is none. */
  readonly releaseLine: string | undefined;
  /** Resolves when the server cannot go on: its database ended by itself. */
  readonly failed: Promise<void>;
  /** Ends: running requests finish, the database is shut down cleanly. */
  readonly stop: () => Promise<void>;
};
