import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { countLog, filterLog, type LogFilter } from '../../../domains/security/log-filter.ts';
import { type Condition, toggleCondition, withSpan } from '../../../domains/security/log-query.ts';
import { judgeLog } from '../../../domains/security/log-verdict.ts';
import { binVolume, volumeFromMs, volumeRuler } from '../../../domains/security/log-volume.ts';
import { openSecurityFeed } from '../../../domains/security/open-security-feed.ts';
import { type LogSummary, loadLogSummary } from '../../../domains/security/security-log.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { whileWanted } from '../../../lib/while-wanted.ts';
import { useNow } from '../../../ui/use-now.ts';
import { Unanswered } from '../unanswered.tsx';
import { useRefreshCommand } from '../use-refresh-command.ts';
import { ChainPanel } from './chain-panel.tsx';
import { DatabaseStatusPanel } from './database-status-panel.tsx';
import { LogFigures } from './log-figures.tsx';
import { LogFilters } from './log-filters.tsx';
import { LogList } from './log-list.tsx';
import { LogTabs } from './log-tabs.tsx';
import { LogVerdict } from './log-verdict.tsx';
import { SecurityHead } from './security-head.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { chainProblem, useChainWalk } from './use-chain-walk.ts';
import { useLogAddress } from './use-log-address.ts';
import { useSessions } from './use-sessions.ts';
import { useWholeLog } from './use-whole-log.ts';
import { VolumeRuler } from './volume-ruler.tsx';
import './log-details.css';
import './log-table.css';
import './log-tools.css';
import './log-verdict.css';
import './security.css';

/** Everything that happened: what of it needs the owner, the list that can be asked, and beside it chain, sessions and status. */
export default function SecurityView() {
  const { revalidate } = useRevalidator();
  const [feed] = useState(() => openSecurityFeed(() => void revalidate()));
  const state = useSyncExternalStore(feed.subscribe, feed.read);
  const { filter, view, change, show } = useLogAddress();
  const nowMs = useNow(60_000);
  const isRead = state.updatedAtMs !== undefined;
  const figures = useMemo(() => countLog(state.newest), [state.newest]);
  const { shown, query } = useMemo(() => filterLog(state.entries, filter, nowMs), [state.entries, filter, nowMs]);
  const summary = useSummary(isRead, state.newRows === 0 ? state.newest[0]?.key : undefined);
  const bins = useMemo(() => (summary === undefined ? undefined : binVolume(summary)), [summary]);
  const { walk, begin } = useChainWalk(summary?.total);
  const sessions = useSessions();
  const whole = useWholeLog(filter);
  const panelId = useId();
  const filterBy = useFilterBy(filter.search, change);
  useAnchor(query.beforeMs, feed);
  useRefreshCommand(() => void feed.showNewest());
  const problem = chainProblem(walk);
  const verdict = useMemo(
    () => (isRead ? judgeLog({ entries: state.newest, isPart: state.hasOlderThanNewest, chainProblem: problem, nowMs }) : undefined),
    [isRead, state.newest, state.hasOlderThanNewest, problem, nowMs],
  );
  const brush = (span: Parameters<typeof withSpan>[1]) => change({ search: withSpan(filter.search, span) });
  const span =
    query.afterMs === undefined && query.beforeMs === undefined
      ? undefined
      : { fromMs: query.afterMs ?? bins?.[0]?.fromMs ?? 0, toMs: query.beforeMs ?? bins?.at(-1)?.toMs ?? nowMs };
  return (
    <>
      <SecurityHead state={state} walk={walk} shown={shown} whole={whole} />
      <LogVerdict verdict={verdict} waiting={state.status === 'failed' ? 'The log could not be loaded.' : 'Reading the log…'}>
        {bins === undefined ? null : <VolumeRuler bins={bins} span={span} onBrush={brush} />}
      </LogVerdict>
      <LogFigures of={figures} pending={!isRead} />
      <LogTabs
        tab={filter.tab}
        onTab={(tab) => change({ tab })}
        view={view}
        onView={show}
        panelId={panelId}
        marks={{
          chain: walk.kind !== 'done' ? undefined : problem === undefined ? 'sound' : 'broken',
          sessions: sessions.sessions?.length,
          status: state.status === 'loading' ? undefined : state.status === 'ready' ? 'sound' : 'broken',
        }}
      />
      {view === undefined ? null : (
        <div id={panelId}>
          {view === 'chain' ? <ChainPanel walk={walk} onBegin={begin} /> : null}
          {view === 'sessions' ? <SessionsPanel {...sessions} /> : null}
          {view === 'status' ? <DatabaseStatusPanel onTested={() => void feed.showNewest()} /> : null}
        </div>
      )}
      {view === 'chain' || view === 'sessions' ? null : (
        <section aria-label="Activity logs" className="log-sheet">
          <LogFilters filter={filter} onChange={change} problems={query.problems} found={shown.length} />
          {state.status === 'failed' ? (
            <Unanswered sentence={isRead ? 'Showing the last known state.' : 'The log cannot be shown.'} onRetry={feed.showNewest} />
          ) : null}
          <LogList
            state={state}
            feed={feed}
            shown={shown}
            whole={whole}
            onFilter={filterBy}
            onNewest={() => {
              // Without its end the search lets the list begin at the newest row again.
              if (query.beforeMs === undefined) void feed.showNewest();
              else brush(undefined);
            }}
            filterKey={JSON.stringify(filter)}
          />
        </section>
      )}
    </>
  );
}

/** Adds a condition to the search, or takes it out. One function for the life of the page, so that a keystroke draws no row again. */
function useFilterBy(search: string, change: (next: Partial<LogFilter>) => void): (condition: Condition) => void {
  const now = useRef({ search, change });
  now.current = { search, change };
  const [filterBy] = useState(
    () => (condition: Condition) => now.current.change({ search: toggleCondition(now.current.search, condition) }),
  );
  return filterBy;
}

/** The log's volume, asked for once the rows are there, and again when the newest of them changes. */
function useSummary(isReady: boolean, newestKey: string | undefined): LogSummary | undefined {
  const [summary, setSummary] = useState<LogSummary>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another newest row is what makes the figures old.
  useEffect(() => {
    if (!isReady) return undefined;
    return whileWanted(loadLogSummary(volumeFromMs(browserTimer.nowMs()), volumeRuler.bins), (loaded) => {
      if (loaded.ok) setSummary(loaded.value);
    });
  }, [isReady, newestKey]);
  return summary;
}

/** Lets the list begin where the search ends in time, so that a brushed stretch of long ago is there to be shown. */
function useAnchor(
  beforeMs: number | undefined,
  feed: { readonly showBefore: (beforeMs: number) => Promise<void>; readonly showNewest: () => Promise<void> },
): void {
  const anchoredAt = useRef<number>(undefined);
  useEffect(() => {
    if (beforeMs === anchoredAt.current) return;
    anchoredAt.current = beforeMs;
    void (beforeMs === undefined ? feed.showNewest() : feed.showBefore(beforeMs));
  }, [beforeMs, feed]);
}
