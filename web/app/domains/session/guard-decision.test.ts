import { expect, test } from 'vitest';
import { decideGuard } from './guard-decision.ts';

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
