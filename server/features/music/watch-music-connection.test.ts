import { expect, test, vi } from 'vitest';
import { watchMusicConnection } from './watch-music-connection.ts';

function open(isConfigured = true) {
  let rows: readonly object[] | Error = [];
  let nowMs = 0;
  const query = vi.fn(async () => {
    if (rows instanceof Error) throw rows;
    return { rows };
  });
  const onChange = vi.fn();
  const watched = watchMusicConnection({ isConfigured, queryable: { query } as never, clock: { nowMs: () => nowMs }, onChange });
  return {
    watched,
    query,
    onChange,
    say: (next: typeof rows) => {
      rows = next;
    },
    later: () => {
      nowMs += 10_001;
    },
  };
}

test('a connection that is made or ended is noticed within ten seconds, and told once', async () => {
  const { watched, query, onChange, say, later } = open();
  const isConnected = await watched;
  say([{}]);
  expect([isConnected(), query.mock.calls.length]).toEqual([false, 1]);
  later();
  isConnected();
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), { timeout: 30_000 });
  expect([isConnected(), query.mock.calls.length]).toEqual([true, 2]);
});

test('while the database is away the last answer stays; a server without an app at the provider asks nothing', async () => {
  const { watched, query, onChange, say, later } = open();
  const isConnected = await watched;
  say(new Error('away'));
  later();
  isConnected();
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(2), { timeout: 30_000 });
  expect([isConnected(), onChange.mock.calls.length]).toEqual([false, 0]);
  const other = open(false);
  expect((await other.watched)()).toBe(false);
  expect(other.query).not.toHaveBeenCalled();
});
