import type { Day } from '../../../../web/app/domains/tasks/day.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { DueItem } from '../../../tool-live.ts';
import { payDatesBetween } from '../pay-dates.ts';
import type { PayPlan } from '../plan/pay-plan.ts';
import { livePlans } from './live-plans.ts';

/** Pay that comes today. */
export default function paydayDue(): Live<readonly DueItem[]> {
  return livePlans(dueOf);
}

/** Of pay on a day. */
export function dueOf(plans: readonly PayPlan[], today: Day): readonly DueItem[] {
  return plans.flatMap((plan) =>
    payDatesBetween(plan, today, today).map(({ nominal }) => ({
      ...{ id: `${plan.id}:${nominal}`, title: `Payday: ${plan.name}`, day: today, to: '/payday-fun' },
    })),
  );
}
