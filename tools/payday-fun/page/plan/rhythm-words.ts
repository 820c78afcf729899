import type { Day } from '@castellan/money/day';
import { weekdayCodes } from './rule-text.ts';

/** How pay comes, as the form has it; `own` is any other rule. */
export type PayRhythm =
  | { readonly kind: 'month-day'; readonly day: number }
  | { readonly kind: 'two-days'; readonly first: number; readonly second: number }
  | { readonly kind: 'weekday'; readonly nth: number; readonly weekday: string }
  | { readonly kind: 'weeks'; readonly every: number }
  | { readonly kind: 'own'; readonly rule: string };

/** The rule of a rhythm. A month without its day has the pay on its last. */
export function ruleOf(rhythm: PayRhythm): string {
  switch (rhythm.kind) {
    case 'month-day':
      return rhythm.day <= 28 || rhythm.day === 31
        ? `FREQ=MONTHLY;BYMONTHDAY=${rhythm.day === 31 ? -1 : rhythm.day}`
        : `FREQ=MONTHLY;BYMONTHDAY=${upTo(rhythm.day)};BYSETPOS=-1`;
    case 'two-days':
      return rhythm.second <= 28 || rhythm.second === 31
        ? `FREQ=MONTHLY;BYMONTHDAY=${rhythm.first},${rhythm.second === 31 ? -1 : rhythm.second}`
        : `FREQ=MONTHLY;BYMONTHDAY=${rhythm.first},${upTo(rhythm.second)};BYSETPOS=1,-1`;
    case 'weekday':
      return `FREQ=MONTHLY;BYDAY=${rhythm.nth}${rhythm.weekday}`;
    case 'weeks':
      return rhythm.every === 1 ? 'FREQ=WEEKLY' : `FREQ=WEEKLY;INTERVAL=${rhythm.every}`;
    case 'own':
      return rhythm.rule;
  }
}

/** 28 to a day that not every month has: of these, a month's last is the day, or the month's end. */
function upTo(day: number): string {
  return Array.from({ length: day - 27 }, (_, index) => 28 + index).join(',');
}

/** The rhythm that a rule was made of. */
export function rhythmOf(rule: string): PayRhythm {
  const [, days, position] = /^FREQ=MONTHLY;BYMONTHDAY=([\d,-]+)(?:;BYSETPOS=([\d,-]+))?$/.exec(rule) ?? [];
  const numbers = days?.split(',').map((day) => (day === '-1' ? 31 : Number(day))) ?? [];
  const [first = 0] = numbers;
  const last = numbers.at(-1) ?? 0;
  const [, nth, weekday = ''] = /^FREQ=MONTHLY;BYDAY=(-1|[1-4])(MO|TU|WE|TH|FR|SA|SU)$/.exec(rule) ?? [];
  const [, every] = /^FREQ=WEEKLY(?:;INTERVAL=(\d+))?$/.exec(rule) ?? [undefined, undefined];
  const found: PayRhythm =
    nth !== undefined
      ? { kind: 'weekday', nth: Number(nth), weekday }
      : rule.startsWith('FREQ=WEEKLY')
        ? { kind: 'weeks', every: Number(every ?? 1) }
        : numbers.length === 1 || position === '-1'
          ? { kind: 'month-day', day: last }
          : { kind: 'two-days', first, second: last };
  // Only what gives the very same rule is it.
  return ruleOf(found) === rule ? found : { kind: 'own', rule };
}

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const places: Readonly<Record<number, string>> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', [-1]: 'last' };

/** Weekdays to choose from, by their codes. */
export const weekdayOptions = weekdayCodes.map((value, index) => ({ value, name: weekdayNames[index] ?? value }));
/** Places of a weekday in its month. */
export const nthOptions = [1, 2, 3, 4, -1].map((nth) => ({ value: String(nth), name: placeOf(nth) }));

function placeOf(nth: number): string {
  const name = places[nth] ?? String(nth);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A rule in words. */
export function rhythmWords(rule: string, anchor: Day): string {
  const rhythm = rhythmOf(rule);
  switch (rhythm.kind) {
    case 'month-day':
      return rhythm.day === 31 ? 'The last day of each month' : `Day ${rhythm.day} of each month`;
    case 'two-days':
      return `Day ${rhythm.first} and ${rhythm.second === 31 ? 'the last day' : `day ${rhythm.second}`} of each month`;
    case 'weekday':
      return `The ${places[rhythm.nth] ?? ''} ${weekdayOptions.find(({ value }) => value === rhythm.weekday)?.name ?? ''} of each month`;
    case 'weeks':
      return `${rhythm.every === 1 ? 'Every week' : `Every ${rhythm.every} weeks`}, as on ${anchor}`;
    case 'own':
      return `${rhythm.rule}, counted from ${anchor}`;
  }
}
