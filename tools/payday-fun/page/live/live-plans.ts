import { liveCollection } from '../../../../web/app/domains/records/live-collection.ts';
import type { Day } from '../../../../web/app/domains/tasks/day.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import { inOrder, type PayPlan, payPlans } from '../plan/pay-plan.ts';

/** What the owner's pay comes to on a day, live. */
export function livePlans<Value>(project: (plans: readonly PayPlan[], today: Day) => Value): Live<Value> {
  return liveCollection(payPlans, (rows, today) => project(inOrder(rows), today));
}
