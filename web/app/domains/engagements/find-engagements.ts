import { judgeDay } from '@castellan/probes/scope/judge-day';
import type { Day } from '../tasks/day.ts';
import type { Engagement } from './engagement-record.ts';

/** The engagements that have every word of a search, in any field. */
export function findEngagements(rows: readonly Engagement[], sought: string): readonly Engagement[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ title, client, contact, tester, scope, in_scope, out_of_scope, permitted_by, notes }) => {
    const text = [title, client, contact, tester, scope, ...in_scope, ...out_of_scope, permitted_by, notes].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** How an engagement stands on a day, in a few words, and whether its permission holds. */
export function standingOf(
  { permitted_from: from, permitted_to: to }: Engagement,
  today: Day,
): { readonly text: string; readonly isOpen: boolean } {
  const verdict = judgeDay({ from, to }, today);
  if (verdict === 'unsaid') return { text: 'No days of permission', isOpen: false };
  if (verdict === 'before') return { text: `Permitted from ${from}`, isOpen: false };
  return verdict === 'within' ? { text: `Permitted until ${to}`, isOpen: true } : { text: `Ended on ${to}`, isOpen: false };
}
