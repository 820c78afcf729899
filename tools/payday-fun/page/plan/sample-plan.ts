import type { Day } from '@castellan/money/day';
import type { PayPlan } from './pay-plan.ts';

/** The pay of the made-up household whose ledger `sampleMoney` is. Kept in memory only. */
export function samplePlan(today: Day): PayPlan {
  const at = `${today}T08:00:00.000Z`;
  return {
    ...{
      id: 'sample',
      version: 1,
      created_at: at,
      updated_at: at,
      deleted_at: null,
      import_batch_id: null,
      source: null,
      external_id: null,
    },
    ...{ name: 'Meridian GmbH', net_pay_minor: 284_000, currency: 'EUR', rrule: 'FREQ=MONTHLY;BYMONTHDAY=25', anchor: today },
    ...{ shift: 'prev', country: 'DE', region: 'BY', hours_per_week: 38.5, work_starts: '08:30', holidays: null },
  };
}
