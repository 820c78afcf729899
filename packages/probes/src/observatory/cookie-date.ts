/** Everything that parts the tokens of a date (RFC 6265, 5.1.1). The colon is in none of these ranges. */
const delimiter = /[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Milliseconds since 1970 of a date as cookies have it, read as browsers do (RFC 6265, 5.1.1): also that of a `Date` header.
 * `undefined` where it is none.
 */
export function parseCookieDate(text: string): number | undefined {
  let time: readonly string[] | undefined;
  let day: number | undefined;
  let month: number | undefined;
  let year: number | undefined;
  for (const token of text.split(delimiter)) {
    const read = time === undefined ? /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?=\D|$)[^:]*$/.exec(token) : null;
    if (read !== null) time = read.slice(1);
    else if (day === undefined && /^\d{1,2}(?!\d)/.test(token)) day = Number.parseInt(token, 10);
    else if (month === undefined && months.includes(token.slice(0, 3).toLowerCase()))
      month = months.indexOf(token.slice(0, 3).toLowerCase());
    else if (year === undefined && /^\d{2,4}(?!\d)/.test(token)) year = fullYear(Number.parseInt(token, 10));
  }
  const [hour = 0, minute = 0, second = 0] = time?.map(Number) ?? [];
  if (time === undefined || day === undefined || month === undefined || year === undefined) return undefined;
  const isDate = day >= 1 && day <= 31 && year >= 1601 && hour <= 23 && minute <= 59 && second <= 59;
  return isDate ? Date.UTC(year, month, day, hour, minute, second) : undefined;
}

/** Two digits stand for 1970 to 2069. */
function fullYear(year: number): number {
  if (year >= 70 && year <= 99) return year + 1900;
  return year <= 69 ? year + 2000 : year;
}
