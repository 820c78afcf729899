import type { RejectedLine } from '../../../../web/app/domains/exchange/plan-import.ts';
import type { Day } from '../../../../web/app/domains/tasks/day.ts';
import { type HabitDraft, habitDraftOf } from '../habits.ts';
import { largestAmount, mark } from '../mark.ts';
import { colorPlace } from './loop-palette.ts';

/** A day of a file's habit. */
export type LoopDay = { readonly day: Day; readonly value: number; readonly note: string };

/** A habit as a file has it, with its days. */
export type LoopHabit = {
  readonly line: number;
  readonly draft: HabitDraft;
  readonly isArchived: boolean;
  readonly days: readonly LoopDay[];
};

/** What an archive holds, and what of it is nothing we can take. */
export type LoopArchive = {
  readonly habits: readonly LoopHabit[];
  readonly rejected: readonly RejectedLine[];
  /** What of a habit that is taken could not be. */
  readonly partial: readonly RejectedLine[];
};

/** Characters that a habit's texts may have. */
const longestTexts = { name: 200, question: 500, description: 20_000, unit: 40 } as const;

const longestNote = 500;

/** A habit's cell by its column, in small letters without blanks; empty where there is none. */
export type Cell = (name: string) => string;

/** What a row says of a habit, or why it is none that can be kept. */
export function readHabitRow(cell: Cell): Pick<LoopHabit, 'draft' | 'isArchived'> | { readonly reason: string } {
  const name = oneLine(cell('name')).slice(0, longestTexts.name);
  if (name === '') return { reason: 'It has no name.' };
  const whole = (text: string) => (text === '' ? 1 : /^\d{1,4}$/.test(text) ? Number(text) : undefined);
  const times = whole(cell('frequencynumerator'));
  const days = whole(cell('frequencydenominator'));
  if (times === undefined || days === undefined || times < 1 || days < 1 || days > 366) return { reason: 'Its frequency is none.' };
  const isCount = cell('type').toUpperCase() === 'NUMERICAL';
  const target = isCount ? Number(cell('targetvalue') === '' ? '0' : cell('targetvalue')) : 0;
  if (!Number.isFinite(target) || target < 0 || target > largestAmount)
    return { reason: 'Its target is not a number from 0 to 1,000,000.' };
  return {
    draft: {
      ...habitDraftOf(name),
      question: oneLine(cell('question')).slice(0, longestTexts.question),
      notes: cell('description').slice(0, longestTexts.description),
      kind: isCount ? 'count' : 'check',
      unit: isCount ? oneLine(cell('unit')).slice(0, longestTexts.unit) : '',
      target_value: target,
      target_type: isCount && cell('targettype').toUpperCase() === 'AT_MOST' ? 'at_most' : 'at_least',
      // More often than daily is daily: a day is marked once.
      freq_num: Math.min(times, days),
      freq_den: days,
      color: colorPlace(cell('color')) ?? 8,
    },
    isArchived: cell('archived').toLowerCase() === 'true',
  };
}

/** A text without line breaks and signs that turn it round. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028-\u202E\u2066-\u2069]+/gu, ' ').trim();

const words: Readonly<Record<string, number>> = {
  YES_MANUAL: mark.yes,
  NO: mark.no,
  SKIP: mark.skip,
  UNKNOWN: mark.unknown,
  YES_AUTO: mark.implied,
};

/** A day as a file writes it. */
export type WrittenDay = {
  readonly line: number;
  readonly day: string;
  readonly value: string;
  readonly note: string;
  readonly text: string;
};

/** The days of a habit. Implied days are derived again, so only those with a note are kept. */
export function readDays(
  written: Iterable<WrittenDay>,
  draft: HabitDraft,
  rejected: RejectedLine[],
  partial: RejectedLine[],
): readonly LoopDay[] {
  const days = new Map<Day, LoopDay>();
  for (const { line, day, value: said, note: whole, text } of written) {
    const value = readValue(said, draft.kind === 'count');
    const reason = !isRealDay(day)
      ? 'Its date is none.'
      : value === undefined
        ? 'Its value is none.'
        : days.has(day)
          ? 'The day is there twice.'
          : '';
    if (reason !== '' || value === undefined) rejected.push({ line, text: `${draft.name}: ${text}`.slice(0, 80), reason });
    else {
      const plain = oneLine(whole);
      const note = plain.slice(0, longestNote);
      if (plain !== note)
        partial.push({
          line,
          text: `${draft.name}, ${day}`,
          reason: `Its note was cut after ${longestNote} characters.`,
        });
      if ((value === mark.implied || value === mark.unknown) && note === '') continue;
      days.set(day, { day, value: value === mark.implied ? mark.unknown : value, note });
    }
  }
  return [...days.values()];
}

/** What of a habit's texts is cut, in words. */
export function* cutTexts(cell: Cell): Generator<string> {
  for (const [name, longest] of Object.entries(longestTexts))
    if (cell(name).length > longest) yield `Its ${name} was cut after ${longest.toLocaleString('en-GB')} characters.`;
}

/** A word, or a number: of a count thousandths, of a check the codes of older versions. */
function readValue(text: string, isCount: boolean): number | undefined {
  if (Object.hasOwn(words, text)) return words[text];
  if (!/^-?\d{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  if (value < 0) return mark.unknown;
  if (!isCount) return value <= mark.skip ? value : undefined;
  if (value > largestAmount * 1000) return undefined;
  // Amounts are kept to hundredths.
  return value <= mark.skip ? value : Math.round(value / 10) * 10;
}

function isRealDay(day: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day < '1970-01-01' || day > '2200-12-31') return false;
  const at = new Date(`${day}T12:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day;
}
