import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { ForeignReads } from '../../../server/foreign/reader.ts';
import { limitAtOnce } from '../../../server/tools/limit-at-once.ts';
import type { SsvcPoints } from '../knowledge/ssvc.ts';
import { failureOf, type SourceFailure } from './source-trouble.ts';
import { ssvcReader } from './threat-readers.ts';

type Asking = {
  readonly reads: ForeignReads;
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

async function fetchPoints({ reads, nowMs, baseUrl, signal }: Asking, cve: string): Promise<Result<SsvcPoints | undefined, SourceFailure>> {
  const url = `${baseUrl}/${ssvcFileOf(cve)}`;
  const request = { url, headers: { 'user-agent': 'Castellan' }, maxBodyBytes: maxBytes, signal };
  const answer = await reads.fetch(ssvcReader, request, null);
  if (!answer.ok) return fail({ code: answer.failure.code === 'unreadable' ? 'feed_malformed' : 'unreachable' });
  const { status, read } = answer.value.value;
  // No file: CISA has not assessed it.
  if (status === 404) return succeed(undefined);
  if (status !== 200) return fail(failureOf(answer.value.value, nowMs()));
  return read === null ? fail({ code: 'feed_malformed' }) : succeed(read.points ?? undefined);
}

/** Where CISA's files lie: `CVE-2024-12345` in `2024/12xxx/CVE-2024-12345.json`. */
function ssvcFileOf(cve: string): string {
  const [, year = '', serial = ''] = cve.split('-');
  return `${year}/${serial.slice(0, -3)}xxx/${cve}.json`;
}
