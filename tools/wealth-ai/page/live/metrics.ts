import type { Day } from '@castellan/money/day';
import { liveBook } from '../../../../web/app/domains/money/live-book.ts';
import { type MoneyBook, mainCurrency, monthSums } from '../../../../web/app/domains/money/money-book.ts';
import { forecastAccounts, forecastMoney } from '../../../../web/app/domains/money/money-forecast.ts';
import { moneyText } from '../../../../web/app/domains/money/money-records.ts';
import { dateLabel } from '../../../../web/app/domains/tasks/day.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { Metric } from '../../../tool-live.ts';

/** The card's two figures: what this month came to, and the forecast's low point with its day. */
export default function wealthMetrics(): Live<readonly [Metric, Metric]> {
  return liveBook(metricsOf);
}

/** Of a book on a day. */
export function metricsOf(book: MoneyBook, today: Day): readonly [Metric, Metric] {
  if (book.accounts.length === 0)
    return [
      { label: 'This month', missing: 'no account yet' },
      { label: 'Low point', missing: 'no account yet' },
    ];
  const currency = mainCurrency(book);
  const { inMinor, outMinor } = monthSums(book, today.slice(0, 7), currency);
  const accounts = forecastAccounts(book, currency);
  const month: Metric = { label: `This month, ${currency}`, value: moneyText(inMinor + outMinor, currency) };
  if (accounts.length === 0) return [month, { label: 'Low point', missing: 'no everyday account' }];
  const { low } = forecastMoney(
    book,
    accounts.map(({ id }) => id),
    today,
    30,
  );
  return [month, { label: `Low point, ${dateLabel(low.day, 'short')}`, value: moneyText(low.minor, currency) }];
}
