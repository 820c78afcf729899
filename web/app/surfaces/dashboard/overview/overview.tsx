import { useEffect, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { openLatestActivity } from '../../../domains/activity/latest-activity-feed.ts';
import { Seal } from '../../../domains/instruments/seal.tsx';
import { waitingVerdict } from '../../../domains/overview/waiting-verdict.ts';
import { afterPaint } from '../../../lib/after-paint.ts';
import { whileWanted } from '../../../lib/while-wanted.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Waiting } from '../../../ui/spinner.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useRefreshCommand } from '../use-refresh-command.ts';
import type { Day } from './day/open-day.ts';
import { OverviewHeader } from './overview-header.tsx';
import { OverviewTiles } from './overview-tiles.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { RecentAppsPanel } from './recent-apps-panel.tsx';
import { SetUpList } from './set-up-list.tsx';

/** Entries that the overview shows (spec §9). */
const entryLimit = 5;

/** The day's part of the page, once its code is there. */
type Loaded = Pick<typeof import('./day/day-parts.tsx'), 'DayVerdict' | 'NeedsList' | 'TodayStrip'> & { readonly day: Day };

/** What the owner sees first. */
export function Overview() {
  const { revalidate } = useRevalidator();
  const [feed] = useState(() => openLatestActivity(entryLimit, () => void revalidate()));
  const state = useSyncExternalStore(feed.subscribe, feed.read);
  const [turn, setTurn] = useState(0);
  const loaded = useDay();
  useRefreshCommand(() => {
    setTurn(turn + 1);
    void feed.refresh();
    if (loaded !== undefined && loaded !== 'missing') void loaded.day.refresh();
  });
  return (
    <>
      <OverviewHeader />
      <div className="overview-top">
        {isThere(loaded) ? <loaded.DayVerdict day={loaded.day} /> : <VerdictAhead isMissing={loaded === 'missing'} />}
        <OverviewTiles newestKey={`${state.entries[0]?.id} ${turn}`} />
      </div>
      <QuickActions />
      <SetUpList />
      <div className="overview-columns">
        <div>
          {isThere(loaded) ? (
            <>
              <loaded.NeedsList day={loaded.day} />
              <loaded.TodayStrip day={loaded.day} />
            </>
          ) : (
            <DayAhead isMissing={loaded === 'missing'} />
          )}
        </div>
        <div>
          <RecentActivity state={state} onRetry={feed.refresh} />
          <RecentAppsPanel />
        </div>
      </div>
    </>
  );
}

/** What the first paint does not need is fetched from then on. */
function useDay(): Loaded | 'missing' | undefined {
  const [loaded, setLoaded] = useState<Loaded | 'missing'>();
  useEffect(
    () =>
      whileWanted(
        afterPaint().then(() => import('./day/day-parts.tsx')),
        ({ DayVerdict, NeedsList, TodayStrip, openDay }) => setLoaded({ DayVerdict, NeedsList, TodayStrip, day: openDay() }),
        () => setLoaded('missing'),
      ),
    [],
  );
  return loaded;
}

function isThere(loaded: Loaded | 'missing' | undefined): loaded is Loaded {
  return loaded !== undefined && loaded !== 'missing';
}

/** As the verdict looks while it waits for answers, so that nothing moves when it is there. */
function VerdictAhead({ isMissing }: { readonly isMissing: boolean }) {
  return (
    <section aria-label="Verdict" className="day-verdict">
      <Seal tone="open" text={isMissing ? '?' : ''} className="day-seal" />
      <div role="status">
        <h2 className="lettering">{isMissing ? 'Nothing could be looked at' : waitingVerdict.title}</h2>
        {isMissing ? null : <p>{waitingVerdict.note}</p>}
      </div>
    </section>
  );
}

function DayAhead({ isMissing }: { readonly isMissing: boolean }) {
  return ['Needs you', 'Today'].map((title) => (
    <Panel hasRows key={title} title={title}>
      {isMissing ? (
        <p className="sheet-empty">
          <StatusMark kind="warning">This could not be loaded. Reload the page when the server is back.</StatusMark>
        </p>
      ) : (
        <Waiting label={`Loading: ${title}`} className="min-h-14 text-xl" />
      )}
    </Panel>
  ));
}
