import { fail, type Result, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { createBellFeed } from './bell-feed.ts';
import { type BellPreferences, noPreferences } from './bell-preferences.ts';
import type { BellNotification } from './notification.ts';

const notification = (id: string, change: Partial<BellNotification> = {}): BellNotification => ({
  id,
  type: 'security',
  title: id,
  message: '',
  important: false,
  read: false,
  count: 1,
  atMs: 1_000,
  ...change,
});

/** A bell over a table held in memory, on a hidden page: it asks only when told to. */
function handBell(table: BellNotification[], minute = 720, preferences: BellPreferences = noPreferences) {
  const faults: { away: boolean; slowMark: Promise<void> | undefined } = { away: false, slowMark: undefined };
  const answer = <Value>(value: () => Value): Result<Value, BackendFailure> =>
    faults.away ? fail({ code: 'backend_unreachable' }) : succeed(value());
  const saved: BellPreferences[] = [];
  let tell = () => {};
  const feed = createBellFeed({
    load: async ({ mutedTypes }) => answer(() => table.filter(({ type }) => !mutedTypes.includes(type))),
    mark: async (ids, read) => {
      await faults.slowMark;
      return answer(() => {
        for (const [index, one] of table.entries()) if (ids.includes(one.id)) table[index] = { ...one, read };
        return undefined;
      });
    },
    markAll: async () =>
      answer(() => {
        const unread = table.filter(({ read }) => !read).map(({ id }) => id);
        for (const [index, one] of table.entries()) table[index] = { ...one, read: true };
        return unread;
      }),
    snooze: async (ids) => answer(() => void table.splice(0, table.length, ...table.filter(({ id }) => !ids.includes(id)))),
    loadPreferences: async () => answer(() => preferences),
    savePreferences: async (given) => answer(() => void saved.push(given)),
    watch: (listener) => {
      tell = listener;
      return () => {};
    },
    minuteOfDay: () => minute,
    timer: { nowMs: () => 0, after: () => () => {} },
    visibility: { isVisible: () => false, subscribe: () => () => {} },
  });
  return { feed, faults, saved, tell: () => tell() };
}

test('marking all as read can be undone for exactly those that were unread', async () => {
  const { feed } = handBell([notification('a'), notification('b'), notification('c', { read: true })]);
  await feed.refresh();
  expect(feed.read().unread).toBe(2);
  await feed.markAll();
  expect([feed.read().unread, feed.read().undoable]).toEqual([0, ['a', 'b']]);
  await feed.undoMarkAll();
  expect(feed.read().unread).toBe(2);
  expect(feed.read().groups.find(({ id }) => id === 'c')?.read).toBe(true);
  expect(feed.read().undoable).toEqual([]);
});

test('a mark that the backend does not take is shown as it is there, not as it was wished', async () => {
  const { feed, faults } = handBell([notification('a')]);
  await feed.refresh();
  faults.away = true;
  expect(await feed.mark(['a'], true)).toBe(false);
  faults.away = false;
  await feed.refresh();
  expect(feed.read().unread).toBe(1);
});

test('what is put off is gone at once', async () => {
  const { feed } = handBell([notification('a'), notification('b')]);
  await feed.refresh();
  expect(await feed.snooze(['a'], 5)).toBe(true);
  expect(feed.read().groups.map(({ id }) => id)).toEqual(['b']);
});

test('in quiet hours only what is important counts', async () => {
  const quiet = { mutedTypes: [], quiet: { fromMinute: 1320, toMinute: 420 } };
  const { feed } = handBell([notification('a'), notification('b', { important: true })], 0, quiet);
  await feed.refresh();
  expect(feed.read()).toMatchObject({ unread: 1, quietNow: true });
});

test('a muted kind is not asked for, and a preference that was not kept is taken back', async () => {
  const { feed, faults, saved } = handBell([notification('a', { type: 'info' })]);
  await feed.refresh();
  await feed.setPreferences({ ...noPreferences, mutedTypes: ['info'] });
  expect([feed.read().groups, saved.length]).toEqual([[], 1]);
  faults.away = true;
  expect(await feed.setPreferences(noPreferences)).toBe(false);
  expect(feed.read().preferences.mutedTypes).toEqual(['info']);
});

test('an outage keeps what the bell had', async () => {
  const { feed, faults } = handBell([notification('a')]);
  await feed.refresh();
  faults.away = true;
  await feed.refresh();
  expect(feed.read()).toMatchObject({ status: 'failed', unread: 1 });
});

test('a mark that is slow to arrive is none of those that undoing mark all takes back', async () => {
  const { feed, faults } = handBell([notification('a'), notification('b')]);
  await feed.refresh();
  const slow = Promise.withResolvers<void>();
  faults.slowMark = slow.promise;
  const marked = feed.mark(['a'], true);
  const all = feed.markAll();
  slow.resolve();
  await Promise.all([marked, all]);
  expect(feed.read().undoable).toEqual(['b']);
});
