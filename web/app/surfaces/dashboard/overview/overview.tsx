import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { openLatestActivity } from '../../../domains/activity/latest-activity-feed.ts';
import { afterPaint } from '../../../lib/after-paint.ts';
import { whileWanted } from '../../../lib/while-wanted.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Waiting } from '../../../ui/spinner.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useRefreshCommand } from '../use-refresh-command.ts';
import { OverviewHeader } from './overview-header.tsx';
import { OverviewTiles } from './overview-tiles.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { RecentAppsPanel } from './recent-apps-panel.tsx';
import { SetUpList } from './set-up-list.tsx';

/** Entries that the overview shows (spec §9). */
const entryLimit = 5;

/** It brings the records along, which the first paint does not need. */
const TodayStrip = lazy(() =>
  import('./today-strip.tsx').then(
    (loaded) => ({ default: loaded.TodayStrip }),
    () => ({ default: TodayMissing }),
  ),
);

/** What the owner sees first. */
export function Overview() {
  const { revalidate } = useRevalidator();
  const [feed] = useState(() => openLatestActivity(entryLimit, () => void revalidate()));
  const state = useSyncExternalStore(feed.subscribe, feed.read);
  const [turn, setTurn] = useState(0);
  const isPainted = useFirstPaint();
  useRefreshCommand(() => {
    setTurn(turn + 1);
    void feed.refresh();
  });
  return (
    <>
      <OverviewHeader />
      <div className="mt-4 space-y-6 md:mt-6">
        <SetUpList />
        <OverviewTiles newestKey={`${state.entries[0]?.id} ${turn}`} />
        <QuickActions />
        <Suspense fallback={<TodayLoading />}>{isPainted ? <TodayStrip turn={turn} /> : <TodayLoading />}</Suspense>
        <RecentActivity state={state} onRetry={feed.refresh} />
        <RecentAppsPanel />
      </div>
    </>
  );
}

/** Whether the page is there to be seen: what it need not begin with is fetched from then on. */
function useFirstPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => whileWanted(afterPaint(), () => setPainted(true)), []);
  return isPainted;
}

/** As high as a strip with nothing in it, so that little moves when it is there. */
function TodayLoading() {
  return (
    <Panel title="Today">
      <Waiting label="Loading what is due" className="min-h-14 text-xl" />
    </Panel>
  );
}

function TodayMissing() {
  return (
    <Panel title="Today">
      <StatusMark kind="warning">What is due could not be loaded. Reload the page when the server is back.</StatusMark>
    </Panel>
  );
}
