import type { Edit } from '../../../web/app/domains/records/collection-state.ts';
import { derivedRecordId } from '../../../web/app/domains/records/derived-record-id.ts';
import type { Day } from '../../../web/app/domains/tasks/day.ts';
import { monthOf } from './evidence/evidence.ts';
import { blankMonth } from './habit-row.ts';
import type { HabitMonth } from './habits.ts';
import { mark } from './mark.ts';

/** What a day of a habit becomes. Without `note` its note stays. */
export type DayMark = { readonly habitId: string; readonly day: Day; readonly value: number; readonly note?: string };

/**
 * The edits that write marks. A month that is not there yet is made blank first, by `blank`, which is no step of Undo: two devices that
 * make the same month make the same record, and what each writes into it is joined day by day.
 */
export function editsOfMarks(
  marks: readonly DayMark[],
  months: readonly HabitMonth[],
  now: Date,
): { readonly blank: readonly Edit[]; readonly write: readonly Edit[] } {
  const known = new Map(months.map((month) => [month.id, month]));
  const blank: Edit[] = [];
  const written = new Map<string, { readonly marks: number[]; readonly notes: string[]; hasNotes: boolean }>();
  for (const { habitId, day, value, note } of marks) {
    const month = monthOf(day);
    const id = monthId(habitId, month);
    let target = written.get(id);
    if (target === undefined) {
      const row = known.get(id);
      if (row === undefined) {
        blank.push({ kind: 'create', id, values: { created_at: now.toISOString(), habit_id: habitId, month, ...blankMonth } });
      }
      target = { marks: [...(row ?? blankMonth).marks], notes: [...(row ?? blankMonth).notes], hasNotes: false };
      written.set(id, target);
    }
    const place = Number(day.slice(8)) - 1;
    target.marks[place] = value;
    if (note !== undefined && target.notes[place] !== note) {
      target.notes[place] = note;
      target.hasNotes = true;
    }
  }
  const write = [...written].map(
    ([id, { hasNotes, ...values }]): Edit => ({
      kind: 'change',
      id,
      values: hasNotes ? values : { marks: values.marks },
    }),
  );
  return { blank, write };
}

/** The record that keeps a month of a habit: every device derives the same id. */
export function monthId(habitId: string, month: Day): string {
  return derivedRecordId('habit_month', habitId, month);
}

/** What pressing a check's cell makes of it: what was done by hand or skipped is taken back, anything else is done. */
export function toggled(byHand: number | undefined): number {
  return byHand === mark.yes || byHand === mark.skip ? mark.unknown : mark.yes;
}
