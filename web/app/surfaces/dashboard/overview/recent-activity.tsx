import type { ActivityEntry } from '../../../domains/activity/activity-entry.ts';
import type { ActivityFeedState } from '../../../domains/activity/activity-feed.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Waiting } from '../../../ui/spinner.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { Unanswered } from '../unanswered.tsx';
import { freshness, relativeTime } from './relative-time.ts';

const absoluteFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

/** The newest rows of the log, live; an outage keeps what was had and says how old it is. */
export function RecentActivity({ state, onRetry }: { readonly state: ActivityFeedState; readonly onRetry: () => Promise<void> }) {
  return (
    <Panel title="Recent activity" aside={<FeedStatus state={state} />}>
      {state.status === 'loading' && state.entries.length === 0 ? (
        <Waiting label="Loading the latest activity" className="min-h-40 text-2xl" />
      ) : (
        <EntryList entries={state.entries} />
      )}
      {state.status === 'failed' ? (
        <Unanswered
          className="mt-4"
          sentence={state.entries.length > 0 ? 'Showing the last known state.' : 'The log cannot be shown.'}
          onRetry={onRetry}
        />
      ) : null}
      {state.status === 'ready' && state.entries.length === 0 ? <p className="py-6 text-muted">No activity yet.</p> : null}
    </Panel>
  );
}

function EntryList({ entries }: { readonly entries: readonly ActivityEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <ul className="-mx-6 border-t border-hairline last:-mb-6">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-b border-hairline px-6 py-3 last:border-b-0 md:grid-cols-[6rem_1fr_auto] lg:grid-cols-[6rem_1fr_11rem_6rem]"
        >
          <StatusMark kind={entry.success ? 'success' : 'failure'} className="text-sm">
            {entry.success ? 'Success' : 'Failed'}
          </StatusMark>
          <span className="order-last col-span-2 min-w-0 wrap-anywhere md:order-none md:col-span-1">{entry.description}</span>
          <span className="hidden font-mono text-sm text-muted lg:inline">{entry.type}</span>
          <Age atMs={entry.createdAtMs} />
        </li>
      ))}
    </ul>
  );
}

function Age({ atMs }: { readonly atMs: number }) {
  const nowMs = useNow(15_000);
  const at = new Date(atMs);
  return (
    <time
      dateTime={at.toISOString()}
      title={absoluteFormat.format(at)}
      className="text-right font-mono text-sm whitespace-nowrap text-muted"
    >
      {relativeTime(atMs, nowMs)}
    </time>
  );
}

function FeedStatus({ state }: { readonly state: ActivityFeedState }) {
  if (state.updatedAtMs === undefined) return null;
  return (
    <p className="text-sm text-muted tabular-nums">
      Updated <Freshness atMs={state.updatedAtMs} />
    </p>
  );
}

function Freshness({ atMs }: { readonly atMs: number }) {
  return <>{freshness(atMs, useNow(1000))}</>;
}
