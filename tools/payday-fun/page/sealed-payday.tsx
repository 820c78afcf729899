import { lazy, Suspense, useMemo } from 'react';
import { openBook } from '../../../web/app/domains/money/money-book.ts';
import { money } from '../../../web/app/domains/money/money-records.ts';
import { openRecords } from '../../../web/app/domains/records/open-records.ts';
import { SealedApp } from '../../../web/app/domains/records/sealed-app.tsx';
import { SyncConflicts } from '../../../web/app/domains/records/sync-conflicts.tsx';
import { type CollectionInHand, useCollection } from '../../../web/app/domains/records/use-collection.ts';
import { useEditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import { readBundles } from '../../../web/app/domains/sealed-bundles/read-bundles.ts';
import { dayOf } from '../../../web/app/domains/tasks/day.ts';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { useNow } from '../../../web/app/ui/use-now.ts';
import type { HolidayCalendar } from './holiday-calendar.ts';
import { type Payday, PaydayProvider } from './payday-context.ts';
import { inOrder, type PayPlan, payPlans } from './plan/pay-plan.ts';
import { undoTool } from './undo-tool.ts';

// What is drawn of an open vault, and the rules of dates with it, comes once it is open.
const PaydayViews = lazy(() => import('./payday-views.tsx'));
const SamplePayday = lazy(() => import('./sample-payday.tsx'));

/** The owner's pay while the vault is open; the way to open it, and a sample to try, while it is not. */
export function SealedPayday() {
  const hand = useCollection(payPlans, undoTool);
  const sample = (leave: () => void) => (
    <Suspense fallback={<Waiting />}>
      <SamplePayday onLeave={leave} />
    </Suspense>
  );
  return (
    <SealedApp state={hand.state} noun={['pay plan', 'pay plans']} sample={sample}>
      {(trySample) => <OpenPayday hand={hand} onSample={trySample} />}
    </SealedApp>
  );
}

function OpenPayday({ hand, onSample }: { readonly hand: CollectionInHand<PayPlan>; readonly onSample: () => void }) {
  const toast = useEditToast(hand.undo);
  const today = dayOf(new Date(useNow(60_000)));
  const plans = useMemo(() => inOrder(hand.state.rows), [hand.state.rows]);
  const book = useLedger();
  const payday = useMemo(
    (): Payday => ({ ...toast, plans, hand, keepHolidays, book, today, isSample: false }),
    [toast, plans, hand, book, today],
  );
  return (
    <PaydayProvider value={payday}>
      <SyncConflicts collection={hand} inWords={({ holidays: _, ...fields }) => fields} />
      <Suspense fallback={<Waiting />}>
        <PaydayViews sample={{ onShow: onSample }} />
      </Suspense>
    </PaydayProvider>
  );
}

/** Kept for when nobody answers; what the server knows is nothing that Undo takes back. */
async function keepHolidays(id: string, holidays: HolidayCalendar): Promise<boolean> {
  const feed = openRecords().open(payPlans, `${undoTool} upkeep`);
  return (await feed.edit([{ kind: 'change', id, values: { holidays } }])).ok;
}

/** The ledger of the owner's money, to be read here only. */
function useLedger(): Payday['book'] {
  const { status, rows } = useCollection(money.collection, undoTool).state;
  return useMemo(() => {
    if (status === 'ready') return openBook(readBundles(money, rows).records);
    return status === 'loading' ? 'loading' : 'absent';
  }, [status, rows]);
}
