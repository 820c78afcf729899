/** The one way pure code learns the time, so that a test can set it. */
export type Clock = {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly nowMs: () => number;
};

/** The machine's own clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };
