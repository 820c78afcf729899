import { type Result, succeed } from '@castellan/foundation/result';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import type { Timer } from '../../lib/clock.ts';
import { createSerialQueue } from '../../lib/serial-queue.ts';
import { createStore } from '../../lib/store.ts';
import { pollEveryMs, pollWhileVisible, type Visibility } from '../activity/visible-polling.ts';
import { type BellPreferences, isQuietAt, noPreferences } from './bell-preferences.ts';
import { type BellNotification, groupNotifications, type NotificationGroup } from './notification.ts';

/** What the bell shows at one moment. */
export type BellState = {
  /** `failed` keeps what it had. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly groups: readonly NotificationGroup[];
  /** Unread notifications among those loaded that ring now: in quiet hours only the important ones. */
  readonly unread: number;
  readonly quietNow: boolean;
  readonly preferences: BellPreferences;
  /** Those that the last 'Mark all as read' marked, while it can be undone. */
  readonly undoable: readonly string[];
};

type Asked<Value> = Promise<Result<Value, BackendFailure>>;

/** What the bell needs from outside. */
export type BellPorts = {
  readonly load: (preferences: BellPreferences, nowMs: number) => Asked<readonly BellNotification[]>;
  readonly mark: (ids: readonly string[], read: boolean) => Asked<undefined>;
  readonly markAll: () => Asked<readonly string[]>;
  readonly snooze: (ids: readonly string[], untilMs: number) => Asked<undefined>;
  readonly loadPreferences: () => Asked<BellPreferences>;
  readonly savePreferences: (preferences: BellPreferences) => Asked<undefined>;
  /** Calls when something was written that the bell may have to show, or the preferences changed; returns the way to stop. */
  readonly watch: (tell: (what?: 'preferences') => void) => () => void;
  readonly minuteOfDay: (atMs: number) => number;
  readonly timer: Timer;
  readonly visibility: Visibility;
};

/** The bell, for as long as someone listens. Its actions answer whether the backend took them. */
export type BellFeed = {
  readonly read: () => BellState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly refresh: () => Promise<void>;
  readonly mark: (ids: readonly string[], read: boolean) => Promise<boolean>;
  readonly markAll: () => Promise<boolean>;
  readonly undoMarkAll: () => Promise<boolean>;
  readonly snooze: (ids: readonly string[], untilMs: number) => Promise<boolean>;
  readonly setPreferences: (preferences: BellPreferences) => Promise<boolean>;
};

const emptyBell: BellState = { status: 'loading', groups: [], unread: 0, quietNow: false, preferences: noPreferences, undoable: [] };

/** Keeps what was last loaded: asks at once, by realtime, and every 10 seconds while visible. */
function createBellReading(ports: BellPorts) {
  let notifications: readonly BellNotification[] = [];
  const { get, set, subscribe } = createStore(emptyBell, () => start());
  const send = createSerialQueue();
  let preferencesKnown = false;
  let question = 0;

  const change = (next: Partial<BellState>) => {
    const preferences = next.preferences ?? get().preferences;
    const quietNow = isQuietAt(preferences.quiet, ports.minuteOfDay(ports.timer.nowMs()));
    const ringing = notifications.filter(({ read, important }) => !read && (important || !quietNow));
    set({ ...get(), ...next, groups: groupNotifications(notifications), quietNow, unread: ringing.length });
  };
  const refresh = async () => {
    question += 1;
    const asked = question;
    if (!preferencesKnown) {
      const preferences = await ports.loadPreferences();
      if (preferences.ok) {
        preferencesKnown = true;
        change({ preferences: preferences.value });
      }
    }
    const loaded = await ports.load(get().preferences, ports.timer.nowMs());
    // A later question, or a mark set meanwhile, makes this answer old news.
    if (asked !== question) return;
    if (loaded.ok) notifications = loaded.value;
    change({ status: loaded.ok ? 'ready' : 'failed' });
  };
  /** Shows the change at once, and asks again where the backend did not take it. */
  const act = async (shown: readonly BellNotification[], ask: () => Asked<unknown>): Promise<boolean> => {
    question += 1;
    notifications = shown;
    change({});
    // In the order they were made: 'Mark all' that overtakes the mark of one would count that one among its own, and undo it too.
    const sent = await send(ask);
    await refresh();
    return sent.ok;
  };
  const start = () => {
    const stopPolling = pollWhileVisible({ everyMs: pollEveryMs, timer: ports.timer, visibility: ports.visibility, run: refresh });
    const stopWatching = ports.watch((what) => {
      if (what === 'preferences') preferencesKnown = false;
      void refresh();
    });
    return () => {
      stopPolling();
      stopWatching();
    };
  };
  return { read: get, subscribe, notifications: () => notifications, change, refresh, act };
}

/** Makes the bell: what was loaded, and what the owner does with it. */
export function createBellFeed(ports: BellPorts): BellFeed {
  const { read: get, subscribe, notifications, change, refresh, act } = createBellReading(ports);
  const withMark = (ids: readonly string[], read: boolean) =>
    notifications().map((notification) => (ids.includes(notification.id) ? { ...notification, read } : notification));

  return {
    read: get,
    refresh,
    mark: (ids, read) => act(withMark(ids, read), () => ports.mark(ids, read)),
    markAll: () =>
      act(
        notifications().map((notification) => ({ ...notification, read: true })),
        async () => {
          const marked = await ports.markAll();
          if (marked.ok) change({ undoable: marked.value });
          return marked;
        },
      ),
    undoMarkAll: () => {
      const ids = get().undoable;
      return act(withMark(ids, false), async () => {
        const undone = ids.length === 0 ? succeed(undefined) : await ports.mark(ids, false);
        if (undone.ok) change({ undoable: [] });
        return undone;
      });
    },
    snooze: (ids, untilMs) =>
      act(
        notifications().filter(({ id }) => !ids.includes(id)),
        () => ports.snooze(ids, untilMs),
      ),
    setPreferences: async (preferences) => {
      const before = get().preferences;
      change({ preferences });
      const saved = await ports.savePreferences(preferences);
      if (!saved.ok) change({ preferences: before });
      await refresh();
      return saved.ok;
    },
    subscribe,
  };
}
