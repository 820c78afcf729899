import { fail, type Result, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { entryOfTest } from './entries-of-test.ts';
import { createSecurityFeed } from './security-feed.ts';
import type { LogPosition, LogRows } from './security-log.ts';

const rows = (...sequences: readonly number[]): LogRows => ({
  logs: sequences.map((sequence) => entryOfTest({ id: String(sequence), key: `log:${sequence}`, sequence, atMs: sequence * 100_000 })),
  notifications: [],
  hasOlder: true,
  oldest: { sequence: sequences.at(-1) ?? 0, notificationAt: '' },
});
const away = fail({ code: 'backend_unreachable' } as const);

/** A feed on a visible page whose alarms never ring: only the first look and the live signal ask by themselves. */
function handFeed(loads: Result<LogRows, BackendFailure>[], counts: Result<number, BackendFailure>[] = []) {
  const asked: LogPosition[] = [];
  let tell = () => {};
  let doubts = 0;
  const feed = createSecurityFeed({
    load: async (position) => {
      asked.push(position);
      return loads.shift() ?? away;
    },
    countNew: async () => counts.shift() ?? away,
    newestOf: ({ logs }) => ({ sequence: logs[0]?.sequence ?? 0, notificationAt: undefined }),
    watch: (listener) => {
      tell = listener;
      return () => {};
    },
    onDoubt: () => {
      doubts += 1;
    },
    timer: { nowMs: () => 1_000, after: () => () => {} },
    visibility: { isVisible: () => true, subscribe: () => () => {} },
  });
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return {
    feed,
    asked,
    settle,
    doubts: () => doubts,
    ids: () => feed.read().entries.map(({ id }) => id),
    listen: async () => {
      feed.subscribe(() => {});
      await settle();
    },
    signal: async () => {
      tell();
      await settle();
    },
  };
}

test('a row written meanwhile is counted and does not jump in; it is shown when it is asked for', async () => {
  const { feed, listen, signal, ids } = handFeed([succeed(rows(2, 1)), succeed(rows(3, 2, 1))], [succeed(1)]);
  await listen();
  await signal();
  expect([ids(), feed.read().newRows]).toEqual([['2', '1'], 1]);
  await feed.showNewest();
  expect([ids(), feed.read().newRows]).toEqual([['3', '2', '1'], 0]);
});

test('the first row of an empty log is shown at once', async () => {
  const { listen, signal, ids } = handFeed([succeed(rows()), succeed(rows(1))], [succeed(1)]);
  await listen();
  await signal();
  expect(ids()).toEqual(['1']);
});

test('older rows take the place of the present ones, and new ones are still counted from the newest ever seen', async () => {
  const { feed, listen, signal, ids, asked } = handFeed([succeed(rows(9, 8)), succeed(rows(7, 6))], [succeed(2)]);
  await listen();
  await feed.showOlder();
  expect(ids()).toEqual(['7', '6']);
  expect(asked[1]).toMatchObject({ olderThan: { oldest: { sequence: 8 } } });
  await signal();
  expect(feed.read()).toMatchObject({ atNewest: false, newRows: 2 });
});

test('an outage keeps the rows and says so', async () => {
  const { feed, listen, signal, ids } = handFeed([succeed(rows(2))], [away]);
  await listen();
  await signal();
  expect([ids(), feed.read().status]).toEqual([['2'], 'failed']);
});

test('a log that had rows and shows none keeps them and casts doubt on the session', async () => {
  const { feed, listen, ids, doubts } = handFeed([succeed(rows(2)), succeed(rows())]);
  await listen();
  await feed.showNewest();
  expect([ids(), feed.read().status, doubts()]).toEqual([['2'], 'failed', 1]);
});

test('an answer that is overtaken by a later question is dropped', async () => {
  const { feed, listen, ids } = handFeed([succeed(rows(9)), succeed(rows(8)), succeed(rows(7))]);
  await listen();
  await Promise.all([feed.showOlder(), feed.showBefore(5)]);
  expect(ids()).toEqual(['7']);
});

test('rows of long ago take the place of the list and leave the figures’ rows as they are, also where the page begins with them', async () => {
  const { feed, listen, ids } = handFeed([succeed(rows(9, 8)), succeed(rows(2, 1))]);
  await listen();
  await feed.showBefore(300_000);
  expect(ids()).toEqual(['2', '1']);
  expect(feed.read().newest.map(({ id }) => id)).toEqual(['9', '8']);
  const begun = handFeed([succeed(rows(2, 1)), succeed(rows(9, 8)), away]);
  await begun.feed.showBefore(300_000);
  expect(begun.ids()).toEqual(['2', '1']);
  expect(begun.feed.read().newest.map(({ id }) => id)).toEqual(['9', '8']);
});
