import { liveBook } from '../../../../web/app/domains/money/live-book.ts';
import type { MoneyBook } from '../../../../web/app/domains/money/money-book.ts';
import { moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { addDays, type Day } from '../../../../web/app/domains/tasks/day.ts';
import { joinLive } from '../../../../web/app/lib/join-live.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { Metric } from '../../../tool-live.ts';
import { nextPayDate, shortDay } from '../pay-dates.ts';
import type { PayPlan } from '../plan/pay-plan.ts';
import { safeToSpend } from '../safe-to-spend.ts';
import { livePlans } from './live-plans.ts';

/** The card's two figures: days to the next payday, and what is safe to spend today. */
export default function paydayMetrics(): Live<readonly [Metric, Metric]> {
  const paid = livePlans((plans, today) => ({ plans, today }));
  return joinLive(
    paid,
    liveBook((book) => book),
    (pay, money) => {
      if (pay.status !== 'ready') return pay;
      if (money.status === 'loading') return money;
      const { plans, today } = pay.value;
      const book = money.status === 'ready' ? money.value : undefined;
      return { status: 'ready', value: metricsOf(plans, book, today), stale: pay.stale || (money.status === 'ready' && money.stale) };
    },
  );
}

/** Of pay and a book on a day; `book` is `undefined` where the ledger is not here. */
export function metricsOf(plans: readonly PayPlan[], book: MoneyBook | undefined, today: Day): readonly [Metric, Metric] {
  const [first] = plans
    .flatMap((plan) => {
      const next = nextPayDate(plan, today);
      return next === undefined ? [] : [{ plan, next }];
    })
    .sort((one, other) => (one.next.day < other.next.day ? -1 : one.next.day > other.next.day ? 1 : 0));
  if (first === undefined)
    return [
      { label: 'Next payday', missing: 'no pay yet' },
      { label: 'Safe to spend today', missing: 'no pay yet' },
    ];
  const { plan, next } = first;
  const days = Math.round((Date.parse(next.day) - Date.parse(today)) / 86_400_000);
  const when = days === 0 ? 'today' : days === 1 ? 'in 1 day' : `in ${days} days`;
  const safe = book === undefined ? undefined : safeToSpend(book, plan, today, addDays(today, 1));
  return [
    { label: `Payday, ${shortDay(next.day)}`, value: when },
    safe === undefined
      ? { label: 'Safe to spend today', missing: 'the ledger is not here' }
      : safe.kind === 'missing'
        ? { label: 'Safe to spend today', missing: `no everyday account in ${plan.currency}` }
        : { label: `Safe to spend today, ${plan.currency}`, value: moneyText(safe.perDayMinor, plan.currency) },
  ];
}
