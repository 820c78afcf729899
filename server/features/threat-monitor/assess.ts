import type { Clock } from '@castellan/foundation/clock';
import { readSsvc } from '@castellan/probes/threat-monitor/ssvc';
import type { Egress } from '../../adapters/egress.ts';
import { limitAtOnce } from '../../tools/limit-at-once.ts';
import { failureOf, type SourceFailure } from '../../tools/threat-monitor/source-trouble.ts';
import type { SourceRest } from './source-rest.ts';
import type { ThreatStore } from './threat-store.ts';

type Assessing = {
  readonly egress: Egress;
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
const atOnce = 4;
const maxBytes = 4 * 1024 * 1024;

/** Asks for CISA's assessment of each of these CVEs, a file each. What fails leaves what is kept, and ends the round. */
export async function assess(
  { egress, store, clock, baseUrl, rest }: Assessing,
  cves: readonly string[],
  signal: AbortSignal,
): Promise<AssessOutcome> {
  if (baseUrl === undefined) return { asked: 0, assessed: 0, hasFailed: false };
  if (clock.nowMs() < rest.untilMs()) return { asked: 0, assessed: 0, hasFailed: true };
  const lately = new Set((await store.assessments()).filter(({ askedAtMs }) => clock.nowMs() - askedAtMs < everyMs).map(({ cve }) => cve));
  const wanted = [...new Set(cves)].filter((cve) => !lately.has(cve));
  let failure: SourceFailure | undefined;
  let [asked, assessed] = [0, 0];
  const askOne = async (cve: string) => {
    if (failure !== undefined) return;
    const answer = await egress.send({
      url: `${baseUrl}/${fileOf(cve)}`,
      headers: { 'user-agent': 'Castellan' },
      maxBodyBytes: maxBytes,
      signal,
    });
    if (!answer.ok) {
      failure ??= { code: 'unreachable' };
      return;
    }
    const { status, body } = answer.value;
    const record = status === 200 ? parseJson(body.toString('utf8')) : undefined;
    // No file: CISA has not assessed it.
    if (status !== 404 && record === undefined) {
      failure ??= status === 200 ? { code: 'feed_malformed' } : failureOf(answer.value, clock.nowMs());
      return;
    }
    const points = readSsvc(record);
    asked += 1;
    if (points !== undefined) assessed += 1;
    await store.keepAssessment(cve, points, clock.nowMs());
  };
  const inTurn = limitAtOnce(atOnce);
  await Promise.all(wanted.map((cve) => inTurn(() => askOne(cve))));
  signal.throwIfAborted();
  if (failure !== undefined) rest.begin(failure);
  else if (asked > 0) rest.end();
  return { asked, assessed, hasFailed: failure !== undefined };
}

/** `CVE-2024-12345` lies in `2024/12xxx/CVE-2024-12345.json`. */
function fileOf(cve: string): string {
  const [, year = '', serial = ''] = cve.split('-');
  return `${year}/${serial.slice(0, -3)}xxx/${cve}.json`;
}

function parseJson(text: string): unknown {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? read : undefined;
  } catch {
    return undefined;
  }
}
