import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import type { ActivityEntry } from '../../../domains/activity/activity-entry.ts';
import type { ActivityFeedState } from '../../../domains/activity/activity-feed.ts';
import { entryOfActivity } from '../../../domains/activity/say-activity.ts';
import { vaultOpenness } from '../../../domains/vault/vault-openness.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Waiting } from '../../../ui/spinner.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { Unanswered } from '../unanswered.tsx';
import { ActivityList } from './activity-list.tsx';
import { freshness } from './relative-time.ts';

/** Fetched only while the vault is open; where it does not come, the rows stay without titles. */
const NamedActivity = lazy(() => import('./named-activity.client.tsx').catch(() => ({ default: ActivityList })));

/** The newest rows of the log, live; an outage keeps what was had and says how old it is. */
export function RecentActivity({ state, onRetry }: { readonly state: ActivityFeedState; readonly onRetry: () => Promise<void> }) {
  return (
    <Panel
      hasRows
      title="Recent activity"
      aside={
        <p className="sheet-aside">
          <FeedStatus state={state} />
          <Link to="#security">All activity</Link>
        </p>
      }
    >
      {state.status === 'loading' && state.entries.length === 0 ? (
        <Waiting label="Loading the latest activity" className="min-h-40 text-2xl" />
      ) : (
        <Rows entries={state.entries} />
      )}
      {state.status === 'failed' ? (
        <Unanswered
          className="sheet-empty"
          sentence={state.entries.length > 0 ? 'Showing the last known state.' : 'The log cannot be shown.'}
          onRetry={onRetry}
        />
      ) : null}
      {state.status === 'ready' && state.entries.length === 0 ? <p className="sheet-empty">No activity yet.</p> : null}
    </Panel>
  );
}

/** A title of the vault stands in a row only while the vault is open, and then only in the vault's own root. */
function Rows({ entries }: { readonly entries: readonly ActivityEntry[] }) {
  const isOpen = useSyncExternalStore(vaultOpenness.subscribe, vaultOpenness.read);
  if (!isOpen || entries.every(({ description }) => entryOfActivity(description) === undefined)) return <ActivityList entries={entries} />;
  return (
    // As high as its rows before the root has drawn them.
    <div style={{ minHeight: `${entries.length * 2.75}rem` }}>
      <Suspense fallback={<ActivityList entries={entries} />}>
        <NamedActivity entries={entries} />
      </Suspense>
    </div>
  );
}

function FeedStatus({ state }: { readonly state: ActivityFeedState }) {
  if (state.updatedAtMs === undefined) return null;
  return (
    <span className="tabular-nums">
      Updated <Freshness atMs={state.updatedAtMs} />
    </span>
  );
}

function Freshness({ atMs }: { readonly atMs: number }) {
  return <>{freshness(atMs, useNow(1000))}</>;
}
