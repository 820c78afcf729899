import { addDays, type Day } from '@castellan/money/day';
import { graceDays } from '@castellan/money/forecast';
import { daysOfRhythm } from '@castellan/money/schedule';
import { liveBook } from '../../../../web/app/domains/money/live-book.ts';
import type { MoneyBook } from '../../../../web/app/domains/money/money-book.ts';
import { isThere } from '../../../../web/app/domains/money/money-forecast.ts';
import { moneyText } from '../../../../web/app/domains/money/money-records.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { DueItem } from '../../../tool-live.ts';

/** Bills and income that are due today, or were lately and did not come. */
export default function wealthDue(): Live<readonly DueItem[]> {
  return liveBook(dueOf);
}

/** Of a book on a day. */
export function dueOf(book: MoneyBook, today: Day): readonly DueItem[] {
  return book.schedules.flatMap((schedule) => {
    const { id, payee, minor, account, rhythm, ends_on } = schedule;
    const currency = book.accountById.get(account)?.currency;
    if (currency === undefined) return [];
    const until = ends_on !== null && ends_on < today ? ends_on : today;
    return daysOfRhythm(rhythm, addDays(today, -graceDays), until)
      .filter((day) => !isThere(book, schedule, day))
      .map((day) => ({ id: `${id}:${day}`, title: `${payee} ${moneyText(minor, currency)} ${currency}`, day, to: '/wealth-ai#forecast' }));
  });
}
