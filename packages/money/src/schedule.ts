import { addDays, addMonths, type Day, daysBetween } from './day.ts';

/** How often something comes: every so many of a unit, counted from a day. A month without that day has it on its last. */
export type Rhythm = { readonly every: number; readonly unit: 'day' | 'week' | 'month' | 'year'; readonly anchor: Day };

/** The days of a rhythm from one day to another, both included. At most 2,000. */
export function daysOfRhythm({ every, unit, anchor }: Rhythm, from: Day, to: Day): readonly Day[] {
  if (!Number.isInteger(every) || every < 1 || from > to) return [];
  const days: Day[] = [];
  const dayAt = (number: number) =>
    unit === 'day' || unit === 'week'
      ? addDays(anchor, number * every * (unit === 'week' ? 7 : 1))
      : addMonths(anchor, number * every * (unit === 'year' ? 12 : 1));
  const length = every * { day: 1, week: 7, month: 30.436875, year: 365.2425 }[unit];
  for (let number = Math.max(0, Math.floor(daysBetween(anchor, from) / length) - 1); days.length < 2000; number += 1) {
    const day = dayAt(number);
    if (day > to) break;
    if (day >= from) days.push(day);
  }
  return days;
}

/** Something that came or went and may come again. */
export type PastEntry = {
  readonly id: string;
  readonly account: string;
  readonly day: Day;
  readonly minor: number;
  readonly payee: string;
  readonly category: string;
};

/** A rhythm found in what was. */
export type FoundSchedule = {
  readonly account: string;
  readonly payee: string;
  readonly category: string;
  /** The median of what it was. */
  readonly minor: number;
  readonly rhythm: Rhythm;
  /** Says why: how often, and how evenly. */
  readonly times: number;
  readonly lastDay: Day;
};

const rhythms = [
  { every: 1, unit: 'week', days: 7, slack: 1, times: 4 },
  { every: 2, unit: 'week', days: 14, slack: 2, times: 4 },
  { every: 1, unit: 'month', days: 30.44, slack: 4, times: 3 },
  { every: 3, unit: 'month', days: 91.31, slack: 7, times: 3 },
  { every: 1, unit: 'year', days: 365.24, slack: 10, times: 2 },
] as const;

/**
 * Finds what comes regularly: the same payee in the same account, at even distances, of about the same amount (each within a fifth of
 * the median), and not yet over: the next one is not later than half a distance. Sorted by what it comes to in a year.
 */
export function findSchedules(entries: readonly PastEntry[], today: Day): readonly FoundSchedule[] {
  const groups = new Map<string, PastEntry[]>();
  for (const entry of entries) {
    const name = payeeKey(entry.payee);
    if (name === '' || entry.minor === 0 || entry.day > today) continue;
    const key = `${entry.account}|${Math.sign(entry.minor)}|${name}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  const found = [...groups.values()].flatMap((group) => scheduleOf(group, today) ?? []);
  const yearly = ({ minor, rhythm: { every, unit } }: FoundSchedule) =>
    (Math.abs(minor) / every) * { day: 365, week: 52, month: 12, year: 1 }[unit];
  return found.sort((one, other) => yearly(other) - yearly(one));
}

function scheduleOf(group: readonly PastEntry[], today: Day): FoundSchedule | undefined {
  const ordered = [...group].sort((one, other) => (one.day < other.day ? -1 : 1));
  const last = ordered.at(-1);
  if (last === undefined || ordered.length < 2) return undefined;
  const gaps = ordered.slice(1).map(({ day }, index) => daysBetween(ordered[index]?.day ?? day, day));
  const middle = median(ordered.map(({ minor }) => minor));
  if (ordered.some(({ minor }) => Math.abs(minor - middle) > Math.abs(middle) / 5)) return undefined;
  const rhythm = rhythms.find(({ days, slack, times }) => ordered.length >= times && gaps.every((gap) => Math.abs(gap - days) <= slack));
  if (rhythm === undefined || daysBetween(last.day, today) > rhythm.days * 1.5) return undefined;
  const { every, unit } = rhythm;
  return {
    account: last.account,
    payee: last.payee,
    category: last.category,
    minor: middle,
    rhythm: { every, unit, anchor: last.day },
    times: ordered.length,
    lastDay: last.day,
  };
}

/** What stays the same of a payee's name from one month to the next: words, without numbers and references. */
export function payeeKey(payee: string): string {
  return payee
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /^\p{L}{2,}$/u.test(word))
    .slice(0, 4)
    .join(' ');
}

/** The middle value; of an even number of them, the one nearer to zero. */
export function median(values: readonly number[]): number {
  const ordered = [...values].sort((one, other) => Math.abs(one) - Math.abs(other));
  return ordered[Math.floor((ordered.length - 1) / 2)] ?? 0;
}
