const monthNames = 'January February March April May June July August September October November December'.split(' ');

/** A time between two dates such as `2021`, `2021-03` or `2021-03-15`; without an end it lasts. */
export type Span = { readonly startDate?: string | undefined; readonly endDate?: string | undefined };

/** A date in words, no more exact than it was written: `2021`, or `March 2021`. */
export function dateText(date: string): string {
  const [year = '', month] = date.split('-');
  return month === undefined ? year : `${monthNames[Number(month) - 1]} ${year}`;
}

/** A span in words; `undefined` where it has no beginning. */
export function spanText({ startDate, endDate }: Span): string | undefined {
  if (startDate === undefined) return undefined;
  return endDate === undefined ? `since ${dateText(startDate)}` : `${dateText(startDate)} to ${dateText(endDate)}`;
}

/** A day and a month in words: `30 June`. */
export function dayText({ month, day }: { readonly month: number; readonly day: number }): string {
  return `${day} ${monthNames[month - 1]}`;
}

/** Months since the year 0; `undefined` where no month was written. */
export function monthOf(date: string): number | undefined {
  const [year, month] = date.split('-').map(Number);
  return year === undefined || month === undefined ? undefined : year * 12 + month - 1;
}

/** How long a span is until a day: in years and months where both months are known, in whole years with "about" where not. */
export function lengthText({ startDate, endDate }: Span, today: string): string | undefined {
  if (startDate === undefined) return undefined;
  const until = endDate ?? today;
  const [from, to] = [monthOf(startDate), monthOf(until)];
  if (from === undefined || to === undefined) {
    const years = Number(until.slice(0, 4)) - Number(startDate.slice(0, 4));
    return years < 1 ? 'less than a year' : `about ${counted(years, 'year')}`;
  }
  const months = to - from;
  const parts = [Math.floor(months / 12), months % 12] as const;
  if (months < 1) return 'less than a month';
  return [...(parts[0] > 0 ? [counted(parts[0], 'year')] : []), ...(parts[1] > 0 ? [counted(parts[1], 'month')] : [])].join(' and ');
}

/** A number with its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
