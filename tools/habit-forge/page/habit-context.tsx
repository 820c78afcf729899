import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Edit } from '../../../web/app/domains/records/collection-state.ts';
import { openRecords } from '../../../web/app/domains/records/open-records.ts';
import { newRecordId } from '../../../web/app/domains/records/record.ts';
import { type CollectionInHand, useCollection } from '../../../web/app/domains/records/use-collection.ts';
import { useEditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import { type Day, dayOf } from '../../../web/app/domains/tasks/day.ts';
import { givenContext } from '../../../web/app/lib/given-context.ts';
import { useNow } from '../../../web/app/ui/use-now.ts';
import { dayNumber } from './day-number.ts';
import { editsOfMove } from './days/habit-order.ts';
import { noSources } from './evidence/evidence.ts';
import { useEvidence } from './evidence/use-evidence.ts';
import { type DayMark, toggled } from './habit-edits.ts';
import { recordsHabitStore } from './habit-store.ts';
import { type Habit, type HabitDraft, type HabitMonth, habitMonths, habits } from './habits.ts';
import { useSampleHabits } from './sample-habits.ts';
import { type Standing, standingsOf } from './standing.ts';
import { undoTool } from './undo-tool.ts';

/** What every part of the page works with. */
export type HabitForge = {
  readonly hand: CollectionInHand<Habit>;
  readonly months: CollectionInHand<HabitMonth>;
  /** Every habit that is not in the trash, archived ones included. */
  readonly standings: readonly Standing[];
  readonly today: Day;
  /** Whether the sample is shown in the place of the owner's own habits. */
  readonly isSample: boolean;
  readonly showSample: (isShown: boolean) => void;
  /** One step of Undo; resolves with whether it was kept. */
  readonly write: (edits: readonly Edit[], marks?: readonly DayMark[], title?: string) => Promise<boolean>;
  readonly addHabit: (draft: HabitDraft) => Promise<boolean>;
  readonly changeHabit: (habit: Habit, values: Partial<Habit>, title?: string) => Promise<boolean>;
  /** One place up or down in its group; resolves with whether it moved. */
  readonly moveHabit: (habit: Habit, by: -1 | 1) => Promise<boolean>;
  readonly markDay: (habit: Habit, day: Day, value: number, note?: string) => Promise<boolean>;
  /** What a press of a check's cell does. */
  readonly toggle: (standing: Standing, day: Day) => void;
  readonly undo: () => void;
  readonly tell: ReturnType<typeof useEditToast>['tell'];
  /** The day whose sheet is open, with what was typed to open it. */
  readonly sheet: DaySheet | undefined;
  readonly openSheet: (sheet: DaySheet | undefined) => void;
};

/** One day of one habit, in a dialog. */
export type DaySheet = { readonly habitId: string; readonly day: Day; readonly typed?: string };

/** The page’s habits; inside `HabitProvider` only. */
export const [HabitContext, useHabits] = givenContext<HabitForge>('useHabits');

/** Opens the collections and gives them to everything inside. */
export function HabitProvider({ children }: { readonly children: ReactNode }) {
  const hand = useCollection(habits, undoTool);
  const months = useCollection(habitMonths, undoTool);
  const today = dayOf(new Date(useNow(60_000)));
  const [isSample, showSample] = useState(false);
  const [sheet, openSheet] = useState<DaySheet>();
  const sample = useSampleHabits(today, isSample);
  const sources = useEvidence(hand.state.rows);
  // Read when it is written and not when it was drawn, so that two quick marks of one month do not undo each other.
  const own = useMemo(() => recordsHabitStore(() => openRecords().open(habitMonths).read().rows), []);
  const store = isSample ? sample.store : own;
  const { tell, undo } = useEditToast(store.undo);
  useEffect(() => void openRecords().emptyTrash(), []);
  const shown = isSample ? sample : { habits: hand.state.rows, months: months.state.rows };
  const standings = useMemo(
    () => standingsOf(shown.habits, shown.months, isSample ? noSources : sources, today),
    [shown.habits, shown.months, sources, isSample, today],
  );
  const forge = useMemo((): HabitForge => {
    const write: HabitForge['write'] = (edits, marks, title) => tell(store.write(edits, marks), title);
    return {
      hand,
      months,
      standings,
      today,
      isSample,
      showSample,
      tell,
      undo,
      write,
      sheet,
      openSheet,
      addHabit: (draft) => {
        const position = Date.now() / 1000;
        const values = { created_at: new Date().toISOString(), ...draft, position };
        return write([{ kind: 'create', id: newRecordId(), values }], [], `Added: ${draft.name}`);
      },
      changeHabit: (habit, values, title) => write([{ kind: 'change', id: habit.id, values }], [], title),
      moveHabit: async ({ id }, by) => {
        const active = standings.map(({ habit }) => habit).filter(({ archived_at }) => archived_at === null);
        const edits = editsOfMove(active, id, by);
        return edits.length > 0 && (await write(edits));
      },
      markDay: (habit, day, value, note) => write([], [{ habitId: habit.id, day, value, ...(note === undefined ? {} : { note }) }]),
      toggle: ({ habit, byHand }, day) => {
        if (habit.kind === 'count') openSheet({ habitId: habit.id, day });
        else void write([], [{ habitId: habit.id, day, value: toggled(byHand.get(dayNumber(day))) }]);
      },
    };
  }, [hand, months, standings, today, isSample, store, tell, undo, sheet]);
  return <HabitContext value={forge}>{children}</HabitContext>;
}
