import { readCsv } from '@castellan/exports/csv';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { decodeText } from '../../../../web/app/domains/exchange/decode-text.ts';
import type { RejectedLine } from '../../../../web/app/domains/exchange/plan-import.ts';
import { readZip, type ZipFailure } from '../../../../web/app/domains/exchange/read-zip.ts';
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

/** `no_habits`: an archive without the list of habits. */
export type LoopFailure = { readonly code: ZipFailure['code'] | 'no_habits' };

const limits = { files: 5_000, bytes: 50_000_000 };
const longestNote = 500;

/** Reads the archive of CSV files that Loop Habit Tracker exports: `Habits.csv`, and a folder with `Checkmarks.csv` for each of them. */
export function readLoopArchive(archive: Uint8Array): Result<LoopArchive, LoopFailure> {
  const unpacked = readZip(archive, (path) => /(^|\/)(Habits|Checkmarks)\.csv$/i.test(path), limits);
  if (!unpacked.ok) return unpacked;
  const texts = new Map(unpacked.value.map(({ path, bytes }) => [path, decodeText(bytes).text]));
  const list = [...texts].find(([path]) => /(^|\/)Habits\.csv$/i.test(path));
  if (list === undefined) return fail({ code: 'no_habits' });
  const { rows, lines } = readCsv(list[1]);
  const columns = columnsOf(rows[0] ?? []);
  if (!columns.has('name')) return fail({ code: 'no_habits' });
  const rejected: RejectedLine[] = [];
  const partial: RejectedLine[] = [];
  const unread = new Set([...texts.keys()].filter((path) => /[^/]\/Checkmarks\.csv$/i.test(path)));
  const habits = rows.slice(1).flatMap((row, index): readonly LoopHabit[] => {
    const cell = (name: string) => (row[columns.get(name) ?? -1] ?? '').trim();
    const line = lines[index + 1] ?? 0;
    const path = folderOf(texts, Number(cell('position') === '' ? index + 1 : cell('position')));
    unread.delete(path ?? '');
    const read = readHabitRow(cell);
    if ('reason' in read) {
      rejected.push({ line, text: row.join(', ').slice(0, 80), reason: read.reason });
      return [];
    }
    const leaveOut = (reason: string) => void partial.push({ line, text: read.draft.name.slice(0, 80), reason });
    for (const [name, longest] of Object.entries(longestTexts))
      if (cell(name).length > longest) leaveOut(`Its ${name} was cut after ${longest.toLocaleString('en-GB')} characters.`);
    if (path === undefined) leaveOut('The archive has no entries for it.');
    return [{ line, ...read, days: daysOf(texts.get(path ?? ''), read.draft, rejected, partial) }];
  });
  // The list of all habits' marks, which stands beside it, says nothing else than the folders.
  for (const path of unread)
    if (path.split('/').length > list[0].split('/').length)
      rejected.push({ line: 1, text: path.slice(-80), reason: 'Its days are of no habit in the list.' });
  return succeed({ habits, rejected, partial });
}

/** Where the days of a habit are: in the folder that begins with its number. */
function folderOf(texts: ReadonlyMap<string, string>, place: number): string | undefined {
  return [...texts.keys()].find((path) => {
    const [file = '', folder = ''] = path.split('/').toReversed();
    return file.toLowerCase() === 'checkmarks.csv' && Number(/^\d+(?= |$)/.exec(folder)?.[0]) === place;
  });
}

/** Characters that a habit's texts may have. */
const longestTexts = { name: 200, question: 500, description: 20_000, unit: 40 } as const;

/** Names that older versions give to the same columns. */
const olderNames: Readonly<Record<string, string>> = { numrepetitions: 'frequencynumerator', interval: 'frequencydenominator' };

function columnsOf(header: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    header.map((name, index) => {
      const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '');
      return [olderNames[plain] ?? plain, index];
    }),
  );
}

type Cell = (name: string) => string;

function readHabitRow(cell: Cell): Pick<LoopHabit, 'draft' | 'isArchived'> | { readonly reason: string } {
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

const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028-\u202E\u2066-\u2069]+/gu, ' ').trim();

const words: Readonly<Record<string, number>> = {
  YES_MANUAL: mark.yes,
  NO: mark.no,
  SKIP: mark.skip,
  UNKNOWN: mark.unknown,
  YES_AUTO: mark.implied,
};

/** The days of a habit's own table. Implied days are derived again, so only those with a note are kept. */
function daysOf(text: string | undefined, draft: HabitDraft, rejected: RejectedLine[], partial: RejectedLine[]): readonly LoopDay[] {
  const days = new Map<Day, LoopDay>();
  const { rows, lines } = readCsv(text ?? '');
  const columns = columnsOf(rows[0] ?? []);
  // Files of older versions have no first line.
  const isNamed = columns.has('date');
  for (const [index, row] of rows.entries()) {
    if (isNamed && index === 0) continue;
    const line = lines[index] ?? 0;
    const cell = (name: string, otherwise: number) => (row[isNamed ? (columns.get(name) ?? -1) : otherwise] ?? '').trim();
    const day = cell('date', 0);
    if (!isNamed && day === '') continue;
    const value = readValue(cell('value', 1), draft.kind === 'count');
    const reason = !isRealDay(day)
      ? 'Its date is none.'
      : value === undefined
        ? 'Its value is none.'
        : days.has(day)
          ? 'The day is there twice.'
          : '';
    if (reason !== '' || value === undefined) rejected.push({ line, text: `${draft.name}: ${row.join(', ')}`.slice(0, 80), reason });
    else {
      const whole = oneLine(cell('notes', 2));
      const note = whole.slice(0, longestNote);
      if (whole !== note)
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
