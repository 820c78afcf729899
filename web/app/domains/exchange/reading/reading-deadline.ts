import { browserTimer, type Timer } from '../../../lib/clock.ts';

/** A Worker that reads a file and says nothing for so long hangs, in milliseconds: the largest files take some seconds. */
export const longestSilenceMs = 120_000;

/** What is said of a file whose reader was ended for its silence. */
export const tookTooLong = 'The file could not be read: reading made no progress for two minutes and was stopped. Nothing was imported.';

/** The watch over one Worker. */
export type ReadingDeadline = {
  /** The Worker said something: the time begins anew. */
  readonly heard: () => void;
  /** Ends the watch. */
  readonly stop: () => void;
  /** Whether the Worker was ended because its time was over. */
  readonly isOver: () => boolean;
};

/** Ends a Worker that hangs: `end` is called once it has said nothing for `longestSilenceMs`. */
export function beginDeadline(end: () => void, timer: Timer = browserTimer): ReadingDeadline {
  let isOver = false;
  const begin = () =>
    timer.after(longestSilenceMs, () => {
      isOver = true;
      end();
    });
  let callOff = begin();
  return {
    heard: () => {
      callOff();
      if (!isOver) callOff = begin();
    },
    stop: () => callOff(),
    isOver: () => isOver,
  };
}
