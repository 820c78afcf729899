import { parseJson } from '@castellan/foundation/parse-json';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Egress } from '../../../server/adapters/egress.ts';
import { limitAtOnce } from '../../../server/tools/limit-at-once.ts';
import { readSsvc, type SsvcPoints } from '../knowledge/ssvc.ts';
import { failureOf, type SourceFailure } from './source-trouble.ts';

type Asking = {
  readonly egress: Egress;
  readonly nowMs: () => number;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly signal: AbortSignal;
  /** Called with each answer; without points where CISA has not assessed the CVE. */
  readonly onAnswer: (cve: string, points: SsvcPoints | undefined) => Promise<void> | void;
};

const atOnce = 4;
const maxBytes = 4 * 1024 * 1024;

/** Asks for CISA's assessment of each CVE, a file each. The first failure ends the round and is answered; what came before it stays. */
export async function askSsvc(asking: Asking, cves: readonly string[]): Promise<SourceFailure | undefined> {
  let failure: SourceFailure | undefined;
  const inTurn = limitAtOnce(atOnce);
  const askOne = async (cve: string) => {
    if (failure !== undefined) return;
    const answer = await fetchPoints(asking, cve);
    if (!answer.ok) failure ??= answer.failure;
    else await asking.onAnswer(cve, answer.value);
  };
  await Promise.all(cves.map((cve) => inTurn(() => askOne(cve))));
  return failure;
}

async function fetchPoints(
  { egress, nowMs, baseUrl, signal }: Asking,
  cve: string,
): Promise<Result<SsvcPoints | undefined, SourceFailure>> {
  const url = `${baseUrl}/${ssvcFileOf(cve)}`;
  const answer = await egress.send({ url, headers: { 'user-agent': 'Castellan' }, maxBodyBytes: maxBytes, signal });
  if (!answer.ok) return fail({ code: 'unreachable' });
  const { status, body } = answer.value;
  // No file: CISA has not assessed it.
  if (status === 404) return succeed(undefined);
  if (status !== 200) return fail(failureOf(answer.value, nowMs()));
  const record = parseJson(body.toString('utf8'));
  return typeof record !== 'object' || record === null ? fail({ code: 'feed_malformed' }) : succeed(readSsvc(record));
}

/** Where CISA's files lie: `CVE-2024-12345` in `2024/12xxx/CVE-2024-12345.json`. */
function ssvcFileOf(cve: string): string {
  const [, year = '', serial = ''] = cve.split('-');
  return `${year}/${serial.slice(0, -3)}xxx/${cve}.json`;
}
