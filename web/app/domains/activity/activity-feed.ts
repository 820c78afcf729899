import type { Result } from '@castellan/foundation/result';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import type { InsertSignal } from '../../lib/backend-parts/watch.ts';
import type { Timer } from '../../lib/clock.ts';
import { createStore } from '../../lib/store.ts';
import { type ActivityEntry, mergeEntries } from './activity-entry.ts';
import { pollEveryMs, pollWhileVisible, type Visibility } from './visible-polling.ts';

/** What a page can show of the log at one moment. */
export type ActivityFeedState = {
  /** `failed` keeps the entries it had: an outage is not an empty log. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly entries: readonly ActivityEntry[];
  /** When the entries were last known to be true; `undefined` before the first answer. */
  readonly updatedAtMs: number | undefined;
};

/** The newest entries of the log, kept up to date for as long as someone listens. */
export type ActivityFeed = {
  readonly read: () => ActivityFeedState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks again now. */
  readonly refresh: () => Promise<void>;
};

/** What a feed needs from outside. */
export type ActivityFeedPorts = {
  readonly latest: (limit: number) => Promise<Result<readonly ActivityEntry[], BackendFailure>>;
  readonly watch: (tell: (signal: InsertSignal<ActivityEntry>) => void) => () => void;
  /** Called where a log that had rows shows none: it is append only, so that is what a session that ended sees. */
  readonly onDoubt: () => void;
  readonly timer: Timer;
  readonly visibility: Visibility;
};

/** Makes a feed of the `limit` newest entries: asked for every 10 seconds while visible, and told of new rows as they are written. */
export function createActivityFeed(limit: number, ports: ActivityFeedPorts): ActivityFeed {
  const initial: ActivityFeedState = { status: 'loading', entries: [], updatedAtMs: undefined };
  const { get, set, subscribe } = createStore(initial, () => start());
  const refresh = async () => {
    const asked = await ports.latest(limit);
    if (!asked.ok) return set({ ...get(), status: 'failed' });
    if (asked.value.length === 0 && get().entries.length > 0) {
      ports.onDoubt();
      return set({ ...get(), status: 'failed' });
    }
    // A row that came live while the question was on its way may be missing from the answer.
    set({ status: 'ready', entries: mergeEntries(get().entries, asked.value, limit), updatedAtMs: ports.timer.nowMs() });
  };
  const start = () => {
    const stopPolling = pollWhileVisible({ everyMs: pollEveryMs, timer: ports.timer, visibility: ports.visibility, run: refresh });
    const stopWatching = ports.watch((signal) => {
      if (signal.kind !== 'row') return;
      const state = get();
      const entries = mergeEntries(state.entries, [signal.row], limit);
      // One live row does not make a list: until the first answer there is nothing to call complete.
      set(state.updatedAtMs === undefined ? { ...state, entries } : { status: 'ready', entries, updatedAtMs: ports.timer.nowMs() });
    });
    return () => {
      stopPolling();
      stopWatching();
    };
  };

  return { read: get, refresh, subscribe };
}
