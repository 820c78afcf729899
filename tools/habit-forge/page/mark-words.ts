import { type Day, dateLabel } from '../../../web/app/domains/tasks/day.ts';
import { dayNumber } from './day-number.ts';
import { evidenceOfDay } from './evidence/evidence.ts';
import { amountText, mark } from './mark.ts';
import { originOf, type Standing } from './standing.ts';
import { wentWell } from './streaks.ts';

/** A day of a habit in words, with where its mark comes from: `done, from finished tasks`. */
export function markWords(standing: Standing, day: Day): string {
  const number = dayNumber(day);
  const { habit, marks, notes, rule } = standing;
  const value = marks.get(number) ?? mark.unknown;
  const origin = originOf(standing, number);
  const note = notes.get(number);
  const source = origin === 'evidence' ? `, ${evidenceOfDay(habit, value)}` : '';
  return `${stateWords(habit, value, wentWell(marks, number, rule))}${source}${note === undefined ? '' : `, note: ${note}`}`;
}

function stateWords({ kind, unit, target_type }: Standing['habit'], value: number, well: boolean): string {
  if (value === mark.unknown) return 'no mark';
  if (value === mark.skip) return 'skipped';
  if (kind === 'check') return value === mark.yes ? 'done' : value === mark.implied ? 'not needed, done often enough' : 'not done';
  const amount = `${amountText(value)}${unit === '' ? '' : ` ${unit}`}`;
  return `${amount}, ${well ? (target_type === 'at_least' ? 'target met' : 'within the limit') : target_type === 'at_least' ? 'below the target' : 'over the limit'}`;
}

/** The name of a cell of the week: `Read, Monday 16 November: done`. */
export function cellName(standing: Standing, day: Day): string {
  return `${standing.habit.name}, ${dateLabel(day)}: ${markWords(standing, day)}`;
}
