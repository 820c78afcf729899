import { expect, test } from 'vitest';
import { warningsOfRelease } from './warnings.ts';

const looked = (found: 'same' | 'taken' | 'asks' | 'refused' | 'no-answer') => ({
  looked: { found, atMs: Date.parse('2026-11-27T12:00:00Z') },
});

test('the overview names a release that waits for the owner, and one that was refused, until a later look finds it settled', () => {
  const told = (['same', 'taken', 'no-answer', 'asks', 'refused'] as const).map((found) =>
    warningsOfRelease(looked(found)).map(({ title, level, since, to }) => [title, level, since, to]),
  );
  expect(told).toEqual([
    [],
    [],
    [],
    [['The server has another release of your private pages: compare its words', 'late', 'seen on 2026-11-27', '/settings#release']],
    [['The release that the server has now was refused on this device', 'failed', 'seen on 2026-11-27', '/settings#release']],
  ]);
  expect(warningsOfRelease(undefined)).toEqual([]);
});
