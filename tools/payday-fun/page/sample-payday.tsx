import { useMemo } from 'react';
import { openBook } from '../../../web/app/domains/money/money-book.ts';
import { sampleMoney } from '../../../web/app/domains/money/sample-money.ts';
import { PageStateFrom } from '../../../web/app/domains/owner-page/head-state.tsx';
import { useEditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import { dayOf } from '../../../web/app/domains/tasks/day.ts';
import { useNow } from '../../../web/app/ui/use-now.ts';
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
  const sample = { onLeave, but: ', except that the server is asked for its country’s holidays' };
  return (
    <PaydayProvider value={payday}>
      <PageStateFrom sample={sample} />
      <PaydayViews sample={sample} />
    </PaydayProvider>
  );
}
