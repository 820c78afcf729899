import { useMemo } from 'react';
import { openBook } from '../../domains/money/money-book.ts';
import { sampleMoney } from '../../domains/money/sample-money.ts';
import { useEditToast } from '../../domains/records/use-edit-toast.ts';
import { dayOf } from '../../domains/tasks/day.ts';
import { Button } from '../../ui/button.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useNow } from '../../ui/use-now.ts';
import { type Payday, PaydayProvider } from './payday-context.ts';
import PaydayViews from './payday-views.tsx';
import { useSample } from './use-sample.ts';

/** The page with the pay and the ledger of a made-up household. */
export default function SamplePayday({ onLeave }: { readonly onLeave: () => void }) {
  const today = dayOf(new Date(useNow(60_000)));
  const { hand, plans, keepHolidays } = useSample(today);
  const toast = useEditToast(hand.undo);
  const book = useMemo(() => openBook(sampleMoney(today)), [today]);
  const payday = useMemo(
    (): Payday => ({ ...toast, plans, hand, keepHolidays, book, today, isSample: true }),
    [toast, plans, hand, keepHolidays, book, today],
  );
  return (
    <PaydayProvider value={payday}>
      <p className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        <StatusMark kind="info">Sample data, in this page’s memory only: nothing of it is kept.</StatusMark>
        <Button tone="quiet" className="-mx-2" onClick={onLeave}>
          Leave the sample
        </Button>
      </p>
      <div className="mt-1">
        <PaydayViews onSample={undefined} />
      </div>
    </PaydayProvider>
  );
}
