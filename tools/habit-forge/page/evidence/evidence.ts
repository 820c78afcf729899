import { type Day, dayOf } from '../../../../web/app/domains/tasks/day.ts';
import type { FocusSession, Task } from '../../../../web/app/domains/tasks/task.ts';
import { dayNumber } from '../day-number.ts';
import type { Habit } from '../habits.ts';
import { mark } from '../mark.ts';

/** What of the owner's other records shows that habits were done; `undefined` where it cannot be had now. */
export type EvidenceSources = {
  readonly tasks: readonly Task[] | undefined;
  readonly sessions: readonly FocusSession[] | undefined;
  /**
   * How many notes were written on each day, by the tag that a habit names; `''` is all of them. Numbers and no notes: what is sealed
   * stays where a lock drops it.
   */
  readonly notes: NoteCounts | undefined;
};

/** Numbers of notes by tag and day number. */
export type NoteCounts = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Counts notes for the habits that are shown by them, for no other tag than theirs. */
export function countNotes(
  notes: readonly { readonly created_at: string; readonly tags: readonly string[] }[],
  habits: readonly Pick<Habit, 'evidence' | 'evidence_tag'>[],
): NoteCounts {
  const counts = new Map<string, Map<number, number>>();
  for (const { evidence, evidence_tag } of habits) if (evidence === 'notes') counts.set(evidence_tag ?? '', new Map());
  for (const { created_at, tags } of notes) {
    const day = dayNumber(dayOf(new Date(created_at)));
    for (const [tag, counted] of counts) if (tag === '' || tags.includes(tag)) counted.set(day, (counted.get(day) ?? 0) + 1);
  }
  return counts;
}

/** No source at all. */
export const noSources: EvidenceSources = { tasks: undefined, sessions: undefined, notes: undefined };

/** How many there were on a day: finished tasks, minutes of focus, or written notes. */
type Counted = ReadonlyMap<number, number>;

/**
 * What a habit's source shows, as marks by day number: a check is done by one of them, a count is as many as there were.
 * `undefined` where the source cannot be had.
 */
export function evidenceOf(habit: Habit, sources: EvidenceSources): Counted | undefined {
  if (habit.evidence === null) return new Map();
  const counted = count(habit, sources);
  if (counted === undefined) return undefined;
  return new Map(
    [...counted].flatMap(([day, number]) => {
      const whole = Math.floor(number);
      return whole < 1 ? [] : [[day, habit.kind === 'check' ? mark.yes : whole * 1000] as const];
    }),
  );
}

function count({ evidence, evidence_tag }: Habit, { tasks, sessions, notes }: EvidenceSources): Counted | undefined {
  const counted = new Map<number, number>();
  const add = (at: string, number: number) => {
    const day = dayNumber(dayOf(new Date(at)));
    counted.set(day, (counted.get(day) ?? 0) + number);
  };
  const hasTag = (tags: readonly string[] | undefined) => evidence_tag === null || tags?.includes(evidence_tag) === true;
  switch (evidence) {
    case 'tasks':
      if (tasks === undefined) return undefined;
      for (const task of tasks) if (task.status === 'done' && task.completed_at !== null && hasTag(task.tags)) add(task.completed_at, 1);
      return counted;
    case 'focus': {
      if (sessions === undefined || (tasks === undefined && evidence_tag !== null)) return undefined;
      const tagsOf = new Map(tasks?.map(({ id, tags }) => [id, tags]));
      for (const { started_at, ended_at, task_id } of sessions) {
        if (ended_at === null || !hasTag(tagsOf.get(task_id ?? ''))) continue;
        add(started_at, (Date.parse(ended_at) - Date.parse(started_at)) / 60_000);
      }
      return counted;
    }
    case 'notes':
      return notes?.get(evidence_tag ?? '');
    case null:
      return counted;
  }
}

const nouns = {
  tasks: ['finished task', 'finished tasks'],
  focus: ['minute of focus', 'minutes of focus'],
  notes: ['note', 'notes'],
} as const;

/** Where a habit's marks come from by themselves, in words: `finished tasks tagged #reading`. */
export function evidenceText({ evidence, evidence_tag }: Pick<Habit, 'evidence' | 'evidence_tag'>): string {
  if (evidence === null) return '';
  return `${nouns[evidence][1]}${evidence_tag === null ? '' : ` tagged #${evidence_tag}`}`;
}

/** What showed a day's mark: `from 2 finished tasks`. */
export function evidenceOfDay({ evidence, kind }: Habit, value: number): string {
  if (evidence === null) return '';
  if (kind === 'check') return `from ${nouns[evidence][1]}`;
  const number = Math.round(value / 1000);
  return `from ${number.toLocaleString('en-GB')} ${nouns[evidence][number === 1 ? 0 : 1]}`;
}

/** The first day of the month that a day is in. */
export function monthOf(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}
