import type { CaptureTaker, TakenCapture } from '../../../../web/app/domains/notes/inbox/capture-taker.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { dateLabel } from '../../../../web/app/domains/tasks/day.ts';
import { recordsHabitStore } from '../habit-store.ts';
import { compareHabits, habitMonths, habits } from '../habits.ts';
import { markFacts, readCapturedMark } from '../read-captured-mark.ts';
import { undoTool } from '../undo-tool.ts';

/** Marks a habit on the day of a capture. Which one is the owner's choice, where the words do not name one alone. */
export default function takeMark(): CaptureTaker<'habit'> {
  const engine = openRecords();
  const known = engine.open(habits, undoTool);
  const months = engine.open(habitMonths, undoTool);
  const store = recordsHabitStore(() => months.read().rows);
  const read = ({ text }: TakenCapture<'habit'>, chosen: string | undefined) => readCapturedMark(text, known.read().rows, chosen);
  const markNow = (habitId: string, day: string) =>
    months.read().rows.find((row) => row.habit_id === habitId && row.month.slice(0, 7) === day.slice(0, 7))?.marks[
      Number(day.slice(8)) - 1
    ];
  return {
    status: () => (known.read().status === 'ready' ? months.read().status : known.read().status),
    subscribe: (listener) => {
      const stops = [known.subscribe(listener), months.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    plan: (capture, chosen) => {
      const { habit, value } = read(capture, chosen);
      const live = known.read().rows.filter(({ archived_at }) => archived_at === null);
      const options = [{ value: '', name: 'Choose a habit' }, ...live.toSorted(compareHabits).map(({ id, name }) => ({ value: id, name }))];
      const choice = { label: 'Habit', value: habit?.id ?? '', options };
      const day = dateLabel(capture.day, 'short');
      if (habit === undefined) return { title: capture.text, facts: [day], choice, fault: 'Choose the habit that this is about.' };
      if (value === undefined) {
        return { title: habit.name, facts: [day], choice, fault: `Say how much: ${habit.name} counts. Edit it to end with a number.` };
      }
      const before = markNow(habit.id, capture.day);
      return { title: habit.name, facts: [...markFacts(habit, value, before), day], choice, isThere: before === value };
    },
    keep: async (capture, chosen) => {
      const { habit, value } = read(capture, chosen);
      if (habit === undefined || value === undefined) return false;
      if (markNow(habit.id, capture.day) === value) return true;
      return (await store.write([], [{ habitId: habit.id, day: capture.day, value }])).ok;
    },
    undoTool,
  };
}
