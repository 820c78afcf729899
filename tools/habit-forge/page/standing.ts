import type { Day } from '../../../web/app/domains/tasks/day.ts';
import { dayNumber } from './day-number.ts';
import { type EvidenceSources, evidenceOf } from './evidence/evidence.ts';
import { computeMarks } from './evidence/implied-days.ts';
import { compareHabits, type Habit, type HabitMonth } from './habits.ts';
import { mark } from './mark.ts';
import { type ScoreRule, scoresOf } from './scores.ts';
import { currentStreak, type Streak, streaksOf, wentWell } from './streaks.ts';

/** Where a day's mark comes from: set by hand, shown by other records, implied by the frequency, or from nowhere. */
export type Origin = 'hand' | 'evidence' | 'implied' | 'none';

/** How a habit stands on a day. All days are day numbers. */
export type Standing = {
  readonly habit: Habit;
  readonly rule: ScoreRule;
  /** What is known of each day, with evidence and implied days. */
  readonly marks: ReadonlyMap<number, number>;
  readonly evidence: ReadonlyMap<number, number>;
  readonly byHand: ReadonlyMap<number, number>;
  readonly notes: ReadonlyMap<number, string>;
  /** The first day of which anything is known; today where nothing is. */
  readonly from: number;
  readonly today: number;
  /** Of each day from `from` to `today`, 0 to 1. */
  readonly scores: readonly number[];
  readonly streaks: readonly Streak[];
  readonly current: Streak | undefined;
  /** Its source cannot be had now, so neither score nor streaks are known. */
  readonly lacksSource: boolean;
};

/** How each habit stands today, in the order of lists. */
export function standingsOf(
  habits: readonly Habit[],
  months: readonly HabitMonth[],
  sources: EvidenceSources,
  today: Day,
): readonly Standing[] {
  const monthsOf = Map.groupBy(months, ({ habit_id }) => habit_id);
  return [...habits].sort(compareHabits).map((habit) => standingOf(habit, monthsOf.get(habit.id) ?? [], sources, today));
}

/** How one habit stands today. `months` are its own. */
export function standingOf(habit: Habit, months: readonly HabitMonth[], sources: EvidenceSources, today: Day): Standing {
  const rule = ruleOf(habit);
  const { byHand, notes } = daysOf(months);
  const found = evidenceOf(habit, sources);
  const evidence = found ?? new Map<number, number>();
  const marks = computeMarks(new Map([...evidence, ...byHand]), rule.frequency, habit.kind === 'count');
  const last = dayNumber(today);
  // Loops and not spread arguments: a habit may have more days than a call takes.
  let from = last;
  for (const day of marks.keys()) from = Math.min(from, day);
  const streaks = streaksOf(marks, rule, last);
  return {
    habit,
    rule,
    marks,
    evidence,
    byHand,
    notes,
    from,
    today: last,
    scores: scoresOf(marks, rule, from, last),
    streaks,
    current: currentStreak(streaks, marks, rule, last),
    lacksSource: found === undefined,
  };
}

/** What scores and streaks of a habit are counted by. */
export function ruleOf({ kind, freq_num, freq_den, target_value, target_type }: Habit): ScoreRule {
  return {
    frequency: { times: freq_num, days: freq_den },
    target: kind === 'count' ? { amount: target_value, type: target_type } : undefined,
  };
}

/** The score today, 0 to 1; `undefined` where it cannot be known now. */
export function scoreOf({ lacksSource, scores }: Standing): number | undefined {
  return lacksSource ? undefined : (scores.at(-1) ?? 0);
}

/** Where the mark of a day comes from. */
export function originOf({ byHand, evidence, marks }: Standing, day: number): Origin {
  if (byHand.has(day) && (byHand.get(day) === marks.get(day) || marks.get(day) === undefined)) return 'hand';
  if (evidence.has(day) && evidence.get(day) === marks.get(day)) return 'evidence';
  return marks.has(day) ? 'implied' : 'none';
}

/** Whether today still wants something of it: nothing is known of today, or a count is below its target. */
export function isDue({ habit, marks, today, rule }: Standing): boolean {
  if (habit.archived_at !== null) return false;
  const value = marks.get(today);
  if (value === undefined) return !(habit.kind === 'count' && habit.target_type === 'at_least' && metWithoutToday({ marks, today, rule }));
  if (habit.kind === 'check' || habit.target_type === 'at_most' || value === mark.skip) return false;
  return !wentWell(marks, today, rule);
}

/** Whether a count that is not a day's was met by the days before. */
function metWithoutToday({ marks, today, rule }: Pick<Standing, 'marks' | 'today' | 'rule'>): boolean {
  return rule.frequency.days > 1 && wentWell(new Map([...marks, [today, 0]]), today, rule);
}

function daysOf(months: readonly HabitMonth[]) {
  const byHand = new Map<number, number>();
  const notes = new Map<number, string>();
  for (const month of months) {
    const before = dayNumber(month.month) - 1;
    const length = dayNumber(nextMonth(month.month)) - before - 1;
    for (let day = 1; day <= length; day += 1) {
      const value = month.marks[day - 1] ?? mark.unknown;
      const note = month.notes[day - 1] ?? '';
      if (value !== mark.unknown) byHand.set(before + day, value);
      if (note !== '') notes.set(before + day, note);
    }
  }
  return { byHand, notes };
}

function nextMonth(month: Day): Day {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1)).toISOString().slice(0, 10);
}
