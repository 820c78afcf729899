/** A repetition found in a text: the rule, and where the words stood. */
export type FoundRule = { readonly rule: string; readonly start: number; readonly end: number };

const dayCodes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const dayWord = '(?:mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?';
const units: Readonly<Record<string, string>> = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' };
const adverbs: Readonly<Record<string, string>> = {
  daily: 'DAILY',
  weekly: 'WEEKLY',
  monthly: 'MONTHLY',
  yearly: 'YEARLY',
  annually: 'YEARLY',
};
const ordinals: Readonly<Record<string, number>> = {
  ...{ first: 1, second: 2, third: 3, fourth: 4, last: -1 },
  ...{ '1st': 1, '2nd': 2, '3rd': 3, '4th': 4 },
};

const readers: readonly { readonly pattern: RegExp; readonly read: (found: RegExpExecArray) => string | undefined }[] = [
  { pattern: /\bevery (?:weekday|workday)\b/i, read: () => 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' },
  { pattern: /\bevery weekend\b/i, read: () => 'FREQ=WEEKLY;BYDAY=SA,SU' },
  {
    pattern: new RegExp(`\\bevery (first|second|third|fourth|last|1st|2nd|3rd|4th) (${dayWord})(?: of the month)?\\b`, 'i'),
    read: ([, which = '', day = '']) => `FREQ=MONTHLY;BYDAY=${ordinals[which.toLowerCase()] ?? 1}${codeOf(day)}`,
  },
  { pattern: /\bevery last day(?: of the month)?\b/i, read: () => 'FREQ=MONTHLY;BYMONTHDAY=-1' },
  {
    pattern: new RegExp(`\\bevery (?:(other|\\d{1,3}) )?(${dayWord}(?:(?:,? and |, ?| & )${dayWord})*)\\b`, 'i'),
    read: ([, interval, days = '']) => {
      const chosen = new Set(days.split(/,? and |, ?| & /i).map(codeOf));
      return `FREQ=WEEKLY${intervalOf(interval)};BYDAY=${[...dayCodes.slice(1), 'SU' as const].filter((code) => chosen.has(code)).join(',')}`;
    },
  },
  {
    pattern: /\bevery (?:month on the )?(\d{1,2})(?:st|nd|rd|th)(?: of the month)?\b/i,
    read: ([, day = '']) => (Number(day) >= 1 && Number(day) <= 31 ? `FREQ=MONTHLY;BYMONTHDAY=${Number(day)}` : undefined),
  },
  {
    pattern: /\bevery (?:(other|\d{1,3}) )?(day|week|month|year)s?\b/i,
    read: ([, interval, unit = '']) => `FREQ=${units[unit.toLowerCase()] ?? 'DAILY'}${intervalOf(interval)}`,
  },
  { pattern: /\b(daily|weekly|monthly|yearly|annually)\b/i, read: ([, word = '']) => `FREQ=${adverbs[word.toLowerCase()] ?? 'DAILY'}` },
];

/** A last day as a date; one in other words is found by whoever knows of dates. */
const untilPattern = /^\s+until\s+(\d{4}-\d\d-\d\d)\b/i;

/** The rule with its last day, `YYYY-MM-DD`. */
export function untilDay(rule: string, day: string): string {
  return `${rule};UNTIL=${day.replaceAll('-', '')}`;
}

/** Finds the first repetition in words, such as "every monday" or "every 2 weeks". */
export function findRecurrence(text: string): FoundRule | undefined {
  for (const { pattern, read } of readers) {
    const found = pattern.exec(text);
    const rule = found === null ? undefined : read(found);
    if (found === null || rule === undefined) continue;
    const end = found.index + found[0].length;
    const until = untilPattern.exec(text.slice(end));
    if (until === null) return { rule, start: found.index, end };
    return { rule: untilDay(rule, until[1] ?? ''), start: found.index, end: end + until[0].length };
  }
  return undefined;
}

/** A rule in words that `findRecurrence` reads back; the rule itself where it says more than they can. */
export function describeRecurrence(rule: string): string {
  const parts = new Map(rule.split(';').map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]));
  const frequency = parts.get('FREQ') ?? '';
  const unit = Object.entries(units).find(([, code]) => code === frequency)?.[0] ?? '';
  const interval = Number(parts.get('INTERVAL') ?? '1');
  const days = (parts.get('BYDAY') ?? '').split(',').filter((code) => code !== '');
  const last = /^(\d{4})(\d\d)(\d\d)$/.exec(parts.get('UNTIL') ?? '');
  const until = last === null ? '' : ` until ${last.slice(1).join('-')}`;
  const known = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', ...(last === null ? [] : ['UNTIL'])];
  const words = [...parts.keys()].every((name) => known.includes(name)) ? wordsOf() : undefined;
  return words !== undefined && findRecurrence(words + until)?.rule === rule ? words + until : rule;

  function wordsOf(): string | undefined {
    const often = interval === 1 ? 'every' : interval === 2 ? 'every other' : `every ${interval}`;
    if (days.length > 0 && frequency === 'WEEKLY') {
      if (interval === 1 && parts.get('BYDAY') === 'MO,TU,WE,TH,FR') return 'every weekday';
      return `${often} ${days.map((code) => nameOf(code) ?? code).join(', ')}`;
    }
    const monthDay = parts.get('BYMONTHDAY');
    if (monthDay === '-1') return 'every last day of the month';
    if (monthDay !== undefined) return `every ${monthDay}${suffixOf(Number(monthDay))}`;
    if (days.length === 1 && frequency === 'MONTHLY') {
      const which = Object.entries(ordinals).find(([, number]) => String(number) === days[0]?.slice(0, -2))?.[0];
      return which === undefined ? undefined : `every ${which} ${nameOf(days[0]?.slice(-2) ?? '')}`;
    }
    return interval > 2 ? `every ${interval} ${unit}s` : `${often} ${unit}`;
  }
}

function codeOf(word: string): (typeof dayCodes)[number] {
  return dayCodes.find((_, index) => dayNames[index]?.toLowerCase().startsWith(word.toLowerCase().slice(0, 3))) ?? 'MO';
}

function nameOf(code: string): string | undefined {
  const names: Readonly<Record<string, string>> = Object.fromEntries(dayCodes.map((known, index) => [known, dayNames[index] ?? '']));
  return names[code];
}

function intervalOf(words: string | undefined): string {
  const count = words === undefined ? 1 : words.toLowerCase() === 'other' ? 2 : Number.parseInt(words, 10);
  return count > 1 ? `;INTERVAL=${count}` : '';
}

function suffixOf(day: number): string {
  if (day % 100 >= 11 && day % 100 <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}
