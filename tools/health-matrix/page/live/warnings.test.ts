import { expect, test } from 'vitest';
import { warningsOfFeed } from './warnings.ts';

test('an exchanged key of the feed is a warning that leads to Health Matrix; where nothing is known there is none', () => {
  expect(warningsOfFeed('exchanged')).toMatchObject([{ level: 'failed', to: '/health-matrix' }]);
  for (const check of ['own', 'none', 'unknown'] as const) expect(warningsOfFeed(check)).toEqual([]);
});
