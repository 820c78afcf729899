import { liveCollection } from '../../../../web/app/domains/records/live-collection.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { ToolRecord } from '../../../tool-live.ts';
import { compareHabits, habits } from '../habits.ts';
import { wantedText } from '../mark.ts';

/** Every habit, as the palette finds it; those that rest come last. */
export default function habitRecords(): Live<readonly ToolRecord[]> {
  return liveCollection(habits, (rows) =>
    [...rows]
      .sort((one, other) => Number(one.archived_at !== null) - Number(other.archived_at !== null) || compareHabits(one, other))
      .map((habit) => ({
        id: habit.id,
        title: habit.name,
        note: [habit.archived_at === null ? wantedText(habit) : 'archived', habit.habit_group ?? '']
          .filter((part) => part !== '')
          .join(', '),
        to: `/habit-forge#habit=${habit.id}`,
      })),
  );
}
