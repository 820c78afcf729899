import { expect, test } from 'vitest';
import { decideGuard, mayBeLive } from './guard-decision.ts';

test('only the flag and a live session together open a guarded page', () => {
  expect(decideGuard(true, 'live')).toBe('enter');
  expect(decideGuard(true, 'none')).toBe('deny');
  expect(decideGuard(undefined, 'live')).toBe('deny');
  expect(decideGuard(undefined, 'none')).toBe('deny');
});

test('an outage neither sends the owner away nor shows the page', () => {
  expect(decideGuard(true, 'unknown')).toBe('cannot-tell');
  expect(decideGuard(undefined, 'unknown')).toBe('deny');
});

test('a page that shows what this browser keeps opens in an outage, while the stored session may be live, and then alone', () => {
  expect(decideGuard(true, 'unknown', { keepsRecords: true, mayBeLive: true })).toBe('enter');
  expect(decideGuard(true, 'unknown', { keepsRecords: true, mayBeLive: false })).toBe('cannot-tell');
  expect(decideGuard(true, 'unknown', { keepsRecords: false, mayBeLive: true })).toBe('cannot-tell');
  expect(decideGuard(undefined, 'unknown', { keepsRecords: true, mayBeLive: true })).toBe('deny');
  // What the server says counts, as soon as it says something.
  expect(decideGuard(true, 'none', { keepsRecords: true, mayBeLive: true })).toBe('deny');
});

test('a stored session may be live until twelve hours after its token ran out; none that is stored never is', () => {
  const hourMs = 3_600_000;
  expect(mayBeLive(1_000, 1_000 + 12 * hourMs - 1)).toBe(true);
  expect(mayBeLive(1_000, 1_000 + 12 * hourMs)).toBe(false);
  expect(mayBeLive(undefined, 1_000)).toBe(false);
});
