import { ArrowUpIcon } from '@phosphor-icons/react/dist/ssr/ArrowUp';
import { useState } from 'react';
import type { LogEntry } from '../../../domains/security/log-entry.ts';
import type { Condition } from '../../../domains/security/log-query.ts';
import type { SecurityFeed, SecurityFeedState } from '../../../domains/security/security-feed.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { LogTable } from './log-table.tsx';

/** Rows shown at once (spec §9). */
const rowLimit = 100;

type LogListProps = {
  readonly state: SecurityFeedState;
  readonly feed: SecurityFeed;
  readonly shown: readonly LogEntry[];
  readonly onFilter: (condition: Condition) => void;
  /** Shows the newest rows, whatever stretch of time the search held. */
  readonly onNewest: () => void;
  /** Another filter begins at its first row again. */
  readonly filterKey: string;
};

/** The table with what leads on from it: new rows above, older ones below. */
export function LogList({ state, feed, shown, onFilter, onNewest, filterKey }: LogListProps) {
  const place = `${filterKey} ${state.entries[0]?.key ?? ''}`;
  const [turned, setTurned] = useState({ place, from: 0 });
  const from = turned.place === place ? turned.from : 0;
  if (state.updatedAtMs === undefined && state.status === 'loading') {
    return (
      <p className="grid min-h-40 place-items-center text-2xl text-copper">
        <Spinner label="Loading the log" />
      </p>
    );
  }
  const page = shown.slice(from, from + rowLimit);
  const hasMore = shown.length > from + rowLimit;
  return (
    <div className="space-y-4">
      <div role="status" className="flex justify-center empty:hidden">
        {state.newRows > 0 ? <NewRows count={state.newRows} onShow={onNewest} /> : null}
      </div>
      {page.length === 0 ? (
        <p className="py-10 text-center text-muted">No activity logs found</p>
      ) : (
        <LogTable entries={page} onFilter={onFilter} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-muted tabular-nums">
          {shown.length > rowLimit ? `Showing ${page.length} of ${shown.length} logs` : ''}
          {from > 0 ? ` (from ${from + 1})` : ''}
        </p>
        <div className="flex flex-wrap gap-x-4">
          {from > 0 || !state.atNewest ? (
            <Button
              tone="quiet"
              onClick={() => {
                setTurned({ place, from: 0 });
                if (!state.atNewest) onNewest();
              }}
            >
              Back to the newest
            </Button>
          ) : null}
          {hasMore || state.hasOlder ? (
            <Button
              tone="quiet"
              onClick={() => {
                if (hasMore) setTurned({ place, from: from + rowLimit });
                else void feed.showOlder();
              }}
            >
              Load older
            </Button>
          ) : null}
        </div>
      </div>
    </div>
  );
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
