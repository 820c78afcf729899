import type * as z from 'zod/mini';
import { type Merge, mergesBy } from '../../../web/app/domains/records/change.ts';
import type { Collection } from '../../../web/app/domains/records/collection.ts';
import { habitMonthsCollection } from './habit-months.collection.ts';
import { blankMonth, daysOfMonth, habitMonthSchema, habitSchema } from './habit-row.ts';
import { habitsCollection } from './habits.collection.ts';

/** One habit. */
export type Habit = z.infer<typeof habitSchema>;

/** What a person, or a file, says of a habit. */
export type HabitDraft = Pick<
  Habit,
  | 'name'
  | 'question'
  | 'notes'
  | 'kind'
  | 'unit'
  | 'target_value'
  | 'target_type'
  | 'freq_num'
  | 'freq_den'
  | 'color'
  | 'habit_group'
  | 'reminder_time'
  | 'evidence'
  | 'evidence_tag'
>;

/** A habit of which nothing is known but its name: a check, every day. */
export function habitDraftOf(name: string): HabitDraft {
  return {
    name,
    question: '',
    notes: '',
    kind: 'check',
    unit: '',
    target_value: 0,
    target_type: 'at_least',
    freq_num: 1,
    freq_den: 1,
    color: 8,
    habit_group: null,
    reminder_time: null,
    evidence: null,
    evidence_tag: null,
  };
}

/** A month of one habit. */
export type HabitMonth = z.infer<typeof habitMonthSchema>;

/** The owner's habits. */
export const habits: Collection<Habit> = {
  ...habitsCollection,
  schema: habitSchema,
  merges: { position: (_, mine) => mine },
  nameOf: ({ name }) => (typeof name === 'string' && name !== '' ? name : 'A habit without a name'),
};

/** Joins two sides of a month day by day. About a day that both changed the owner is asked. */
function mergeDays(blank: readonly unknown[]): Merge {
  return (base, mine, theirs, side) => {
    if (!Array.isArray(mine) || !Array.isArray(theirs) || mine.length !== daysOfMonth || theirs.length !== daysOfMonth) return undefined;
    const before: readonly unknown[] = Array.isArray(base) && base.length === daysOfMonth ? base : blank;
    const isContested = mine.some((own: unknown, day) => own !== before[day] && theirs[day] !== before[day] && own !== theirs[day]);
    if (isContested && side === undefined) return undefined;
    const counts = (own: unknown, day: number) => own !== before[day] && (side !== 'theirs' || theirs[day] === before[day]);
    return mine.map((own: unknown, day) => (counts(own, day) ? own : (theirs[day] as unknown)));
  };
}

const monthMerges = { marks: mergeDays(blankMonth.marks), notes: mergeDays(blankMonth.notes) };

/** How the days of habits went. What loses a conflict is said in the day's note: a habit has each month once. */
export const habitMonths: Collection<HabitMonth> = {
  ...habitMonthsCollection,
  schema: habitMonthSchema,
  merges: monthMerges,
  loadMerging: async () => ({ mergeOf: mergesBy(monthMerges), keepLost: (await import('./lost-days.ts')).lostDaysOf(habitMonths) }),
  nameOf: ({ month }) => (typeof month === 'string' ? `A habit’s month, ${month.slice(0, 7)}` : 'A habit’s month'),
};

/** The order of lists: as the owner put them, then the oldest first. */
export function compareHabits(one: Habit, other: Habit): number {
  return one.position - other.position || one.created_at.localeCompare(other.created_at) || one.name.localeCompare(other.name);
}
