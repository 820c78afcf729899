import { stepsPerSecond } from './game.ts';

/** How far a game's time has come between two steps. Times are in milliseconds. */
export type FrameClock = {
  /** Time that has passed and was not stepped yet, in sixtieths of a millisecond, so that a step is a whole number of them. */
  readonly owed: number;
};

/** What one picture of the screen wants done before it is drawn. */
export type Frame = {
  readonly clock: FrameClock;
  /** Steps to take now. */
  readonly steps: number;
  /** How far the time is between the last step and the next one, 0 to 1: where a drawing puts what moves. */
  readonly between: number;
};

/** A longer gap is not made up for: the tab slept, and the game would leap. */
const longestGapMs = 250;

const oneStep = 1000;

/** A clock that owes nothing. */
export const startedClock: FrameClock = { owed: 0 };

/** What is due after so much more time. At most 15 steps, however long the gap. */
export function advanceFrame(clock: FrameClock, elapsedMs: number): Frame {
  const elapsed = Number.isFinite(elapsedMs) ? Math.min(Math.max(elapsedMs, 0), longestGapMs) : 0;
  const whole = clock.owed + elapsed * stepsPerSecond;
  const steps = Math.floor(whole / oneStep);
  const owed = whole - steps * oneStep;
  return { clock: { owed }, steps, between: owed / oneStep };
}
