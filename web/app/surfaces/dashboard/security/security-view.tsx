import { DownloadSimpleIcon } from '@castellan/icons/arrows/download-simple';
import { CodeIcon } from '@castellan/icons/signs/code';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { HeadTools } from '../../../domains/owner-page/head-tools.tsx';
import { PageHead } from '../../../domains/owner-page/page-head.tsx';
import { logExport } from '../../../domains/passport/log-export.ts';
import type { LogEntry } from '../../../domains/security/log-entry.ts';
import { exportCsv, exportJsonLines, type LogFile } from '../../../domains/security/log-export.ts';
import { countLog, filterLog } from '../../../domains/security/log-filter.ts';
import { type Condition, toggleCondition, withSpan } from '../../../domains/security/log-query.ts';
import { openSecurityFeed } from '../../../domains/security/open-security-feed.ts';
import { type LogSummary, loadLogSummary } from '../../../domains/security/security-log.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { GhostButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/panel.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { Bell } from '../bell/bell.tsx';
import { freshness } from '../overview/relative-time.ts';
import { Unanswered } from '../unanswered.tsx';
import { useRefreshCommand } from '../use-refresh-command.ts';
import { ChainPanel } from './chain-panel.tsx';
import { DatabaseStatusPanel } from './database-status-panel.tsx';
import { LogFilters } from './log-filters.tsx';
import { LogHistogram } from './log-histogram.tsx';
import { LogList } from './log-list.tsx';
import { LogTiles } from './log-tiles.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { useLogFilter } from './use-log-filter.ts';
import { useWholeLog } from './use-whole-log.ts';
import './log-table.css';
import './security.css';
import { whileWanted } from '../../../lib/while-wanted.ts';

/** Bars of the histogram, at the most. */
const barCount = 72;

/** Everything that happened, in one list that can be asked, brushed, exported and verified. */
export default function SecurityView() {
  const { revalidate } = useRevalidator();
  const [feed] = useState(() => openSecurityFeed(() => void revalidate()));
  const state = useSyncExternalStore(feed.subscribe, feed.read);
  const [filter, changeFilter] = useLogFilter();
  const nowMs = useNow(60_000);
  const figures = useMemo(() => countLog(state.newest), [state.newest]);
  const { shown, query } = useMemo(() => filterLog(state.entries, filter, nowMs), [state.entries, filter, nowMs]);
  const summary = useSummary(state.updatedAtMs !== undefined, state.newRows === 0 ? state.entries[0]?.key : undefined);
  const whole = useWholeLog(filter);
  useAnchor(query.beforeMs, feed);
  useRefreshCommand(() => void feed.showNewest());

  const search = useRef(filter.search);
  search.current = filter.search;
  const change = useRef(changeFilter);
  change.current = changeFilter;
  // One function for the life of the page, so that a keystroke does not draw the table's rows again for it.
  const [onFilter] = useState(() => (condition: Condition) => change.current({ search: toggleCondition(search.current, condition) }));

  // A file holds the whole filter, not only the rows that the page has of it.
  const save = async (name: string, fileOf: (entries: readonly LogEntry[], nowMs: number) => LogFile) => {
    const isPart = state.hasOlder || !state.atNewest;
    const entries = whole.state?.kind === 'found' ? whole.state.entries : isPart ? await whole.read() : shown;
    if (entries === undefined) return;
    saveFile(fileOf(entries, browserTimer.nowMs()));
    logExport(`The log was exported as ${name}`, { rows: entries.length });
  };

  return (
    <div className="space-y-6">
      <PageHead
        id="security"
        title="Security &amp; Logs"
        state="Monitor system activity"
        tools={
          <>
            <HeadTools
              menu={{ own: [{ label: 'JSON Lines', drawing: CodeIcon, onChoose: () => void save('JSON Lines', exportJsonLines) }] }}
            />
            <GhostButton icon={DownloadSimpleIcon} className="page-action" onClick={() => void save('CSV', exportCsv)}>
              <span className="page-action-words is-long">Export</span>
            </GhostButton>
            <Bell />
          </>
        }
      />
      <LogTiles figures={figures} pending={state.updatedAtMs === undefined} />
      <Card className="p-6" aria-label="Activity logs">
        <div className="log-sheet space-y-5">
          <LogFilters filter={filter} onChange={changeFilter} problems={query.problems} found={shown.length} />
          {summary === undefined || summary.buckets.length === 0 ? null : (
            <LogHistogram
              summary={summary}
              span={
                query.afterMs === undefined && query.beforeMs === undefined
                  ? undefined
                  : { fromMs: query.afterMs ?? summary.spanFromMs, toMs: query.beforeMs ?? summary.spanToMs }
              }
              onBrush={(span) => changeFilter({ search: withSpan(filter.search, span) })}
            />
          )}
          {state.status === 'failed' ? (
            <Unanswered
              sentence={state.updatedAtMs === undefined ? 'The log cannot be shown.' : 'Showing the last known state.'}
              onRetry={feed.showNewest}
            />
          ) : null}
          <LogList
            state={state}
            feed={feed}
            shown={shown}
            whole={whole}
            onFilter={onFilter}
            onNewest={() => {
              // Without its end the search lets the list begin at the newest row again.
              if (query.beforeMs === undefined) void feed.showNewest();
              else changeFilter({ search: withSpan(filter.search, undefined) });
            }}
            filterKey={JSON.stringify(filter)}
          />
          {state.updatedAtMs === undefined ? null : (
            <p className="text-right text-sm text-muted tabular-nums">
              {state.newRows > 0 ? 'Newer rows are waiting above. Checked ' : 'Updated '}
              <Freshness atMs={state.updatedAtMs} />
            </p>
          )}
        </div>
      </Card>
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <ChainPanel />
        <SessionsPanel />
      </div>
      <DatabaseStatusPanel onTested={() => void feed.showNewest()} />
    </div>
  );
}

function Freshness({ atMs }: { readonly atMs: number }) {
  return <>{freshness(atMs, useNow(1000))}</>;
}

/** The log's volume, asked for once the rows are there, and again when the newest of them changes. */
function useSummary(isReady: boolean, newestKey: string | undefined): LogSummary | undefined {
  const [summary, setSummary] = useState<LogSummary>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another newest row is what makes the figures old.
  useEffect(() => {
    if (!isReady) return undefined;
    return whileWanted(loadLogSummary(undefined, barCount), (loaded) => {
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
