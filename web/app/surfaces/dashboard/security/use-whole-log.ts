import { useEffect, useRef, useState } from 'react';
import type { LogEntry } from '../../../domains/security/log-entry.ts';
import type { LogFilter } from '../../../domains/security/log-filter.ts';
import { searchWholeLog } from '../../../domains/security/search-log.ts';
import { loadNarrowedRows } from '../../../domains/security/security-log.ts';
import { browserTimer } from '../../../lib/clock.ts';

type Search =
  | { readonly kind: 'searching'; readonly key: string; readonly rows: number }
  | { readonly kind: 'found'; readonly key: string; readonly entries: readonly LogEntry[] }
  | { readonly kind: 'failed'; readonly key: string };

/** The whole log by the present filter, as it is asked for; another filter begins with nothing again. */
export type WholeLog = {
  readonly state: Search | undefined;
  /** Asks the server, and shows what is found. */
  readonly show: () => void;
  /** The same for a file; `undefined` where nobody answers. */
  readonly read: () => Promise<readonly LogEntry[] | undefined>;
};

/** Searches beyond the rows that the page holds. */
export function useWholeLog(filter: LogFilter): WholeLog {
  const key = JSON.stringify(filter);
  const [search, setSearch] = useState<Search>();
  const running = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter calls the search off.
  useEffect(() => () => running.current?.abort(), [key]);
  const read = async () => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setSearch({ kind: 'searching', key, rows: 0 });
    const tell = (rows: number) => {
      if (!stop.signal.aborted) setSearch({ kind: 'searching', key, rows });
    };
    const found = await searchWholeLog({ filter, nowMs: browserTimer.nowMs(), load: loadNarrowedRows, tell, signal: stop.signal });
    if (stop.signal.aborted) return undefined;
    setSearch(found.ok ? { kind: 'found', key, entries: found.value } : { kind: 'failed', key });
    return found.ok ? found.value : undefined;
  };
  return { state: search?.key === key ? search : undefined, show: () => void read(), read };
}
