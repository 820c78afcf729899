import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../tasks/day.ts';
import { goalStanding, readGoal } from './goal.ts';

test('a goal is due bit by bit, whole on the last day, and over when the year is', () => {
  expect(goalStanding(24, 3, 2026, '2026-01-01').said).toBe('3 of 24: 3 ahead.');
  expect(goalStanding(24, 11, 2026, '2026-07-01').said).toBe('11 of 24: on course.');
  expect(goalStanding(24, 9, 2026, '2026-07-01')).toEqual({ kind: 'warning', said: '9 of 24: 2 behind.' });
  expect(goalStanding(24, 23, 2026, '2026-12-31').said).toBe('23 of 24: 1 behind.');
  expect(goalStanding(24, 23, 2026, '2027-01-01').said).toBe('23 of 24: not reached.');
  expect(goalStanding(24, 24, 2026, '2026-03-01')).toEqual({ kind: 'success', said: '24 of 24: reached.' });
});

test('whoever finishes what is due each day is never behind', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 0, max: 364 }), (goal, gone) => {
      const today = addDays('2026-01-01', gone);
      const due = Math.floor((goal * (gone + 1)) / 365);
      expect(goalStanding(goal, due, 2026, today).kind).not.toBe('warning');
      if (due > 0) expect(goalStanding(goal, due - 1, 2026, today).kind).toBe('warning');
    }),
  );
});

test('a goal is a whole number; nothing takes it back', () => {
  expect(['24', ' 7 ', '', '100000'].map(readGoal)).toEqual([24, 7, 0, 100_000]);
  expect(['-1', '2.5', 'many', '100001'].map(readGoal)).toEqual([undefined, undefined, undefined, undefined]);
});
