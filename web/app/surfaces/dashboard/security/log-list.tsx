import { ArrowUpIcon } from '@castellan/icons/arrows/arrow-up';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { LogEntry } from '../../../domains/security/log-entry.ts';
import type { Condition } from '../../../domains/security/log-query.ts';
import type { SecurityFeed, SecurityFeedState } from '../../../domains/security/security-feed.ts';
import { QuietButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Spinner, Waiting } from '../../../ui/spinner.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { LogTable } from './log-table.tsx';
import type { WholeLog } from './use-whole-log.ts';

/** Rows shown at once (spec §9). */
const rowLimit = 100;

type LogListProps = {
  readonly state: SecurityFeedState;
  readonly feed: SecurityFeed;
  /** Those of the rows the page holds that the filter lets through. */
  readonly shown: readonly LogEntry[];
  /** What was found in the whole log, once that was asked for. */
  readonly whole: WholeLog;
  readonly onFilter: (condition: Condition) => void;
  /** Shows the newest rows, whatever stretch of time the search held. */
  readonly onNewest: () => void;
  /** Another filter begins at its first row again. */
  readonly filterKey: string;
  /** The search, which takes the focus when a filter takes its own row away. */
};

/** The table with what leads on from it: new rows above, older ones below. */
export function LogList({ state, feed, shown: held, whole, onFilter, onNewest, filterKey }: LogListProps) {
  const found = whole.state?.kind === 'found' ? whole.state.entries : undefined;
  const shown = found ?? held;
  // What lies outside of the rows that are held was not looked at.
  const isPart = found === undefined && (state.hasOlder || !state.atNewest);
  const place = `${filterKey} ${found === undefined ? (state.entries[0]?.key ?? '') : 'whole'}`;
  const [turned, setTurned] = useState({ place, from: 0 });
  const from = turned.place === place ? turned.from : 0;
  const top = useScrollToTop(`${place} ${from}`);
  const page = useMemo(() => shown.slice(from, from + rowLimit), [shown, from]);
  // A hundred rows take a moment to draw: what was typed or pressed is seen before them.
  const drawn = useDeferredValue(page);
  // Its button goes once the newest rows are there.
  const showNewest = () => {
    top.focus();
    onNewest();
  };
  if (state.updatedAtMs === undefined && state.status === 'loading') {
    return <Waiting label="Loading the log" className="min-h-40 text-2xl" />;
  }
  const hasMore = shown.length > from + rowLimit;
  return (
    <div ref={top.element} tabIndex={-1} className="log-list">
      <div role="status" className="flex justify-center py-2 empty:hidden">
        {state.newRows > 0 ? <NewRows count={state.newRows} onShow={showNewest} /> : null}
      </div>
      {drawn.length === 0 ? (
        <div className="log-nothing">
          <span className="log-seal-lines" aria-hidden="true" />
          <p>No activity logs found</p>
          {isPart ? <p className="text-sm">Only the rows loaded on this page were checked.</p> : null}
        </div>
      ) : (
        <LogTable entries={drawn} onFilter={onFilter} />
      )}
      <div className="log-end">
        <p>
          {shown.length > rowLimit ? `Showing ${page.length} of ${shown.length} logs` : ''}
          {from > 0 ? ` (from ${from + 1})` : ''}
          {found === undefined ? '' : ' The whole log was searched.'}
        </p>
        <div className="flex flex-wrap items-center gap-x-4">
          <SearchAll whole={whole} isPart={isPart} />
          {from > 0 || (found === undefined && !state.atNewest) ? (
            <QuietButton
              onClick={() => {
                top.ask();
                setTurned({ place, from: 0 });
                if (found === undefined && !state.atNewest) showNewest();
                else top.focus();
              }}
            >
              Back to newest
            </QuietButton>
          ) : null}
          {hasMore || (found === undefined && state.hasOlder) ? (
            <QuietButton
              onClick={() => {
                top.ask();
                if (hasMore) setTurned({ place, from: from + rowLimit });
                else void feed.showOlder();
              }}
            >
              Load older
            </QuietButton>
          ) : null}
        </div>
      </div>
    </div>
  );
}

/** The way from the rows that are held to all that there are. */
function SearchAll({ whole: { state, show }, isPart }: { readonly whole: WholeLog; readonly isPart: boolean }) {
  if (state?.kind === 'searching') return <Spinner label={`Searching the whole log: ${state.rows.toLocaleString('en-GB')} rows read`} />;
  if (!isPart) return null;
  return (
    <>
      {state?.kind === 'failed' ? <StatusMark kind="warning">The server does not answer.</StatusMark> : null}
      <QuietButton onClick={show}>Search all</QuietButton>
    </>
  );
}

/** Once it was asked for, the next other place of the list is shown from its top: its first row may lie far above the reader. */
function useScrollToTop(place: string) {
  const element = useRef<HTMLDivElement>(null);
  const isAsked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is what is scrolled for.
  useEffect(() => {
    if (!isAsked.current) return;
    isAsked.current = false;
    element.current?.scrollIntoView();
  }, [place]);
  const ask = () => {
    isAsked.current = true;
  };
  const focus = () => element.current?.focus({ preventScroll: true });
  return { element, ask, focus };
}

function NewRows({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  const number = count >= 100 ? '100+' : String(count);
  return (
    <button type="button" className="log-new" onClick={onShow}>
      <Icon drawing={ArrowUpIcon} />
      {`${number} new ${count === 1 ? 'event' : 'events'}`}
    </button>
  );
}
