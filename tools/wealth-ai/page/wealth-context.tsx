import type { Day } from '@castellan/money/day';
import type { MoneyBook } from '../../../web/app/domains/money/money-book.ts';
import type { MoneyRecord } from '../../../web/app/domains/money/money-records.ts';
import type { EditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import type { BundlesHand } from '../../../web/app/domains/sealed-bundles/bundles-hand.ts';
import type { BundlesView } from '../../../web/app/domains/sealed-bundles/read-bundles.ts';
import { givenContext } from '../../../web/app/lib/given-context.ts';

/** What every part of the page works with. */
export type Wealth = EditToast & {
  readonly book: MoneyBook;
  readonly hand: BundlesHand<MoneyRecord> & { readonly view: BundlesView<MoneyRecord> };
  readonly today: Day;
  /** Made-up records in memory: nothing is kept. */
  readonly isSample: boolean;
};

/** The page's money; inside `WealthProvider` only. */
export const [WealthProvider, useWealth] = givenContext<Wealth>('useWealth');
