import type { Result } from '@castellan/foundation/result';
import type { Edit, EditFailure } from '../../../web/app/domains/records/collection-state.ts';
import { openRecords } from '../../../web/app/domains/records/open-records.ts';
import { type DayMark, editsOfMarks } from './habit-edits.ts';
import { type HabitMonth, habitMonths, habits } from './habits.ts';
import { blankMonthTool, undoTool } from './undo-tool.ts';

/** Resolves with whether it is kept. */
export type Kept = Promise<Result<undefined, EditFailure>>;

/** How habits are written: the owner's own, or those of the sample, which are kept nowhere. */
export type HabitStore = {
  /** One step of Undo. `habits` are written before days are marked. */
  readonly write: (edits: readonly Edit[], marks?: readonly DayMark[]) => Kept;
  /** Takes the last step back; `false` where there is none. */
  readonly undo: () => Promise<boolean>;
};

/** The owner's own habits. `months` answers what is known of them now. */
export function recordsHabitStore(months: () => readonly HabitMonth[]): HabitStore {
  const engine = openRecords();
  return {
    write: async (edits, marks = []) => {
      const { blank, write } = editsOfMarks(marks, months(), new Date());
      const isNewHabit = edits.length > 0;
      if (blank.length > 0 && !isNewHabit) {
        const made = await engine.editTogether(blankMonthTool, [{ collection: habitMonths, edits: blank }]);
        if (!made.ok) return made;
      }
      // A new habit must be there before its months are, and a month before its days.
      const parts = [
        { collection: habits, edits },
        { collection: habitMonths, edits: isNewHabit ? blank : [] },
        { collection: habitMonths, edits: write },
      ];
      return engine.editTogether(
        undoTool,
        parts.filter((part) => part.edits.length > 0),
      );
    },
    undo: () => engine.undo(undoTool),
  };
}
