import { lazy, Suspense, useMemo } from 'react';
import { openBook } from '../../../web/app/domains/money/money-book.ts';
import type { MoneyRecord } from '../../../web/app/domains/money/money-records.ts';
import { money } from '../../../web/app/domains/money/money-records.ts';
import { AppCapture, AppInbox } from '../../../web/app/domains/notes/app-captures.tsx';
import { SealedApp } from '../../../web/app/domains/records/sealed-app.tsx';
import { useEditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import { BundleNotices } from '../../../web/app/domains/sealed-bundles/bundle-notices.tsx';
import { type BundlesInHand, useBundles } from '../../../web/app/domains/sealed-bundles/use-bundles.ts';
import { dayOf } from '../../../web/app/domains/tasks/day.ts';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { useNow } from '../../../web/app/ui/use-now.ts';
import { undoTool } from './undo-tool.ts';
import { type Wealth, WealthProvider } from './wealth-context.tsx';
import { WealthViews } from './wealth-views.tsx';

const SampleMoney = lazy(() => import('./sample-money-views.tsx'));

/** The owner's money while the vault is open; the way to open it, and a sample to try, while it is not. */
export function SealedMoney() {
  const hand = useBundles(money, undoTool);
  return (
    <SealedApp
      state={hand.bundles.state}
      noun={['ledger page', 'ledger pages']}
      capture={<AppCapture state={hand.bundles.state} kind="expense" />}
      sample={(leave) => (
        <Suspense fallback={<Waiting />}>
          <SampleMoney onLeave={leave} />
        </Suspense>
      )}
    >
      {(trySample) => <OpenMoney hand={hand} onSample={trySample} />}
    </SealedApp>
  );
}

function OpenMoney({ hand, onSample }: { readonly hand: BundlesInHand<MoneyRecord>; readonly onSample: () => void }) {
  const toast = useEditToast(hand.bundles.undo);
  const today = dayOf(new Date(useNow(60_000)));
  const book = useMemo(() => openBook(hand.view.records), [hand.view]);
  const wealth = useMemo((): Wealth => ({ ...toast, book, hand, today, isSample: false }), [toast, book, hand, today]);
  return (
    <WealthProvider value={wealth}>
      <BundleNotices kind={money} hand={hand} noun={['record', 'records']} tell={toast.tell} />
      <AppInbox />
      <WealthViews sample={{ onShow: onSample }} />
    </WealthProvider>
  );
}
