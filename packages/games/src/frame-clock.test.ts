import { expect, test } from 'vitest';
import { advanceFrame, type FrameClock, startedClock } from './frame-clock.ts';

/** Steps that are taken in ten seconds on a screen with so many pictures a second. */
function stepsAt(hertz: number): number {
  let clock: FrameClock = startedClock;
  let taken = 0;
  for (let picture = 0; picture < hertz * 10; picture += 1) {
    const frame = advanceFrame(clock, 1000 / hertz);
    clock = frame.clock;
    taken += frame.steps;
  }
  return taken;
}

test.each([30, 60, 75, 120, 144, 240])('at %i pictures a second the game makes the same 60 steps a second', (hertz) => {
  expect(Math.abs(stepsAt(hertz) - 600)).toBeLessThanOrEqual(1);
});

test('a tab that slept goes on where it was: at most 15 steps are made up for', () => {
  expect(advanceFrame(startedClock, 60_000).steps).toBe(15);
});

test('a clock that runs backwards or says nothing steps nothing', () => {
  for (const elapsed of [-5, Number.NaN, Number.POSITIVE_INFINITY]) expect(advanceFrame(startedClock, elapsed).steps).toBe(0);
});

test('between two steps the picture lies between them', () => {
  const { steps, between } = advanceFrame(startedClock, 25);
  expect([steps, between]).toEqual([1, 0.5]);
});
