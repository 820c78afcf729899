import { liveCollection } from '../../../domains/records/live-collection.ts';
import type { Day } from '../../../domains/tasks/day.ts';
import type { Live } from '../../../lib/live.ts';
import { inOrder, type PayPlan, payPlans } from '../pay-plan.ts';

/** What the owner's pay comes to on a day, live. */
export function livePlans<Value>(project: (plans: readonly PayPlan[], today: Day) => Value): Live<Value> {
  return liveCollection(payPlans, (rows, today) => project(inOrder(rows), today));
}
