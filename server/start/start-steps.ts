import type { Log } from '@castellan/platform/core/log';
import type { Settings } from '../settings.ts';

/** What the steps of the start share: the settings, and the way to have something closed at the end. */
export type Start = {
  readonly settings: Settings;
  readonly log: Log;
  readonly mode: 'production' | 'development';
  readonly closers: (() => Promise<void> | void)[];
};
