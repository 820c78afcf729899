import { LockKeyIcon } from '@phosphor-icons/react/dist/ssr/LockKey';
import { lazy, Suspense, useMemo, useState } from 'react';
import { openBook } from '../../domains/money/money-book.ts';
import { money } from '../../domains/money/money-records.ts';
import { openRecords } from '../../domains/records/open-records.ts';
import { SealedGate } from '../../domains/records/sealed-gate.tsx';
import { SyncConflicts } from '../../domains/records/sync-conflicts.tsx';
import { SyncStatus } from '../../domains/records/sync-status.tsx';
import { type CollectionInHand, useCollection } from '../../domains/records/use-collection.ts';
import { useEditToast } from '../../domains/records/use-edit-toast.ts';
import { readBundles } from '../../domains/sealed-bundles/read-bundles.ts';
import { dayOf } from '../../domains/tasks/day.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { HolidayCalendar } from './holiday-calendar.ts';
import { inOrder, type PayPlan, payPlans } from './pay-plan.ts';
import { type Payday, PaydayProvider } from './payday-context.ts';
import { undoTool } from './undo-tool.ts';

// What is drawn of an open vault, and the rules of dates with it, comes once it is open.
const PaydayViews = lazy(() => import('./payday-views.tsx'));
const SamplePayday = lazy(() => import('./sample-payday.tsx'));

/** The owner's pay while the vault is open; the way to open it, and a sample to try, while it is not. */
export function SealedPayday() {
  const hand = useCollection(payPlans, undoTool);
  const [isSample, setSample] = useState(false);
  const { state } = hand;
  if (isSample)
    return (
      <Suspense fallback={<Waiting />}>
        <SamplePayday onLeave={() => setSample(false)} />
      </Suspense>
    );
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
        <SyncStatus state={state} />
        {state.status === 'ready' ? <LockButton /> : null}
      </div>
      <div className="mt-4">
        <SealedGate state={state} noun={['pay plan', 'pay plans']}>
          {() => <OpenPayday hand={hand} onSample={() => setSample(true)} />}
        </SealedGate>
      </div>
      {state.status === 'ready' ? null : (
        <p className="mt-6 flex flex-wrap items-center gap-x-3">
          <span className="text-muted">Curious what it looks like filled in?</span>
          <Button tone="quiet" onClick={() => setSample(true)}>
            Try it with sample data
          </Button>
        </p>
      )}
    </>
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
        <PaydayViews onSample={onSample} />
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

function Waiting() {
  return (
    <p className="grid min-h-60 place-items-center text-2xl text-copper">
      <Spinner label="Loading" />
    </p>
  );
}

function LockButton() {
  const lock = async () => {
    const { browserVault } = await import('../../domains/vault/browser-vault.client.ts');
    browserVault().actions.lock('button');
  };
  return (
    <Button tone="quiet" className="-mr-2" onClick={() => void lock()}>
      <Icon drawing={LockKeyIcon} />
      Lock the vault
    </Button>
  );
}
