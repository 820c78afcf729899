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

const all = { keepsRecords: true, mayBeLive: true, admitted: true };

test('in an outage a page of kept records stays open to whoever was let in since it was loaded, while the stored session may be live', () => {
  expect(decideGuard(true, 'unknown', all)).toBe('enter');
  expect(decideGuard(true, 'unknown', { ...all, mayBeLive: false })).toBe('cannot-tell');
  expect(decideGuard(true, 'unknown', { ...all, keepsRecords: false })).toBe('cannot-tell');
  expect(decideGuard(undefined, 'unknown', all)).toBe('deny');
  // What the server says counts, as soon as it says something.
  expect(decideGuard(true, 'none', all)).toBe('deny');
});

test('a page that starts without the server shows nothing, whatever this browser keeps', () => {
  for (const keepsRecords of [true, false])
    for (const mayBeLive of [true, false])
      expect(decideGuard(true, 'unknown', { keepsRecords, mayBeLive, admitted: false })).toBe('cannot-tell');
});

test('a stored session may be live until twelve hours after its token ran out; none that is stored never is', () => {
  const hourMs = 3_600_000;
  expect(mayBeLive(1_000, 1_000 + 12 * hourMs - 1)).toBe(true);
  expect(mayBeLive(1_000, 1_000 + 12 * hourMs)).toBe(false);
  expect(mayBeLive(undefined, 1_000)).toBe(false);
});
