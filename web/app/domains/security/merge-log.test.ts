import { expect, test } from 'vitest';
import { entryOfTest } from './entries-of-test.ts';
import { mergeLog } from './merge-log.ts';

const bucketMs = Date.parse('2026-11-21T12:00:00Z');
const at = (offsetMs: number, id: string, change = {}) => entryOfTest({ id, atMs: bucketMs + offsetMs, ...change });

test('equal rows within a 30-second bucket show once, the newest of them, and say how many they are', () => {
  const merged = mergeLog([at(29_999, 'b'), at(0, 'a')], []);
  expect(merged).toMatchObject([{ id: 'b', repeats: 2 }]);
});

test('equal rows on both sides of a bucket boundary show both, however near', () => {
  expect(mergeLog([at(30_000, 'b'), at(29_999, 'a')], [])).toHaveLength(2);
});

test.each([{ type: 'game_activity' }, { description: 'Opened tasks' }, { success: false }, { address: '192.0.2.2' }])(
  'rows that differ in %o are not equal',
  (change) => {
    expect(mergeLog([at(1, 'a'), at(2, 'b', change)], [])).toHaveLength(2);
  },
);

const login = (offsetMs: number) => at(offsetMs, 'log', { type: 'failed_login' });
const told = (offsetMs: number, activityType = 'failed_login') =>
  at(offsetMs, 'n', { kind: 'notification', type: 'security_notification', metadata: { activity_type: activityType } });

test.each([
  [60_000, 1],
  [-60_000, 1],
  [60_001, 2],
  [-60_001, 2],
])('a notification %i ms from the failed sign-in that it repeats leaves %i lines', (offsetMs, lines) => {
  expect(mergeLog([login(100_000)], [told(100_000 + offsetMs)])).toHaveLength(lines);
});

test('a notification of something else stays, however near', () => {
  expect(mergeLog([login(100_000)], [told(100_000, 'terminal_access')])).toHaveLength(2);
  expect(mergeLog([at(100_000, 'log')], [told(100_000, 'app_activity')])).toHaveLength(2);
});

test('rows that cannot be read are never taken for equal', () => {
  const broken = (key: string) => entryOfTest({ kind: 'unreadable', key, type: 'unreadable' });
  expect(mergeLog([broken('1'), broken('2')], [])).toHaveLength(2);
});

test('the newest is first, and of one moment the one written later', () => {
  const merged = mergeLog(
    [at(5, 'old', { sequence: 1 }), at(9, 'new', { sequence: 3, description: 'y' }), at(5, 'mid', { sequence: 2, description: 'x' })],
    [],
  );
  expect(merged.map(({ id }) => id)).toEqual(['new', 'mid', 'old']);
});
