import { addDays, type Day } from '@castellan/money/day';
import { graceDays } from '@castellan/money/forecast';
import { daysOfRhythm } from '@castellan/money/schedule';
import type { MoneyBook } from './money-book.ts';
import { isThere } from './money-forecast.ts';
import type { Entry, Schedule } from './money-records.ts';
import { newEntry } from './new-entry.ts';

/** What a schedule wants on a day and the ledger has not yet. `id` names both. */
export type ExpectedEntry = { readonly id: string; readonly schedule: Schedule; readonly day: Day };

/** What names one day of a schedule: an entry that was confirmed for it says so. */
export const expectedId = (schedule: Pick<Schedule, 'id'>, day: Day) => `${schedule.id}:${day}`;

/** What is expected from the days of grace before a day to so many days after it, the earliest first. */
export function expectedEntries(book: MoneyBook, today: Day, aheadDays: number): readonly ExpectedEntry[] {
  const until = addDays(today, aheadDays);
  return book.schedules
    .flatMap((schedule) => {
      const { ends_on, rhythm, account } = schedule;
      if (!book.accountById.has(account)) return [];
      return daysOfRhythm(rhythm, addDays(today, -graceDays), ends_on !== null && ends_on < until ? ends_on : until)
        .filter((day) => !isThere(book, schedule, day))
        .map((day) => ({ id: expectedId(schedule, day), schedule, day }));
    })
    .sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
}

/** The entry that an expected one is once its owner confirms it: open, until a statement has it, and split as its schedule is. */
export function confirmedEntry({ id, schedule, day }: ExpectedEntry): Entry {
  const { account, minor, payee, category, splits = [] } = schedule;
  return newEntry(account, { day, minor, payee, category, splits, scheduled: id });
}
