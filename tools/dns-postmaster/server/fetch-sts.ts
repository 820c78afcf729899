import { describeDnsFailure, type LookUp, textsOf } from '@castellan/probes/dns/records';
import type { Egress, EgressFailure } from '../../../server/adapters/egress.ts';
import { allowsServer, parseStsPolicy, readStsRecord, type StsFacts } from '../knowledge/mta-sts.ts';

const maxPolicyBytes = 64 * 1024;

/** Reads the MTA-STS record of a domain, and its policy as a sender fetches it: by HTTPS, without redirects (RFC 8461 §3.3). */
export async function fetchSts(
  domain: string,
  hosts: readonly string[],
  { lookUp, egress, signal }: { readonly lookUp: LookUp; readonly egress: Egress; readonly signal: AbortSignal },
): Promise<StsFacts> {
  const found = await lookUp(`_mta-sts.${domain}`, 'TXT');
  if (found.status === 'failed') return { record: '', policy: null, problem: '', unlisted: [], failure: describeDnsFailure(found.why) };
  const { record, problem } = readStsRecord(textsOf(found));
  const none = (why: string): StsFacts => ({ record, policy: null, problem: why, unlisted: [] });
  if (record === '' || problem !== '') return none(problem);
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
  const answer = await egress.send({ url, maxBodyBytes: maxPolicyBytes, timeoutMs: 8_000, signal });
  if (!answer.ok) return none(`${url}: ${describeFailure(answer.failure.code)}.`);
  if (answer.value.status !== 200) return none(`${url} answers with the status ${answer.value.status}.`);
  const policy = parseStsPolicy(answer.value.body.toString('latin1'));
  if (!policy.ok) return none(policy.failure.message);
  const { mx, mode } = policy.value;
  const unlisted = mode === 'none' ? [] : hosts.filter((host) => !mx.some((pattern) => allowsServer(pattern, host)));
  return { record, policy: policy.value, problem: '', unlisted };
}

/** Why an address gave no answer, as an end of a sentence. */
export function describeFailure(code: EgressFailure['code']): string {
  switch (code) {
    case 'name_not_found':
      return 'the name has no address';
    case 'address_refused':
      return 'its address is not public';
    case 'timed_out':
      return 'no answer in time';
    case 'body_too_long':
      return 'the file is longer than 64 kB';
    default:
      return 'no connection by HTTPS with a trusted certificate';
  }
}
