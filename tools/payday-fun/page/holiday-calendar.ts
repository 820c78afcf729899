import { type Day, isDay } from '@castellan/money/day';
import * as z from 'zod/mini';

/** What the server knows of holidays, without the place that they are of. */
export const holidayAnswerSchema = z.object({
  /** 0 for Sunday to 6 for Saturday. */
  weekend: z.array(z.number().check(z.int(), z.minimum(0), z.maximum(6))).check(z.maxLength(6)),
  days: z
    .array(z.object({ day: z.string().check(z.refine(isDay, 'no day of the calendar')), name: z.string().check(z.maxLength(200)) }))
    .check(z.maxLength(2000)),
});

/** Public holidays of one place and of whole years, as they are kept sealed beside the pay, so that they are there offline. */
export const holidayCalendarSchema = z.object({
  ...holidayAnswerSchema.shape,
  country: z.string(),
  region: z.string(),
  years: z.array(z.number().check(z.int())).check(z.maxLength(20)),
});

/** Public holidays of one place and of whole years. */
export type HolidayCalendar = z.infer<typeof holidayCalendarSchema>;

/** Where a pay is paid; both empty where holidays do not count. */
export type PayPlace = { readonly country: string; readonly region: string };

/** On which days nobody is paid, and how much of that is known. */
export type WorkCalendar = {
  /** 0 for Sunday to 6 for Saturday. */
  readonly weekend: ReadonlySet<number>;
  /** Names of public holidays. */
  readonly holidays: ReadonlyMap<Day, string>;
  /** Whether the holidays of a day's year are here, or do not count. */
  readonly isKnown: (day: Day) => boolean;
};

/** The calendar of a pay. Holidays that were kept for another place do not count. */
export function workCalendarOf({ country, region }: PayPlace, kept: HolidayCalendar | null): WorkCalendar {
  const own = kept !== null && kept.country === country && kept.region === region ? kept : undefined;
  const years = new Set(own?.years);
  return {
    weekend: new Set(own?.weekend ?? [6, 0]),
    holidays: new Map(own?.days.map(({ day, name }) => [day, name])),
    isKnown: (day) => country === '' || years.has(Number(day.slice(0, 4))),
  };
}

/** The years around a day that a page needs holidays of, and that are not kept; empty where all are, or none count. */
export function missingYears({ country, region }: PayPlace, kept: HolidayCalendar | null, today: Day): readonly number[] {
  if (country === '') return [];
  const year = Number(today.slice(0, 4));
  const wanted = [year - 1, year, year + 1, year + 2];
  return kept !== null && kept.country === country && kept.region === region && wanted.slice(0, 3).every((one) => kept.years.includes(one))
    ? []
    : wanted;
}
