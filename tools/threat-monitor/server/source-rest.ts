import type { Clock } from '@castellan/foundation/clock';
import type { SourceFailure, SourceTrouble } from './source-trouble.ts';

/** A failed try is followed by a minute's rest, twice as long each time, an hour at the most. */
const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;

/** How long a source that failed is left alone. Known to this process only. */
export type SourceRest = {
  readonly trouble: () => SourceTrouble | undefined;
  /** Milliseconds since 1970; in the past where the source may be asked. */
  readonly untilMs: () => number;
  readonly begin: (failure: SourceFailure) => void;
  readonly end: () => void;
};

/** Begins without a rest. */
export function createSourceRest(clock: Clock): SourceRest {
  let [failures, untilMs] = [0, 0];
  let trouble: SourceTrouble | undefined;
  return {
    trouble: () => trouble,
    untilMs: () => untilMs,
    begin: ({ code, pauseMs }) => {
      failures += 1;
      trouble = code;
      untilMs = clock.nowMs() + (pauseMs ?? Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)));
    },
    end: () => {
      [failures, untilMs] = [0, 0];
      trouble = undefined;
    },
  };
}
