import { succeed } from '@castellan/foundation/result';
import { useMemo, useRef, useState } from 'react';
import type { Edit } from '../../../web/app/domains/records/collection-state.ts';
import { addDays, type Day } from '../../../web/app/domains/tasks/day.ts';
import { editsOfMarks } from './habit-edits.ts';
import { habitMonthSchema, habitSchema } from './habit-row.ts';
import type { HabitStore } from './habit-store.ts';
import { type Habit, type HabitDraft, type HabitMonth, habitDraftOf } from './habits.ts';
import { mark } from './mark.ts';

type Rows = { readonly habits: readonly Habit[]; readonly months: readonly HabitMonth[] };

const columns = { version: 0, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', deleted_at: null };

/** Habits to look at, in memory alone: what is done with them is kept nowhere, and gone with the page. */
export function useSampleHabits(today: Day, isOn: boolean): Rows & { readonly store: HabitStore } {
  const [rows, setRows] = useState<Rows>();
  const before = useRef<Rows[]>([]);
  const shown = useMemo(() => rows ?? (isOn ? sampleOf(today) : { habits: [], months: [] }), [rows, isOn, today]);
  const store = useMemo(
    (): HabitStore => ({
      write: async (edits, marks = []) => {
        before.current = [...before.current.slice(-49), shown];
        const { blank, write } = editsOfMarks(marks, shown.months, new Date());
        setRows({
          habits: applied(shown.habits, edits, (row) => habitSchema.parse(row)),
          months: applied(shown.months, [...blank, ...write], (row) => habitMonthSchema.parse(row)),
        });
        return succeed(undefined);
      },
      undo: async () => {
        const last = before.current.pop();
        if (last !== undefined) setRows(last);
        return last !== undefined;
      },
    }),
    [shown],
  );
  return { ...shown, store };
}

function applied<Row extends { readonly id: string; readonly deleted_at: string | null }>(
  rows: readonly Row[],
  edits: readonly Edit[],
  read: (row: unknown) => Row,
): readonly Row[] {
  const made = new Map(rows.map((row) => [row.id, row]));
  for (const { id, values } of edits) made.set(id, read({ ...columns, ...made.get(id), ...values, id }));
  return [...made.values()].filter(({ deleted_at }) => deleted_at === null);
}

const drafts: readonly (HabitDraft & { readonly mostly: (weekday: number, step: number) => number })[] = [
  {
    ...habitDraftOf('Read'),
    kind: 'count',
    unit: 'pages',
    target_value: 12,
    mostly: (_, step) => (step % 9 === 4 ? mark.unknown : (8 + ((step * 7) % 15)) * 1000),
  },
  { ...habitDraftOf('Walk before breakfast'), mostly: (weekday, step) => (weekday > 4 && step % 3 > 0 ? mark.unknown : mark.yes) },
  {
    ...habitDraftOf('Coffee'),
    kind: 'count',
    unit: 'cups',
    target_value: 2,
    target_type: 'at_most',
    mostly: (_, step) => ((step * 5) % 7 === 0 ? 3000 : ((step % 2) + 1) * 1000),
  },
  {
    ...habitDraftOf('Practise lock picking'),
    freq_num: 3,
    freq_den: 7,
    mostly: (weekday, step) => (weekday === 1 || weekday === 3 || (weekday === 5 && step % 4 > 0) ? mark.yes : mark.unknown),
  },
];

/** Four habits and a year of each, the same every time. */
function sampleOf(today: Day): Rows {
  const habits = drafts.map(({ mostly: _, ...draft }, index) =>
    habitSchema.parse({ ...columns, ...draft, id: `sample-${index}`, position: index }),
  );
  const marks = drafts.flatMap(({ mostly }, index) =>
    Array.from({ length: 366 }, (_, step) => {
      const day = addDays(today, -step - (index % 2));
      return { habitId: `sample-${index}`, day, value: mostly(new Date(`${day}T12:00:00Z`).getUTCDay(), step) };
    }),
  );
  const { blank, write } = editsOfMarks(marks, [], new Date(`${today}T12:00:00Z`));
  return { habits, months: applied<HabitMonth>([], [...blank, ...write], (row) => habitMonthSchema.parse(row)) };
}
