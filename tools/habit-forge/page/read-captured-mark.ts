import type { Habit } from './habits.ts';
import { amountText, mark, readAmount } from './mark.ts';

/** A habit and what a day of it becomes, as far as the words say. */
export type CapturedMark = { readonly habit: Habit | undefined; readonly value: number | undefined };

/**
 * Reads the words of a captured tick: `read`, `read 12`, `read skip`. The habit is the one of that name, otherwise the only one whose
 * name holds the words or is held by them, unless the owner chose one (`chosen`, its id). A count without an amount has no value.
 */
export function readCapturedMark(text: string, habits: readonly Habit[], chosen: string | undefined): CapturedMark {
  const live = habits.filter(({ archived_at }) => archived_at === null);
  const whole = plain(text);
  const [, words = whole, amount = ''] = /^(.+?) (skip|\d+(?:[.,]\d+)?)$/.exec(whole) ?? [];
  const habit = chosen ? live.find(({ id }) => id === chosen) : (named(live, whole) ?? named(live, words));
  if (habit === undefined) return { habit, value: undefined };
  const isWhole = plain(habit.name) === whole;
  if (habit.kind === 'check') return { habit, value: amount === 'skip' && !isWhole ? mark.skip : mark.yes };
  if (isWhole) return { habit, value: undefined };
  return { habit, value: amount === 'skip' ? mark.skip : readAmount(amount) };
}

/** What a tick would make of a day, and what stands there now where that is something else: it is replaced. */
export function markFacts(habit: Habit, value: number, before: number | undefined): readonly string[] {
  const isReplaced = before !== undefined && before !== value && before !== mark.unknown;
  return [dayText(habit, value), ...(isReplaced ? [`replaces “${dayText(habit, before)}” of that day`] : [])];
}

function dayText({ kind, unit }: Habit, value: number): string {
  if (value === mark.skip) return 'skipped';
  if (kind === 'count') return `${amountText(value)} ${unit}`.trim();
  return value === mark.no ? 'not done' : 'done';
}

function named(habits: readonly Habit[], words: string): Habit | undefined {
  const same = habits.filter(({ name }) => plain(name) === words);
  const near = same.length > 0 ? same : habits.filter(({ name }) => plain(name).includes(words) || words.includes(plain(name)));
  return near.length === 1 ? near[0] : undefined;
}

const plain = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
