import type { Day } from '@castellan/money/day';
import { type MoneyBook, mainCurrency } from '../../../../web/app/domains/money/money-book.ts';
import { forecastAccounts, forecastMoney } from '../../../../web/app/domains/money/money-forecast.ts';
import { moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { dateLabel } from '../../../../web/app/domains/tasks/day.ts';
import { envelopesOf } from '../envelopes/envelopes.ts';

/** One sentence, and whether it asks something of the owner. */
export type MoneyVerdict = { readonly kind: 'warning' | 'info' | 'success'; readonly said: string };

/** How far it looks ahead. */
const aheadDays = 30;

/**
 * What of the money needs the owner: everyday accounts that are or will be below zero in any currency, else envelopes of this month that
 * are overspent, else nothing. Undefined where there is neither an everyday account nor an envelope to say it of. Like the forecast it
 * knows what is scheduled or entered for a later day, and no other spending.
 */
export function judgeMoney(book: MoneyBook, today: Day): MoneyVerdict | undefined {
  const main = mainCurrency(book);
  const currencies = [main, ...new Set(book.accounts.map(({ currency }) => currency).filter((one) => one !== main))];
  const lows = currencies.flatMap((currency) => {
    const ids = forecastAccounts(book, currency).map(({ id }) => id);
    return ids.length === 0 ? [] : [{ ...forecastMoney(book, ids, today, aheadDays).low, currency }];
  });
  const short = lows.find(({ minor }) => minor < 0);
  if (short !== undefined) {
    const amount = amountOf(short.minor, short.currency);
    const said =
      short.day === today ? `Everyday accounts are at ${amount}.` : `Everyday accounts fall to ${amount} on ${dateLabel(short.day)}.`;
    return { kind: 'warning', said };
  }
  const over = currencies.flatMap((currency) =>
    envelopesOf(book, today.slice(0, 7), currency).envelopes.filter(({ availableMinor }) => availableMinor < 0),
  );
  const [first] = over;
  if (first !== undefined) {
    return { kind: 'warning', said: over.length === 1 ? `“${first.category}” is overspent.` : `${over.length} envelopes are overspent.` };
  }
  const [low] = lows;
  if (low === undefined) return undefined;
  return book.schedules.length === 0
    ? { kind: 'info', said: `Everyday accounts hold ${amountOf(low.minor, low.currency)}.` }
    : { kind: 'success', said: `On track: your lowest balance in the next ${aheadDays} days is ${amountOf(low.minor, low.currency)}.` };
}

/** In one piece: a line does not end between an amount and its currency. */
function amountOf(minor: number, currency: string): string {
  return `${moneyText(minor, currency)}\u00a0${currency}`;
}
