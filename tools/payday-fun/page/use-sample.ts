import type { Day } from '@castellan/money/day';
import { useCallback, useMemo } from 'react';
import { useMemoryCollection } from '../../../web/app/domains/records/use-memory-collection.ts';
import type { HolidayCalendar } from './holiday-calendar.ts';
import { inOrder, type PayPlan } from './plan/pay-plan.ts';
import { samplePlan } from './plan/sample-plan.ts';

/** Made-up pay that lives as long as the page, to be read and written as the owner's own is. */
export function useSample(today: Day) {
  const hand = useMemoryCollection<PayPlan>(
    () => [samplePlan(today)],
    (id, values) => ({ ...samplePlan(today), created_at: new Date().toISOString(), ...values, id }),
  );
  const { amend } = hand;
  const keepHolidays = useCallback(
    async (id: string, holidays: HolidayCalendar) => {
      amend(id, { holidays });
      return true;
    },
    [amend],
  );
  const { rows } = hand.state;
  return { hand, keepHolidays, plans: useMemo(() => inOrder(rows), [rows]) };
}
