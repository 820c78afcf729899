import { type Severity, severities } from '../report.ts';
import type { Change, EngagementReport, RunFacts, ToolResult } from './engagement-report.ts';

/** Severities, the worst first. */
export const worstFirst: readonly Severity[] = severities.toReversed();

/** Severities as the report's tables call them. */
export const severityNames: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Informational',
};

/** A moment as the report writes it: `2026-05-04 10:22 UTC`. */
export function writeMoment(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** How a run ended, in a few words. */
export function describeEnd({ state, failure }: RunFacts): string {
  if (state === 'finished') return 'Finished';
  if (state === 'failed' || state === 'interrupted')
    return `${state === 'failed' ? 'Failed' : 'Interrupted'}${failure === null ? '' : `: ${failure}`}`;
  return state === 'cancelled' ? 'Cancelled' : 'Not finished';
}

/** The days of the permission in a sentence. */
export function describePermission({ permittedFrom: from, permittedTo: to, permittedBy: by }: EngagementReport['engagement']): string {
  const days =
    from === '' && to === ''
      ? 'No days were named.'
      : `From ${from === '' ? 'an unnamed day' : from} to ${to === '' ? 'an unnamed day' : to}.`;
  return by === '' ? `${days} Who gave it was not named.` : `${days} Given by ${by.replace(/\.$/, '')}.`;
}

/** What came out, in one or two sentences. */
export function describeOutcome({ counts, targets, runs }: EngagementReport): string {
  const hosts = targets.length === 1 ? '1 target' : `${targets.length} targets`;
  const done = runs.filter(({ state }) => state === 'finished').length;
  if (done === 0) return 'No run of this engagement has finished, so nothing can be said about its targets.';
  const found = worstFirst
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity]} ${severityNames[severity].toLowerCase()}`);
  const tested = `${hosts} tested in ${done === 1 ? '1 run' : `${done} runs`}.`;
  return found.length === 0 ? `${tested} No findings.` : `${tested} Findings: ${found.join(', ')}.`;
}

/** How much of a change there is, in a sentence. */
export function summariseChange({ appeared, worse, better, gone, unchanged, marks: [before, now] }: Change): string {
  const parts = [
    `${appeared.length} new`,
    `${worse.length} worse`,
    ...(better.length === 0 ? [] : [`${better.length} less severe`]),
    `${gone.length} gone`,
    `${unchanged} unchanged`,
  ];
  return `${parts.join(', ')}.${before === now ? '' : ` ${before ?? 'No grade'} became ${now ?? 'no grade'}.`}`;
}

/** Runs that the engagement did not permit. */
export function runsNotPermitted({ runs }: EngagementReport): readonly RunFacts[] {
  return runs.filter(({ notPermitted }) => notPermitted.length > 0);
}

/** The results of all targets, in the report's order. */
export function resultsOf({ targets }: EngagementReport): readonly ToolResult[] {
  return targets.flatMap(({ results }) => results);
}

/** What stands under the runs where the oldest of them are left out. */
export const cutWords = 'There were more runs than are listed here: the oldest are left out.';

/** What the report says about how it was made. */
export const methodWords =
  'The tools ran on the tester’s server and looked at the targets over the network, as anybody can who reaches them. Findings are as each tool last saw a target. Earlier runs are in the appendix.';
