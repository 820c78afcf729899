import { useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { openLatestActivity } from '../../../domains/activity/latest-activity-feed.ts';
import { OverviewHeader } from './overview-header.tsx';
import { OverviewTiles } from './overview-tiles.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { RecentAppsPanel } from './recent-apps-panel.tsx';

/** Entries that the overview shows (spec §9). */
const entryLimit = 5;

/** What the owner sees first. */
export function Overview() {
  const { revalidate } = useRevalidator();
  const [feed] = useState(() => openLatestActivity(entryLimit, () => void revalidate()));
  const state = useSyncExternalStore(feed.subscribe, feed.read);
  return (
    <>
      <OverviewHeader />
      <div className="mt-8 space-y-6">
        <OverviewTiles newestKey={state.entries[0]?.id} />
        <RecentActivity state={state} onRetry={feed.refresh} />
        <RecentAppsPanel />
      </div>
    </>
  );
}
