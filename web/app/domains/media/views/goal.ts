import { addDays, type Day } from '../../tasks/day.ts';

/** The most that a year's goal may be. */
export const largestGoal = 100_000;

/** How a goal stands: in a word for its mark, and in a sentence. */
export type GoalStanding = { readonly kind: 'success' | 'info' | 'warning'; readonly said: string };

/**
 * A year's goal against what was finished in it. In the year itself what is due grows by the day, rounded down, so that the last one is
 * due on 31 December.
 */
export function goalStanding(goal: number, finished: number, year: number, today: Day): GoalStanding {
  const figures = `${finished.toLocaleString('en-GB')} of ${goal.toLocaleString('en-GB')}`;
  if (finished >= goal) return { kind: 'success', said: `${figures}: reached.` };
  if (Number(today.slice(0, 4)) > year) return { kind: 'warning', said: `${figures}: not reached.` };
  const first = `${String(year).padStart(4, '0')}-01-01`;
  const length = daysFrom(first, `${String(year + 1).padStart(4, '0')}-01-01`);
  const due = Math.floor((goal * daysFrom(first, addDays(today, 1))) / length);
  const ahead = finished - due;
  if (ahead === 0) return { kind: 'info', said: `${figures}: on course.` };
  return ahead > 0
    ? { kind: 'info', said: `${figures}: ${ahead.toLocaleString('en-GB')} ahead.` }
    : { kind: 'warning', said: `${figures}: ${(-ahead).toLocaleString('en-GB')} behind.` };
}

/** What was typed as a goal; `undefined` where it is none. Nothing takes the goal back, as 0. */
export function readGoal(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  const goal = Number(trimmed);
  return /^\d{1,6}$/.test(trimmed) && goal <= largestGoal ? goal : undefined;
}

const daysFrom = (from: Day, to: Day) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
