import { writeCsv } from '@castellan/exports/csv';
import { strToU8, zipSync } from 'fflate';
import { dayOfNumber } from '../day-number.ts';
import { mark } from '../mark.ts';
import type { Standing } from '../standing.ts';
import { colorText } from './loop-palette.ts';

const words: Readonly<Record<number, string>> = {
  [mark.unknown]: 'UNKNOWN',
  [mark.no]: 'NO',
  [mark.implied]: 'YES_AUTO',
  [mark.yes]: 'YES_MANUAL',
  [mark.skip]: 'SKIP',
};

/**
 * Writes habits as Loop Habit Tracker exports them: `Habits.csv`, a folder for each with its scores and checkmarks, and both once more
 * for all. Groups, reminders and where ticks come from have no place in it.
 */
export function writeLoopArchive(standings: readonly Standing[]): Uint8Array {
  const files: Record<string, Uint8Array> = { 'Habits.csv': strToU8(writeCsv([habitColumns, ...standings.map(habitRow)])) };
  for (const [index, standing] of standings.entries()) {
    const safe = standing.habit.name.replaceAll(/[^ a-zA-Z0-9._-]+/g, '').slice(0, 100);
    const folder = `${number(index)} ${safe}`.trim();
    files[`${folder}/Scores.csv`] = strToU8(
      writeCsv([['Date', 'Score'], ...days(standing).map((day) => [dayOfNumber(day), scoreText(standing, day)])]),
    );
    files[`${folder}/Checkmarks.csv`] = strToU8(writeCsv([['Date', 'Value', 'Notes'], ...checkmarks(standing)]));
  }
  const header = ['Date', ...standings.map(({ habit }) => habit.name), ''];
  const oldest = standings.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY);
  const newest = standings[0]?.today ?? 0;
  const all = standings.length === 0 ? [] : Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index);
  const table = (cell: (standing: Standing, day: number) => string) =>
    strToU8(writeCsv([header, ...all.map((day) => [dayOfNumber(day), ...standings.map((standing) => cell(standing, day)), ''])]));
  files['Checkmarks.csv'] = table(({ marks }, day) => valueText(marks.get(day)));
  files['Scores.csv'] = table((standing, day) => scoreText(standing, day));
  return zipSync(files);
}

const habitColumns = [
  'Position',
  'Name',
  'Type',
  'Question',
  'Description',
  'FrequencyNumerator',
  'FrequencyDenominator',
  'Color',
  'Unit',
  'Target Type',
  'Target Value',
  'Archived?',
] as const;

function habitRow({ habit }: Standing, index: number): readonly string[] {
  const isCount = habit.kind === 'count';
  return [
    number(index),
    habit.name,
    isCount ? 'NUMERICAL' : 'YES_NO',
    habit.question,
    habit.notes,
    String(habit.freq_num),
    String(habit.freq_den),
    colorText(habit.color),
    isCount ? habit.unit : '',
    isCount ? habit.target_type.toUpperCase() : '',
    isCount ? decimal(habit.target_value) : '',
    String(habit.archived_at !== null),
  ];
}

/** The newest first. */
function checkmarks({ marks, notes }: Standing): readonly (readonly string[])[] {
  const known = new Set([...marks.keys(), ...notes.keys()]);
  return [...known].sort((one, other) => other - one).map((day) => [dayOfNumber(day), valueText(marks.get(day)), notes.get(day) ?? '']);
}

function days({ from, today }: Standing): readonly number[] {
  return Array.from({ length: today - from + 1 }, (_, index) => today - index);
}

function scoreText({ scores, from }: Standing, day: number): string {
  return (scores[day - from] ?? 0).toFixed(4);
}

const valueText = (value: number | undefined) => words[value ?? mark.unknown] ?? String(value);
const number = (index: number) => String(index + 1).padStart(3, '0');
const decimal = (value: number) => (Number.isInteger(value) ? value.toFixed(1) : String(value));
