import { judgeDay } from '@castellan/probes/scope/judge-day';
import { judgeTarget, type Reach } from '@castellan/probes/scope/judge-target';
import { parseScopeEntry, type ScopeEntry } from '@castellan/probes/scope/scope-entry';
import type { Day } from '../tasks/day.ts';
import type { EngagementFields } from './engagement-record.ts';

type Judged = Pick<EngagementFields, 'in_scope' | 'out_of_scope' | 'permitted_from' | 'permitted_to'>;

/** What of a run its engagement does not permit, in a sentence each; nothing where it permits all of it. */
export function judgeRun(engagement: Judged, target: string, reach: Reach, day: Day): readonly string[] {
  const scope = { inScope: read(engagement.in_scope), outOfScope: read(engagement.out_of_scope) };
  const { uncovered, excludedBy } = judgeTarget(scope, target, reach);
  return [
    ...(excludedBy.length === 0 ? [] : [`Out of scope: ${excludedBy.join(', ')}.`]),
    ...(uncovered.length === 0 ? [] : [`Not in the scope: ${uncovered.join(', ')}.`]),
    ...sayDay(engagement, day),
  ];
}

function sayDay({ permitted_from: from, permitted_to: to }: Judged, day: Day): readonly string[] {
  const verdict = judgeDay({ from, to }, day);
  if (verdict === 'before') return [`${day} is before the permission, which begins on ${from}.`];
  if (verdict === 'after') return [`${day} is after the permission, which ended on ${to}.`];
  return verdict === 'unsaid' ? ['The engagement does not say from when to when testing is permitted.'] : [];
}

/** Entries of a sealed record were checked when it was opened. */
function read(texts: readonly string[]): readonly ScopeEntry[] {
  return texts.flatMap((text) => {
    const entry = parseScopeEntry(text);
    return entry.ok ? [entry.value] : [];
  });
}
