import type { Day } from '@castellan/money/day';
import type { MoneyBook } from '../../../web/app/domains/money/money-book.ts';
import type { CollectionInHand } from '../../../web/app/domains/records/use-collection.ts';
import type { EditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import { givenContext } from '../../../web/app/lib/given-context.ts';
import type { HolidayCalendar } from './holiday-calendar.ts';
import type { PayPlan } from './plan/pay-plan.ts';

/** What every part of the page works with. */
export type Payday = EditToast & {
  /** In the order of their making. */
  readonly plans: readonly PayPlan[];
  readonly hand: CollectionInHand<PayPlan>;
  /** Keeps holidays beside a pay, which is no step of Undo; resolves with whether they are kept. */
  readonly keepHolidays: (id: string, holidays: HolidayCalendar) => Promise<boolean>;
  /** The ledger; or that it is still being read, or is not here. */
  readonly book: MoneyBook | 'loading' | 'absent';
  readonly today: Day;
  /** Made-up pay in memory: nothing is kept. */
  readonly isSample: boolean;
};

/** The page's pay; inside `PaydayProvider` only. */
export const [PaydayProvider, usePayday] = givenContext<Payday>('usePayday');
