import { addDays, type Day } from '@castellan/money/day';
import { type Forecast, forecastBalance } from '@castellan/money/forecast';
import { payeeKey } from '@castellan/money/schedule';
import type { MoneyBook } from './money-book.ts';
import { isLiability, type Schedule } from './money-records.ts';

/** The accounts that a forecast is of: what is paid from day to day, in one currency. */
export function forecastAccounts(book: MoneyBook, currency: string) {
  return book.accounts.filter(
    (account) =>
      !account.closed &&
      account.currency === currency &&
      !isLiability(account) &&
      account.type !== 'investment' &&
      account.type !== 'savings',
  );
}

/**
 * What these accounts will hold, from today's balance and the owner's schedules. What stands in the ledger already is not expected again;
 * an opening balance of a later day comes on that day.
 */
export function forecastMoney(book: MoneyBook, accountIds: readonly string[], today: Day, dayCount: number): Forecast {
  const ids = new Set(accountIds);
  const planned = book.schedules.filter(({ account }) => ids.has(account));
  const scheduleById = new Map(planned.map((schedule) => [schedule.id, schedule]));
  const openings = book.accounts
    .filter(({ id, opened_on, opening_minor }) => ids.has(id) && opened_on > today && opening_minor !== 0)
    .map(({ id, opened_on: day, opening_minor: minor }) => ({ id: `opening:${id}`, day, minor, payee: 'Opening balance' }));
  const later = [...openings, ...book.entries.filter(({ account, day }) => ids.has(account) && day > today)];
  const balance = accountIds.reduce((sum, id) => sum + (book.balances.get(id) ?? 0), 0) - later.reduce((sum, { minor }) => sum + minor, 0);
  const came = (id: string, day: Day) => {
    const schedule = scheduleById.get(id);
    return schedule !== undefined && isThere(book, schedule, day);
  };
  const entered = later.map(({ id, day, minor, payee }) => ({
    id,
    minor,
    payee,
    rhythm: { every: 1, unit: 'year', anchor: day } as const,
    endsOn: day,
  }));
  const plans = planned.map(({ id, minor, payee, rhythm, ends_on }) => ({ id, minor, payee, rhythm, endsOn: ends_on }));
  return forecastBalance(balance, [...plans, ...entered], today, dayCount, came);
}

/** Days by which an entry may come earlier or later than planned. */
const slackDays = 5;

/** Whether an entry of the ledger is what a schedule wants on a day, was confirmed for it, or its owner skips the day. */
export function isThere(book: MoneyBook, { id, account, payee, minor, skips }: Schedule, day: Day): boolean {
  if (skips?.includes(day) === true || book.confirmed.has(`${id}:${day}`)) return true;
  const [from, to] = [addDays(day, -slackDays), addDays(day, slackDays)];
  const name = payeeKey(payee);
  for (let at = firstAfter(book, from); at < book.entries.length; at += 1) {
    const entry = book.entries[at];
    if (entry === undefined || entry.day > to) return false;
    if (entry.account === account && Math.sign(entry.minor) === Math.sign(minor) && payeeKey(entry.payee) === name) return true;
  }
  return false;
}

function firstAfter({ entries }: MoneyBook, day: Day): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.day ?? '') < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
