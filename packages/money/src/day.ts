/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;

/** The day of these numbers, unless the calendar has none. */
export function dayOfParts(year: number, month: number, day: number): Day | undefined {
  if (!(year >= 1900 && year <= 2199 && month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month))) return undefined;
  return `${year}-${two(month)}-${two(day)}`;
}

/** Whether a text is a day that the calendar has. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return year !== undefined && dayOfParts(Number(year), Number(month), Number(day)) === text;
}

/** How long a month is, leap years included. */
export function daysOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The day so many days later. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T12:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Days from one to another. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / 86_400_000);
}

/** The same day of a later month; its last one where it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const months = year * 12 + month - 1 + count;
  const [toYear, toMonth] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
  return `${String(toYear).padStart(4, '0')}-${two(toMonth)}-${two(Math.min(date, daysOfMonth(toYear, toMonth)))}`;
}

/** Which number of a date written with signs between is the day: `dmy`, `mdy` or `ymd`. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Reads a date as files write it; `undefined` where the calendar has no such day. Years of two digits are 1970 to 2069. */
export function parseDate(text: string, order: DateOrder): Day | undefined {
  const parts = datePartsOf(text);
  if (parts === undefined) return undefined;
  const [first, second, third] = parts.numbers;
  if (parts.order !== undefined) return dayInOrder(parts.order, first, second, third);
  return dayInOrder(order, first, second, third);
}

function dayInOrder(order: DateOrder, first: number, second: number, third: number): Day | undefined {
  // A year of one digit is a day or a month.
  if (order === 'ymd') return first < 10 ? undefined : dayOfParts(fullYear(first), second, third);
  return order === 'dmy' ? dayOfParts(fullYear(third), second, first) : dayOfParts(fullYear(third), first, second);
}

const fullYear = (year: number) => (year >= 100 ? year : year >= 70 ? 1900 + year : 2000 + year);

function datePartsOf(text: string): { readonly numbers: readonly [number, number, number]; readonly order?: DateOrder } | undefined {
  const [plain = ''] = text.trim().split(/[T ]\d{1,2}:\d\d/, 1);
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(plain) ?? /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain);
  if (compact !== null) return { numbers: [Number(compact[1]), Number(compact[2]), Number(compact[3])], order: 'ymd' };
  const named = /^(\d{1,2})[-/. ]?([A-Za-z]{3})[A-Za-z]*\.?[-/., ]*(\d{4}|\d\d)$/.exec(plain);
  const month = monthNames.indexOf(named?.[2]?.toLowerCase() ?? '') + 1;
  if (named !== null) return month === 0 ? undefined : { numbers: [Number(named[1]), month, Number(named[3])], order: 'dmy' };
  // QIF writes 1/15'04, and pads with spaces.
  const loose = /^(\d{1,4})[-/.](\d{1,2})[-/.'](\d{1,4})$/.exec(plain.replaceAll(' ', ''));
  return loose === null ? undefined : { numbers: [Number(loose[1]), Number(loose[2]), Number(loose[3])] };
}

/** The orders in which every one of these dates is a day. Two of them mean that only the owner can tell. */
export function dateOrdersOf(dates: readonly string[]): readonly DateOrder[] {
  const orders: readonly DateOrder[] = ['dmy', 'mdy', 'ymd'];
  // What cannot be read in any order says nothing about it.
  const readable = dates.filter((date) => orders.some((order) => parseDate(date, order) !== undefined));
  return orders.filter((order) => readable.length > 0 && readable.every((date) => parseDate(date, order) !== undefined));
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
