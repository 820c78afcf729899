import { addDays, addMonths, type Day, dayOfParts, daysOfMonth, isDay } from '@castellan/money/day';

/** Days that a question is about, both included. Without `from` it begins with the first that there is, without `to` it ends with the last. */
export type MoneySpan = { readonly from?: Day; readonly to?: Day };

/** A question's words without those that say when, and the days that these name. */
export type Timed = { readonly what: string; readonly span: MoneySpan };

type Whole = Required<MoneySpan>;

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

const month = `(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`;
const year = String.raw`(?:19|20|21)\d\d`;
const point = [
  String.raw`\d{4}-\d\d-\d\d`,
  String.raw`\d{4}-\d\d`,
  String.raw`\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}(?:,? ${year})?`,
  String.raw`${month} \d{1,2}(?:st|nd|rd|th)?(?!\d)(?:,? ${year})?`,
  `${month}(?:,? ${year})?`,
  year,
  'today',
  'yesterday',
  '(?:this|last) (?:week|month|quarter|year)',
].join('|');

/** The ways in which a question says when, the longer ones first; each stands between spaces. */
const phrases: readonly (readonly [RegExp, (found: readonly (string | undefined)[], today: Day) => MoneySpan | undefined])[] = [
  [
    new RegExp(`(?:between|from) (${point}) (?:and|to|until|till) (${point})`, 'u'),
    ([, first = '', last = ''], today) => {
      const to = daysOf(last, today);
      // "From November to January" began in the year before.
      const from = to === undefined ? undefined : daysOf(first, to.to);
      return from === undefined || to === undefined || from.from > to.to ? undefined : { from: from.from, to: to.to };
    },
  ],
  [
    /(?:in |during |over |for )?(?:the )?(?:last|past) (\d{1,3}) (day|week|month|year)s?/u,
    ([, count = '', unit], today) => {
      const many = Number(count);
      if (many === 0) return undefined;
      const from =
        unit === 'day' || unit === 'week'
          ? addDays(today, -many * (unit === 'week' ? 7 : 1))
          : addMonths(today, -many * (unit === 'year' ? 12 : 1));
      return { from: addDays(from, 1), to: today };
    },
  ],
  [new RegExp(`(?:since|from) (${point})`, 'u'), ([, words = ''], today) => bounded(words, today, ({ from }) => ({ from, to: today }))],
  [new RegExp(`after (${point})`, 'u'), ([, words = ''], today) => bounded(words, today, ({ to }) => ({ from: addDays(to, 1) }))],
  [new RegExp(`before (${point})`, 'u'), ([, words = ''], today) => bounded(words, today, ({ from }) => ({ to: addDays(from, -1) }))],
  [new RegExp(`(?:until|till|up to) (${point})`, 'u'), ([, words = ''], today) => bounded(words, today, ({ to }) => ({ to }))],
  [new RegExp(`(?:in|on|for|of|during|over) (?:the month of )?(${point})`, 'u'), ([, words = ''], today) => daysOf(words, today)],
  [new RegExp(`(${point})`, 'u'), ([, words = ''], today) => daysOf(words, today)],
];

/**
 * Takes the words that say when out of a question: "food in May", "last month on rent", "since 2025-03-01". A month without a
 * year is the latest that has begun, a day without one the latest that is not ahead. Weeks begin on Monday; "last 30 days" ends today.
 */
export function splitSpan(words: string, today: Day): Timed {
  const text = words
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/(?:^| )so far(?= |$)/, '');
  for (const [phrase, read] of phrases) {
    const found = new RegExp(`(?<![^ ])(?:${phrase.source})(?![^ ,])`, 'u').exec(text);
    const span = found === null ? undefined : read(found, today);
    if (found === null || span === undefined) continue;
    return { what: whatOf(`${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`), span };
  }
  return { what: whatOf(text), span: {} };
}

/** What is asked about, without the words that lead to it. */
function whatOf(text: string): string {
  let rest = text.replaceAll(/[,\s]+/g, ' ').trim();
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/^(?:on|for|at|with|to|from|in|of|by|my|the|all|money)(?: |$)/, '').replace(/(?:^| )(?:on|for|at|in|to|from)$/, '');
  }
  return rest;
}

function bounded(words: string, today: Day, bound: (whole: Whole) => MoneySpan): MoneySpan | undefined {
  const whole = daysOf(words, today);
  return whole === undefined ? undefined : bound(whole);
}

/** The days that one expression names; `undefined` where the calendar has none of them. */
function daysOf(words: string, today: Day): Whole | undefined {
  const text = words.replace(',', '');
  if (isDay(text)) return { from: text, to: text };
  const [thisYear = 0, thisMonth = 0] = today.split('-').map(Number);
  if (/^\d{4}-\d\d$/.test(text)) return monthDays(Number(text.slice(0, 4)), Number(text.slice(5)));
  if (/^\d{4}$/.test(text)) return { from: `${text}-01-01`, to: `${text}-12-31` };
  if (text === 'today') return { from: today, to: today };
  if (text === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) };
  const around = /^(this|last) (week|month|quarter|year)$/.exec(text);
  if (around !== null) return aroundDays(today, around[2] ?? '', around[1] === 'last' ? -1 : 0);
  const named = months.findIndex((name) => text.split(' ').some((word) => word.length > 2 && name.startsWith(word))) + 1;
  const [, saidYear] = new RegExp(`(${year})$`).exec(text) ?? [];
  const [, saidDay] = /(?:^|[a-z] )(\d{1,2})(?:st|nd|rd|th)?(?: |$)/.exec(text) ?? [];
  if (named === 0) return undefined;
  if (saidDay === undefined) return monthDays(saidYear === undefined ? thisYear - Number(named > thisMonth) : Number(saidYear), named);
  const inYear = (of: number) => dayOfParts(of, named, Number(saidDay));
  const present = inYear(thisYear);
  const day =
    saidYear !== undefined ? inYear(Number(saidYear)) : present !== undefined && present <= today ? present : inYear(thisYear - 1);
  return day === undefined ? undefined : { from: day, to: day };
}

function monthDays(ofYear: number, ofMonth: number): Whole | undefined {
  const from = dayOfParts(ofYear, ofMonth, 1);
  return from === undefined ? undefined : { from, to: addDays(from, daysOfMonth(ofYear, ofMonth) - 1) };
}

/** The week, month, quarter or year around a day, or so many later. */
function aroundDays(today: Day, unit: string, step: number): Whole {
  if (unit === 'week') {
    const weekday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7;
    const from = addDays(today, step * 7 - weekday);
    return { from, to: addDays(from, 6) };
  }
  const length = unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12;
  const first = Math.floor((Number(today.slice(5, 7)) - 1) / length) * length + 1;
  const from = addMonths(`${today.slice(0, 4)}-${String(first).padStart(2, '0')}-01`, step * length);
  return { from, to: addDays(addMonths(from, length), -1) };
}
