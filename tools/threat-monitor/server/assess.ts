import type { Clock } from '@castellan/foundation/clock';
import type { ForeignReads } from '../../../server/foreign/reader.ts';
import { askSsvc } from './ask-ssvc.ts';
import type { SourceRest } from './source-rest.ts';
import type { ThreatStore } from './threat-store.ts';

type Assessing = {
  readonly reads: ForeignReads;
  readonly store: ThreatStore;
  readonly clock: Clock;
  /** `undefined`: the operator switched it off. */
  readonly baseUrl: string | undefined;
  readonly rest: SourceRest;
};

/** How many were asked for, how many CISA has assessed, and whether the source failed before the end. */
export type AssessOutcome = { readonly asked: number; readonly assessed: number; readonly hasFailed: boolean };

/** An answer is good for an hour, also that there is none. */
const everyMs = 3_600_000;

/** Asks for CISA's assessment of each of these CVEs, a file each. What fails leaves what is kept, and ends the round. */
export async function assess(
  { reads, store, clock, baseUrl, rest }: Assessing,
  cves: readonly string[],
  signal: AbortSignal,
): Promise<AssessOutcome> {
  if (baseUrl === undefined) return { asked: 0, assessed: 0, hasFailed: false };
  if (clock.nowMs() < rest.untilMs()) return { asked: 0, assessed: 0, hasFailed: true };
  const lately = new Set((await store.assessments()).filter(({ askedAtMs }) => clock.nowMs() - askedAtMs < everyMs).map(({ cve }) => cve));
  const wanted = [...new Set(cves)].filter((cve) => !lately.has(cve));
  let [asked, assessed] = [0, 0];
  const failure = await askSsvc(
    {
      reads,
      nowMs: clock.nowMs,
      baseUrl,
      signal,
      onAnswer: async (cve, points) => {
        asked += 1;
        if (points !== undefined) assessed += 1;
        await store.keepAssessment(cve, points, clock.nowMs());
      },
    },
    wanted,
  );
  signal.throwIfAborted();
  if (failure !== undefined) rest.begin(failure);
  else if (asked > 0) rest.end();
  return { asked, assessed, hasFailed: failure !== undefined };
}
