import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMinute, isQuietAt, parseMinute, preferenceRowsSchema, snoozeUntil } from './bell-preferences.ts';
import { type BellNotification, badgeText, bellRowsSchema, groupNotifications } from './notification.ts';

const row = {
  id: 'a',
  type: 'security',
  title: 'Failed sign-in',
  message: 'm',
  important: true,
  read: false,
  metadata: {},
  created_at: '2026-11-21T12:00:00Z',
};
const notification = (id: string, change: Partial<BellNotification> = {}): BellNotification => ({
  id,
  type: 'security',
  title: 'Failed sign-in',
  message: id,
  important: false,
  read: false,
  count: 1,
  atMs: 1_000,
  ...change,
});

test('the badge shows the number up to 9, then 9+, and nothing for none', () => {
  expect([0, 1, 9, 10, 20].map(badgeText)).toEqual(['', '1', '9', '9+', '9+']);
});

test('a row counts what the database grouped and is as young as the last of it', () => {
  const grouped = { ...row, metadata: { count: 12, last_at: '2026-11-21T12:05:00Z' } };
  expect(bellRowsSchema.parse([grouped])).toMatchObject([{ count: 12, atMs: Date.parse('2026-11-21T12:05:00Z') }]);
});

test('a message tells no number beside the one of its title, and no address twice', () => {
  const said = (message: string) => bellRowsSchema.parse([{ ...row, message }])[0]?.message;
  expect(said('2 times, last: 3 sign-ins were refused from 127.0.0.1 (127.0.0.1)')).toBe('Last: 3 sign-ins were refused from 127.0.0.1');
  expect(said('9 times, last: Wrong password (198.51.100.7)')).toBe('Last: Wrong password (198.51.100.7)');
  expect(said('Backup done (nightly)')).toBe('Backup done (nightly)');
});

test('rows that cannot be read are left out, and odd metadata counts as one event', () => {
  const rows = bellRowsSchema.parse([{ ...row, created_at: 'never' }, null, { ...row, metadata: { count: -3 }, type: 'strange' }]);
  expect(rows).toMatchObject([{ type: 'other', count: 1 }]);
});

test('repeats are one line under the newest, with their number; read and unread stay apart', () => {
  const groups = groupNotifications([
    notification('old', { atMs: 1, count: 4, important: true }),
    notification('new', { atMs: 3, count: 2 }),
    notification('read', { atMs: 2, read: true }),
    notification('other', { atMs: 4, title: 'Signed out' }),
  ]);
  expect(groups.map(({ ids, count, message }) => [ids, count, message])).toEqual([
    [['other'], 1, 'other'],
    [['new', 'old'], 6, 'new'],
    [['read'], 1, 'read'],
  ]);
  expect(groups[1]?.important).toBe(true);
});

test('quiet hours hold their first minute and not their last, also over midnight', () => {
  const day = { fromMinute: 60, toMinute: 120 };
  const night = { fromMinute: 22 * 60, toMinute: 7 * 60 };
  expect([59, 60, 119, 120].map((minute) => isQuietAt(day, minute))).toEqual([false, true, true, false]);
  expect([1319, 1320, 1439, 0, 419, 420].map((minute) => isQuietAt(night, minute))).toEqual([false, true, true, true, true, false]);
  expect(isQuietAt(undefined, 0)).toBe(false);
});

test('a snooze lasts an hour, or until eight tomorrow, over the end of a month too', () => {
  const now = new Date(2026, 10, 30, 23, 30).getTime();
  expect(snoozeUntil('hour', now) - now).toBe(3_600_000);
  expect(new Date(snoozeUntil('tomorrow', now))).toEqual(new Date(2026, 11, 1, 8));
});

test('times of day are read and written as HH:MM, and nothing else is one', () => {
  expect([0, 419, 1439].map(formatMinute).map(parseMinute)).toEqual([0, 419, 1439]);
  expect(['24:00', '7:00', '12:60', ''].map(parseMinute)).toEqual([undefined, undefined, undefined, undefined]);
});

test('without a row everything rings', () => {
  expect(preferenceRowsSchema.parse([])).toEqual({ mutedTypes: [], quiet: undefined });
});

test('a link leads to a page of this site, and anything else leads nowhere', () => {
  const leads = (link: unknown) => bellRowsSchema.parse([{ ...row, link }]).map((one) => one.link);
  for (const path of ['/', '/tls-inspector#job=0b0d0e3a-6a5e-4f6f-8a3e-2f8f0c0d0e0f', '/productivity?a=1&b=%20'])
    expect(leads(path)).toEqual([path]);
  for (const other of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'tls',
    '',
    '/a b',
    '/a\n',
    null,
    undefined,
  ])
    expect(leads(other)).toEqual([undefined]);
  expect(leads(`/${'x'.repeat(500)}`)).toEqual([undefined]);
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (rest) => {
      const [path] = leads(`/${rest}`);
      if (path !== undefined) expect(new URL(path, 'https://site.example').host).toBe('site.example');
    }),
  );
});
