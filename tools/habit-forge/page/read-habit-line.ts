import { type Habit, type HabitDraft, habitDraftOf } from './habits.ts';
import { mark, readAmount } from './mark.ts';

/** What a typed line says: today's mark of a habit that is there, or a new habit. */
export type HabitLine =
  | { readonly kind: 'mark'; readonly habit: Habit; readonly value: number }
  | { readonly kind: 'new'; readonly draft: HabitDraft };

const words: Readonly<Record<string, number>> = { once: 1, twice: 2 };
const spans: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

/**
 * Reads a line. `read` marks the habit Read as done, `read 12` gives a count its amount, `read skip` skips today; what is no habit's
 * name becomes one: `Practise 3 times a week`, `Read 12 pages a day`, `Coffee at most 2 cups`. `undefined` where nothing is typed.
 */
export function readHabitLine(line: string, habits: readonly Habit[]): HabitLine | undefined {
  const text = line.trim().replaceAll(/\s+/g, ' ');
  if (text === '') return undefined;
  return readMark(text, habits) ?? { kind: 'new', draft: readDraft(text) };
}

function readMark(text: string, habits: readonly Habit[]): HabitLine | undefined {
  const [, name = '', amount] = /^(.+?)(?: (skip|\d+(?:[.,]\d+)?))?$/i.exec(text) ?? [];
  const find = (wanted: string) => habits.find((habit) => habit.archived_at === null && habit.name.toLowerCase() === wanted.toLowerCase());
  const whole = find(text);
  if (whole?.kind === 'check') return { kind: 'mark', habit: whole, value: mark.yes };
  const habit = find(name);
  if (habit === undefined || amount === undefined) return undefined;
  if (amount.toLowerCase() === 'skip') return { kind: 'mark', habit, value: mark.skip };
  const value = readAmount(amount);
  return habit.kind === 'count' && value !== undefined ? { kind: 'mark', habit, value } : undefined;
}

function readDraft(text: string): HabitDraft {
  const often = /^(.+?),? (once|twice|\d{1,3} times) (?:a|per|every) (day|week|month|year)$/i.exec(text);
  if (often !== null) {
    const times = words[(often[2] ?? '').toLowerCase()] ?? Number.parseInt(often[2] ?? '', 10);
    const days = spans[(often[3] ?? '').toLowerCase()] ?? 1;
    if (times >= 1 && times <= days) return { ...habitDraftOf(often[1] ?? text), freq_num: times, freq_den: days };
  }
  const isOften = / times? (?:a|per|every) /i.test(text);
  const counted = isOften ? undefined : readCounted(text);
  if (counted === undefined) return habitDraftOf(text);
  const { name, type, amount, unit, span } = counted;
  return {
    ...habitDraftOf(name),
    kind: 'count',
    unit,
    target_value: Number(amount.replace(',', '.')),
    target_type: type?.toLowerCase() === 'at most' ? 'at_most' : 'at_least',
    freq_den: spans[span.toLowerCase()] ?? 1,
  };
}

type Counted = {
  readonly name: string;
  readonly type: string | undefined;
  readonly amount: string;
  readonly unit: string;
  readonly span: string;
};

/** `Coffee, at most 2 cups a day`, read from its end. `undefined` where a line is no such. */
function readCounted(text: string): Counted | undefined {
  const parts = text.split(' ');
  const hasSpan = /^(?:a|per|every)$/i.test(parts.at(-2) ?? '') && /^(?:day|week|month)$/i.test(parts.at(-1) ?? '');
  const [amount = '', unit = ''] = parts.slice(hasSpan ? -4 : -2);
  if (!/^\d{1,6}(?:[.,]\d{1,2})?$/.test(amount) || !/^\p{L}[\p{L}.]{0,20}$/u.test(unit)) return undefined;
  const before = parts.slice(0, hasSpan ? -4 : -2);
  const bound = before.slice(-2).join(' ');
  const hasBound = before.length > 2 && /^at (?:least|most)$/i.test(bound);
  const named = (hasBound ? before.slice(0, -2) : before).join(' ');
  const name = named.length > 1 && named.endsWith(',') ? named.slice(0, -1) : named;
  if (name === '') return undefined;
  return { name, type: hasBound ? bound : undefined, amount, unit, span: (hasSpan ? parts.at(-1) : undefined) ?? 'day' };
}
