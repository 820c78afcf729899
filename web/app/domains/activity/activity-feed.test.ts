import { fail, type Result, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import type { InsertSignal } from '../../lib/backend-parts/watch.ts';
import type { ActivityEntry } from './activity-entry.ts';
import { createActivityFeed } from './activity-feed.ts';

type Answer = Result<readonly ActivityEntry[], BackendFailure>;

const entry = (id: string, sequence: number): ActivityEntry => ({
  id,
  sequence,
  type: 'terminal_access',
  description: `row ${id}`,
  success: true,
  createdAtMs: sequence,
});

/** A feed whose page is hidden, so that only `refresh` asks: each answer is given by hand. */
function handFeed(answers: Answer[]) {
  let now = 1_000;
  let tell: (signal: InsertSignal<ActivityEntry>) => void = () => {};
  let watching = 0;
  let doubts = 0;
  const feed = createActivityFeed(5, {
    latest: async () => answers.shift() ?? fail({ code: 'backend_unreachable' }),
    watch: (listener) => {
      tell = listener;
      watching += 1;
      return () => {
        watching -= 1;
      };
    },
    onDoubt: () => {
      doubts += 1;
    },
    timer: { nowMs: () => now, after: () => () => {} },
    visibility: { isVisible: () => false, subscribe: () => () => {} },
  });
  return {
    feed,
    tell: (signal: InsertSignal<ActivityEntry>) => tell(signal),
    watching: () => watching,
    doubts: () => doubts,
    pass: (durationMs: number) => {
      now += durationMs;
    },
  };
}

test('a feed loads, then shows what the table holds and since when', async () => {
  const { feed } = handFeed([succeed([entry('2', 20), entry('1', 10)])]);
  expect(feed.read()).toEqual({ status: 'loading', entries: [], updatedAtMs: undefined });
  await feed.refresh();
  expect(feed.read()).toMatchObject({ status: 'ready', updatedAtMs: 1_000 });
  expect(feed.read().entries.map(({ id }) => id)).toEqual(['2', '1']);
});

test('an outage keeps the entries and the time they were true', async () => {
  const { feed, pass } = handFeed([succeed([entry('1', 10)]), fail({ code: 'backend_unreachable' })]);
  await feed.refresh();
  pass(30_000);
  await feed.refresh();
  expect(feed.read()).toMatchObject({ status: 'failed', updatedAtMs: 1_000 });
  expect(feed.read().entries).toHaveLength(1);
});

test('a first answer that fails leaves an empty list and says so', async () => {
  const { feed } = handFeed([fail({ code: 'unauthorized' })]);
  await feed.refresh();
  expect(feed.read()).toEqual({ status: 'failed', entries: [], updatedAtMs: undefined });
});

test('a log that had rows and shows none keeps them and casts doubt on the session', async () => {
  const { feed, doubts } = handFeed([succeed([]), succeed([entry('1', 10)]), succeed([])]);
  await feed.refresh();
  expect([feed.read().status, doubts()]).toEqual(['ready', 0]);
  await feed.refresh();
  await feed.refresh();
  expect(feed.read()).toMatchObject({ status: 'failed', entries: [{ id: '1' }] });
  expect(doubts()).toBe(1);
});

test('a live row appears first, once, and ends an outage', async () => {
  const { feed, tell } = handFeed([succeed([entry('1', 10)]), fail({ code: 'backend_unreachable' })]);
  const stop = feed.subscribe(() => {});
  await feed.refresh();
  await feed.refresh();
  tell({ kind: 'row', row: entry('2', 20) });
  tell({ kind: 'row', row: entry('2', 20) });
  expect(feed.read()).toMatchObject({ status: 'ready' });
  expect(feed.read().entries.map(({ id }) => id)).toEqual(['2', '1']);
  stop();
});

test('a live row before the first answer does not pass for the whole list', () => {
  const { feed, tell } = handFeed([]);
  const stop = feed.subscribe(() => {});
  tell({ kind: 'row', row: entry('2', 20) });
  expect(feed.read().status).toBe('loading');
  stop();
});

test('the live subscription lives as long as someone listens', () => {
  const { feed, watching } = handFeed([]);
  const stopOne = feed.subscribe(() => {});
  const stopOther = feed.subscribe(() => {});
  expect(watching()).toBe(1);
  stopOne();
  expect(watching()).toBe(1);
  stopOther();
  expect(watching()).toBe(0);
});
