import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { knownKinds } from '../activity/activity-kind.ts';
import type { LogEntry } from './log-entry.ts';
import { filterLog, type LogFilter, type LogTab, spanStartMs } from './log-filter.ts';
import { parseLogQuery } from './log-query.ts';
import { mergeLog } from './merge-log.ts';
import type { LogNarrowing, LogPosition, LogRows } from './security-log.ts';

type SearchOptions = {
  readonly filter: LogFilter;
  readonly nowMs: number;
  readonly load: (position: LogPosition, narrowing: LogNarrowing) => Promise<Result<LogRows, BackendFailure>>;
  /** Hears how many rows the server has answered so far. */
  readonly tell: (rows: number) => void;
  readonly signal?: AbortSignal;
};

/** Asks the server for everything in the whole log that the filter lets through, the newest first, merged as the page's list is. */
export async function searchWholeLog(
  options: SearchOptions,
): Promise<Result<readonly LogEntry[], BackendFailure | { readonly code: 'cancelled' }>> {
  const { filter, nowMs, load, tell, signal } = options;
  const narrowing = narrowingOf(filter, nowMs);
  const { beforeMs } = parseLogQuery(filter.search);
  const logs: LogEntry[] = [];
  const notifications: LogEntry[] = [];
  for (let position: LogPosition = beforeMs === undefined ? 'newest' : { beforeMs }; ; ) {
    if (signal?.aborted === true) return fail({ code: 'cancelled' });
    const loaded = await load(position, narrowing);
    if (!loaded.ok) return loaded;
    logs.push(...loaded.value.logs);
    notifications.push(...loaded.value.notifications);
    tell(logs.length + notifications.length);
    if (!loaded.value.hasOlder) break;
    position = { olderThan: loaded.value };
  }
  return succeed(filterLog(mergeLog(logs, notifications), filter, nowMs).shown);
}

const typesOfTab: Readonly<Record<LogTab, string | undefined>> = {
  all: undefined,
  authentication: 'activity_type.in.(terminal_access,failed_login,auth),activity_type.like.auth*',
  vault: 'activity_type.eq.vault_activity',
  games: 'activity_type.eq.game_activity',
  apps: 'activity_type.eq.app_activity',
};

/** What of the filter the server can leave out by itself; the page filters the answer once more, by all of it. */
function narrowingOf(filter: LogFilter, nowMs: number): LogNarrowing {
  const { text, afterMs } = parseLogQuery(filter.search);
  const from = [afterMs, spanStartMs(filter.span, nowMs)].filter((atMs) => atMs !== undefined);
  return {
    types: typesOfTab[filter.tab],
    failedOnly: filter.failedOnly,
    fromMs: from.length === 0 ? undefined : Math.max(...from),
    // What a pattern or the interface itself would read otherwise is left to the page, and so are the words for types: rows have none.
    text: text === '' || /[*%_\\"]/.test(text) || isPartOfKind(text) ? undefined : text,
  };
}

function isPartOfKind(text: string): boolean {
  return knownKinds.some((kind) => kind.toLowerCase().includes(text));
}
