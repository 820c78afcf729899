import { type Day, dayOf } from '../../domains/tasks/day.ts';
import type { FindDate } from '../../domains/tasks/quick-add.ts';

/** Days that a word stands for, both included; without `from` whatever is late too. */
export type DueSpan = { readonly from?: Day; readonly until: Day; readonly title: string };

/** The days that `due` is asked for; `undefined` where the words name none. Weeks begin on Monday. */
export function readWhen(words: string, now: Date, findDate: FindDate): DueSpan | undefined {
  const text = words.trim().toLowerCase();
  const day = (plus: number) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + plus));
  const weekday = (now.getDay() + 6) % 7;
  if (text === '' || text === 'today' || text === 'tonight') return { until: day(0), title: 'today' };
  if (text === 'overdue' || text === 'late') return { until: day(-1), title: 'overdue' };
  if (text === 'this week') return { until: day(6 - weekday), title: text };
  if (text === 'next week') return { from: day(7 - weekday), until: day(13 - weekday), title: text };
  const month = (plus: number) => dayOf(new Date(now.getFullYear(), now.getMonth() + plus + 1, 0));
  if (text === 'this month') return { until: month(0), title: text };
  if (text === 'next month') return { from: dayOf(new Date(now.getFullYear(), now.getMonth() + 1, 1)), until: month(1), title: text };
  const found = findDate(text, now);
  return found === undefined ? undefined : { from: found.day, until: found.day, title: text };
}
