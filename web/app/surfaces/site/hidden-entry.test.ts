import { expect, test } from 'vitest';
import { countClick, noClicks } from './hidden-entry.ts';

/** Which of the clicks at these times opened the way in. */
function openings(...timesMs: readonly number[]): readonly boolean[] {
  let run = noClicks;
  return timesMs.map((timeMs) => {
    const counted = countClick(run, timeMs);
    run = counted.run;
    return counted.opens;
  });
}

test('three clicks, each within 2 s of the one before, open the way in', () => {
  expect(openings(0, 10, 20)).toEqual([false, false, true]);
  expect(openings(0, 2_000, 4_000)).toEqual([false, false, true]);
});

test('a pause of more than 2 s starts the count afresh', () => {
  expect(openings(0, 2_001, 4_000)).toEqual([false, false, false]);
  expect(openings(0, 2_001, 4_000, 6_000)).toEqual([false, false, false, true]);
});

test('after opening, three more clicks are needed', () => {
  expect(openings(0, 1, 2, 3, 4, 5)).toEqual([false, false, true, false, false, true]);
});
