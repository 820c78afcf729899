import type { Clock } from '@castellan/foundation/clock';

/** A clock that can also wake someone up; handed in, so that a test turns it by hand. */
export type Timer = Clock & {
  /** Runs once after the delay; returns the way to call it off. */
  readonly after: (delayMs: number, run: () => void) => () => void;
};

/** The browser's own clock and alarm. */
export const browserTimer: Timer = {
  nowMs: () => Date.now(),
  after: (delayMs, run) => {
    const alarm = setTimeout(run, delayMs);
    return () => clearTimeout(alarm);
  },
};
