import { type Day, daysBetween } from '@castellan/money/day';
import type { MoneyBook } from '../../../web/app/domains/money/money-book.ts';
import { forecastAccounts, forecastMoney } from '../../../web/app/domains/money/money-forecast.ts';
import { nextPayDate, type PayDate } from './pay-dates.ts';
import type { PayPlan } from './plan/pay-plan.ts';

/** What may be spent each day before the next payday, or what is missing to say it. */
type SafeToSpend =
  | { readonly kind: 'missing'; readonly what: 'accounts' | 'payday' }
  | {
      readonly kind: 'known';
      /** Rounded down; nothing where the forecast goes below zero. */
      readonly perDayMinor: number;
      /** The forecast's lowest balance before the payday, and its first day. */
      readonly low: { readonly day: Day; readonly minor: number };
      readonly payday: PayDate;
      /** The balance of each day from today to the one before payday. */
      readonly balances: readonly { readonly day: Day; readonly minor: number }[];
      /** Whether anything is scheduled for the accounts: without, bills to come are not counted. */
      readonly hasSchedules: boolean;
    };

/**
 * The forecast's minimum before the payday that follows today, over the days until then. Of the ledger's everyday accounts in the
 * pay's currency. A credit that is planned for the payday's own nominal day is the pay itself, and does not count before it comes.
 */
export function safeToSpend(book: MoneyBook, plan: PayPlan, today: Day, tomorrow: Day): SafeToSpend {
  const accounts = forecastAccounts(book, plan.currency);
  if (accounts.length === 0) return { kind: 'missing', what: 'accounts' };
  const payday = nextPayDate(plan, tomorrow);
  if (payday === undefined) return { kind: 'missing', what: 'payday' };
  const days = daysBetween(today, payday.day);
  const ids = new Set(accounts.map(({ id }) => id));
  const forecast = forecastMoney(book, [...ids], today, days - 1);
  const ownPay = forecast.expected.filter(({ minor, day }) => minor > 0 && day >= payday.nominal);
  const balances = forecast.days.map(({ day, minor }) => ({
    day,
    minor: minor - ownPay.reduce((sum, one) => (one.day <= day ? sum + one.minor : sum), 0),
  }));
  const low = balances.reduce((lowest, one) => (one.minor < lowest.minor ? one : lowest));
  return {
    ...{ kind: 'known', low, payday, balances, perDayMinor: Math.floor(Math.max(0, low.minor) / days) },
    hasSchedules: book.schedules.some(({ account }) => ids.has(account)),
  };
}
