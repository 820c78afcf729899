import { useMemo } from 'react';
import { openBook } from '../../../web/app/domains/money/money-book.ts';
import { money } from '../../../web/app/domains/money/money-records.ts';
import { sampleMoney } from '../../../web/app/domains/money/sample-money.ts';
import { PageStateFrom } from '../../../web/app/domains/owner-page/head-state.tsx';
import { useEditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import { useMemoryBundles } from '../../../web/app/domains/sealed-bundles/use-memory-bundles.ts';
import { dayOf } from '../../../web/app/domains/tasks/day.ts';
import { useNow } from '../../../web/app/ui/use-now.ts';
import { type Wealth, WealthProvider } from './wealth-context.tsx';
import { WealthViews } from './wealth-views.tsx';

/** The page with made-up money, which lives in memory alone. */
export default function SampleMoney({ onLeave }: { readonly onLeave: () => void }) {
  const today = dayOf(new Date(useNow(60_000)));
  const { hand, undo } = useMemoryBundles(money, () => sampleMoney(today));
  const toast = useEditToast(undo);
  const book = useMemo(() => openBook(hand.view.records), [hand.view]);
  const wealth = useMemo((): Wealth => ({ ...toast, book, hand, today, isSample: true }), [toast, book, hand, today]);
  return (
    <WealthProvider value={wealth}>
      <PageStateFrom sample={{ onLeave }} />
      <WealthViews sample={{ onLeave }} />
    </WealthProvider>
  );
}
