import type { Result } from '@castellan/foundation/result';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import type { Timer } from '../../lib/clock.ts';
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

/** Makes the feed: loads the newest rows at once, then counts new ones by realtime and every 10 s while visible. */
export function createSecurityFeed(ports: SecurityFeedPorts): SecurityFeed {
  let state: SecurityFeedState = {
    status: 'loading',
    entries: [],
    atNewest: true,
    hasOlder: false,
    newRows: 0,
    updatedAtMs: undefined,
  };
  let rows: LogRows | undefined;
  let newest: ReturnType<typeof newestOf> | undefined;
  // Answers that come after a later question was asked are old news.
  let question = 0;
  const listeners = new Set<() => void>();
  let stop = () => {};

  const change = (next: Partial<SecurityFeedState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const show = async (position: LogPosition) => {
    question += 1;
    const asked = question;
    const loaded = await ports.load(position);
    if (asked !== question) return;
    if (!loaded.ok) return change({ status: 'failed' });
    const entries = mergeLog(loaded.value.logs, loaded.value.notifications);
    if (position === 'newest' && entries.length === 0 && state.entries.length > 0) {
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
      ...(position === 'newest' ? { newRows: 0 } : {}),
      updatedAtMs: ports.timer.nowMs(),
    });
  };
  const count = async () => {
    if (newest === undefined) return show('newest');
    const asked = question;
    const counted = await ports.countNew(newest);
    if (asked !== question) return;
    if (!counted.ok) return change({ status: 'failed' });
    // Nothing is being read in an empty list: what comes first is shown at once.
    if (counted.value > 0 && state.entries.length === 0 && state.atNewest) return show('newest');
    change({ status: 'ready', newRows: counted.value, updatedAtMs: ports.timer.nowMs() });
  };
  const start = () => {
    const stopPolling = pollWhileVisible({ everyMs: pollEveryMs, timer: ports.timer, visibility: ports.visibility, run: count });
    const stopWatching = ports.watch(() => void count());
    stop = () => {
      stopPolling();
      stopWatching();
    };
  };

  return {
    read: () => state,
    showNewest: () => show('newest'),
    showOlder: () => (rows === undefined ? Promise.resolve() : show({ olderThan: rows })),
    showBefore: (beforeMs) => show({ beforeMs }),
    subscribe: (listener) => {
      if (listeners.size === 0) start();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
  };
}
