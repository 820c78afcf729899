import type { Result } from '@castellan/foundation/result';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import type { Timer } from '../../lib/clock.ts';
import { createStore } from '../../lib/store.ts';
import { pollEveryMs, pollWhileVisible, type Visibility } from '../activity/visible-polling.ts';
import type { LogEntry } from './log-entry.ts';
import { mergeLog } from './merge-log.ts';
import type { LogPosition, LogRows, newestOf } from './security-log.ts';

/** What the page can show at one moment. */
export type SecurityFeedState = {
  /** `failed` keeps the rows it had: an outage is not an empty log. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** The merged list of the present look, the newest first. Never more than one look of rows is held. */
  readonly entries: readonly LogEntry[];
  /** The merged list of the newest look: what the figures count, wherever the present one begins. */
  readonly newest: readonly LogEntry[];
  /** Whether there are rows older than those. */
  readonly hasOlderThanNewest: boolean;
  /** Whether the look begins with the newest row. */
  readonly atNewest: boolean;
  readonly hasOlder: boolean;
  /** Rows written since that are not shown yet, so that none jumps in under the reader; 100 stands for more. */
  readonly newRows: number;
  readonly updatedAtMs: number | undefined;
};

/** The log as Security & Logs shows it, for as long as someone listens. */
export type SecurityFeed = {
  readonly read: () => SecurityFeedState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Shows the newest rows, the new ones among them. */
  readonly showNewest: () => Promise<void>;
  /** Shows the rows before the present ones in their place. */
  readonly showOlder: () => Promise<void>;
  /** Shows the rows before a time. */
  readonly showBefore: (beforeMs: number) => Promise<void>;
};

/** What the feed needs from outside. */
export type SecurityFeedPorts = {
  readonly load: (position: LogPosition) => Promise<Result<LogRows, BackendFailure>>;
  readonly countNew: (since: ReturnType<typeof newestOf>) => Promise<Result<number, BackendFailure>>;
  readonly newestOf: typeof newestOf;
  /** Calls when a row was written; returns the way to stop. */
  readonly watch: (tell: () => void) => () => void;
  /** Called where a log that had rows shows none: that is what a session that ended sees. */
  readonly onDoubt: () => void;
  readonly timer: Timer;
  readonly visibility: Visibility;
};

const nothingRead: SecurityFeedState = {
  status: 'loading',
  entries: [],
  newest: [],
  hasOlderThanNewest: false,
  atNewest: true,
  hasOlder: false,
  newRows: 0,
  updatedAtMs: undefined,
};

/** Makes the feed: loads the newest rows at once, then counts new ones by realtime and every 10 s while visible. */
export function createSecurityFeed(ports: SecurityFeedPorts): SecurityFeed {
  const { get, set, subscribe } = createStore(nothingRead, () => start());
  let rows: LogRows | undefined;
  let newest: ReturnType<typeof newestOf> | undefined;
  let wanted: LogPosition = 'newest';
  // Answers that come after a later question was asked are old news.
  let question = 0;
  const change = (next: Partial<SecurityFeedState>) => set({ ...get(), ...next });
  const show = async (position: LogPosition) => {
    question += 1;
    wanted = position;
    const asked = question;
    // A page that is opened at rows of long ago wants the newest too, for its figures and to count what comes after.
    const [loaded, first] = await Promise.all([
      ports.load(position),
      position === 'newest' || newest !== undefined ? undefined : ports.load('newest'),
    ]);
    if (asked !== question) return;
    if (!loaded.ok) return change({ status: 'failed' });
    if (first?.ok === true) {
      newest = ports.newestOf(first.value);
      change({ newest: mergeLog(first.value.logs, first.value.notifications), hasOlderThanNewest: first.value.hasOlder });
    }
    const entries = mergeLog(loaded.value.logs, loaded.value.notifications);
    if (position === 'newest' && entries.length === 0 && get().entries.length > 0) {
      ports.onDoubt();
      return change({ status: 'failed' });
    }
    rows = loaded.value;
    if (position === 'newest') newest = ports.newestOf(rows);
    change({
      status: 'ready',
      entries,
      hasOlder: rows.hasOlder,
      atNewest: position === 'newest',
      ...(position === 'newest' ? { newRows: 0, newest: entries, hasOlderThanNewest: rows.hasOlder } : {}),
      updatedAtMs: ports.timer.nowMs(),
    });
  };
  const count = async () => {
    if (newest === undefined) return show(wanted);
    const asked = question;
    const counted = await ports.countNew(newest);
    if (asked !== question) return;
    if (!counted.ok) return change({ status: 'failed' });
    // Nothing is being read in an empty list: what comes first is shown at once.
    if (counted.value > 0 && get().entries.length === 0 && get().atNewest) return show('newest');
    change({ status: 'ready', newRows: counted.value, updatedAtMs: ports.timer.nowMs() });
  };
  const start = () => {
    const stopPolling = pollWhileVisible({ everyMs: pollEveryMs, timer: ports.timer, visibility: ports.visibility, run: count });
    const stopWatching = ports.watch(() => void count());
    return () => {
      stopPolling();
      stopWatching();
    };
  };

  return {
    read: get,
    subscribe,
    showNewest: () => show('newest'),
    showOlder: () => (rows === undefined ? Promise.resolve() : show({ olderThan: rows })),
    showBefore: (beforeMs) => show({ beforeMs }),
  };
}
