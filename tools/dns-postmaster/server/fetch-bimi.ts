import { describeDnsFailure, type LookUp, textsOf } from '@castellan/probes/dns/records';
import type { Egress } from '../../../server/adapters/egress.ts';
import { type BimiFacts, type BimiRecord, declinesLogo, dmarcProblemOf, type LogoSeen, parseBimi } from '../knowledge/bimi/bimi-part.ts';
import { inspectLogo, maxLogoBytes } from '../knowledge/bimi/svg-tiny-ps.ts';
import type { DmarcFacts } from '../knowledge/dmarc.ts';
import { describeFailure } from './fetch-sts.ts';

type Ways = { readonly lookUp: LookUp; readonly egress: Egress; readonly signal: AbortSignal };

const none: LogoSeen = { kind: 'unseen', reason: 'there is none' };

/** Reads the BIMI record of a domain, or else of its organizational domain, and looks at the logo that it names. */
export async function fetchBimi(domain: string, dmarc: DmarcFacts, { lookUp, egress, signal }: Ways): Promise<BimiFacts> {
  const dmarcProblem = dmarcProblemOf(dmarc);
  const names = [...new Set([domain, dmarc.organizationalDomain])].map((one) => `default._bimi.${one}`);
  const [own = ''] = names;
  for (const name of names) {
    const found = await lookUp(name, 'TXT');
    const rest = { name, dmarcProblem, logo: none };
    if (found.status === 'failed') return { ...rest, record: null, problem: '', failure: describeDnsFailure(found.why) };
    const [text, ...more] = textsOf(found).filter((one) => /^v\s*=\s*BIMI1(?:\s*;|\s*$)/.test(one));
    if (text === undefined) continue;
    const record = more.length > 0 ? `There are ${more.length + 1} records; one is allowed.` : parseBimi(text);
    if (typeof record === 'string') return { ...rest, record: null, problem: record, failure: '' };
    return { ...rest, record, problem: '', failure: '', logo: declinesLogo(record) ? none : await fetchLogo(record, egress, signal) };
  }
  return { name: own, record: null, problem: '', failure: '', dmarcProblem, logo: none };
}

/** By the guard, as the policy of MTA-STS: of bounded length and time, without redirects. */
async function fetchLogo({ logo }: BimiRecord, egress: Egress, signal: AbortSignal): Promise<LogoSeen> {
  const answer = await egress.send({ url: logo, maxBodyBytes: maxLogoBytes, timeoutMs: 8_000, signal });
  if (!answer.ok) {
    const { code } = answer.failure;
    if (code === 'body_too_long') return { kind: 'read', faults: ['it is larger than 64 kB'] };
    return { kind: 'unseen', reason: describeFailure(code) };
  }
  const { status, body } = answer.value;
  if (status !== 200) return { kind: 'refused', reason: `status ${status}` };
  return { kind: 'read', faults: inspectLogo({ bytes: body, text: body.toString('utf8') }) };
}
