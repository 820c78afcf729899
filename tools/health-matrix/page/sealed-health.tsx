import { lazy, Suspense, useMemo } from 'react';
import { loadFeedState } from '../../../web/app/domains/health-feed/feed-client.ts';
import { AppCapture, AppInbox } from '../../../web/app/domains/notes/app-captures.tsx';
import { PageStateFrom } from '../../../web/app/domains/owner-page/head-state.tsx';
import { SealedApp } from '../../../web/app/domains/records/sealed-app.tsx';
import { useEditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import { BundleNotices } from '../../../web/app/domains/sealed-bundles/bundle-notices.tsx';
import { type BundlesInHand, useBundles } from '../../../web/app/domains/sealed-bundles/use-bundles.ts';
import { useMemoryBundles } from '../../../web/app/domains/sealed-bundles/use-memory-bundles.ts';
import { useAsked } from '../../../web/app/domains/settings/use-asked.ts';
import { dayOf } from '../../../web/app/domains/tasks/day.ts';
import { useNow } from '../../../web/app/ui/use-now.ts';
import { cellsByDay } from './day-values.ts';
import { FeedWaiting } from './feed/feed-waiting.tsx';
import { type FeedInHand, type Health, HealthContext } from './health-context.ts';
import { type HealthRecord, healthBundles } from './health-records.ts';
import { HealthViews } from './health-views.tsx';
import { sampleHealth } from './sample-health.ts';
import { undoTool } from './undo-tool.ts';

// Fetched where there is a feed.
const FeedInbox = lazy(() => import('./feed/feed-inbox.tsx'));

/** The owner's health while the vault is open; the way to open it, and a sample to try, while it is not. */
export function SealedHealth() {
  const hand = useBundles(healthBundles, undoTool);
  const { asked, again } = useAsked(loadFeedState);
  const feed = asked.value;
  return (
    <SealedApp
      state={hand.bundles.state}
      noun={['month of health', 'months of health']}
      capture={
        <>
          {hand.bundles.state.status === 'ready' ? null : <FeedWaiting feed={feed} />}
          <AppCapture state={hand.bundles.state} kind="health" />
        </>
      }
      sample={(leave) => <SampleHealth onLeave={leave} />}
    >
      {(trySample) => (
        <OpenHealth hand={hand} feed={{ state: feed, isUnanswered: asked.status === 'failed', again }} onSample={trySample} />
      )}
    </SealedApp>
  );
}

type OpenHealthProps = {
  readonly hand: BundlesInHand<HealthRecord>;
  readonly feed: FeedInHand;
  readonly onSample: () => void;
};

function OpenHealth({ hand, feed, onSample }: OpenHealthProps) {
  const toast = useEditToast(hand.bundles.undo);
  const today = dayOf(new Date(useNow(60_000)));
  const days = useMemo(() => cellsByDay(hand.view.records), [hand.view]);
  const health = useMemo((): Health => ({ ...toast, hand, days, today, isSample: false }), [toast, hand, days, today]);
  return (
    <HealthContext value={health}>
      <BundleNotices kind={healthBundles} hand={hand} noun={['record', 'records']} tell={toast.tell} />
      <AppInbox />
      {feed.state === undefined || (feed.state.public_key === null && feed.state.waiting === 0) ? null : (
        <Suspense fallback={null}>
          <FeedInbox feed={feed.state} again={feed.again} hand={hand} isSent={hand.bundles.state.unsent.size === 0} />
        </Suspense>
      )}
      <HealthViews sample={{ onShow: onSample }} feed={feed} />
    </HealthContext>
  );
}

function SampleHealth({ onLeave }: { readonly onLeave: () => void }) {
  const today = dayOf(new Date(useNow(60_000)));
  const { hand, undo } = useMemoryBundles(healthBundles, () => sampleHealth(today));
  const toast = useEditToast(undo);
  const days = useMemo(() => cellsByDay(hand.view.records), [hand.view]);
  const health = useMemo((): Health => ({ ...toast, hand, days, today, isSample: true }), [toast, hand, days, today]);
  return (
    <HealthContext value={health}>
      <PageStateFrom sample={{ onLeave }} />
      <HealthViews sample={{ onLeave }} />
    </HealthContext>
  );
}
