import type { RandomBytes } from '@castellan/foundation/randomness';
import { describeDnsFailure } from '@castellan/probes/dns/records';
import type { Dns } from '../../../server/adapters/dns.ts';
import { canonicalOrder, nameBehind, readStep } from '../knowledge/nsec.ts';
import type { ZoneWalk } from '../knowledge/zone-walk.ts';

/** More questions are not asked: they follow one behind the other. */
const maxSteps = 5_000;

type Walking = {
  readonly dns: Dns;
  readonly signal: AbortSignal;
  readonly randomBytes: RandomBytes;
  /** Is told after each hundred names. */
  readonly say: (name: string, walked: number) => void;
};

/**
 * Follows the NSEC records of a zone from name to name. Zones that begin below it are named and not entered. Stops where names are
 * hashed or made up, and after 5,000 questions. Never rejects.
 */
export async function walkZone(domain: string, walking: Walking, most = maxSteps): Promise<ZoneWalk> {
  const { dns, signal, say } = walking;
  const types = new Map<string, readonly string[]>();
  const child = new Set<string>();
  let at = domain;
  let asked = domain;
  const end = (kind: ZoneWalk['kind'], more: Partial<ZoneWalk> = {}): ZoneWalk => ({
    kind: types.size > 0 && kind !== 'unsigned' ? 'walked' : kind,
    names: [...types].map(([name, has]) => ({ name, types: has })),
    zones: [...new Set([...child, ...[...types].flatMap(([name, has]) => (has.includes('NS') ? [name] : []))])],
    isClosed: false,
    questions,
    problem: '',
    ...more,
  });
  let questions = 0;
  for (; questions < most; ) {
    questions += 1;
    // Behind a zone a wildcard may answer for any type, with its own NSEC record for that one alone.
    const answer = await dns.ask({ name: asked, type: asked === at ? 'NSEC' : 'A', wantsProofs: true, signal });
    const isBelow = asked !== domain && asked === at;
    // A zone that begins here may have no server that answers.
    if (!answer.ok && (!isBelow || answer.failure.code === 'aborted'))
      return end('unanswered', { problem: describeDnsFailure(answer.failure.code) });
    const step = readStep(asked, asked === domain, answer.ok ? answer.value.proofs : []);
    if (step.kind === 'next') {
      const { owner, next } = step;
      if (types.has(owner)) types.set(owner, step.types);
      else if (owner === asked && asked !== domain) types.set(owner, step.types);
      if (next === domain || !next.endsWith(`.${domain}`)) return end('walked', { isClosed: true, kind: 'walked' });
      if (canonicalOrder(next, asked) <= 0) return end('unanswered', { problem: `the record of ${owner} leads back to ${next}` });
      types.set(next, []);
      if (types.size % 100 === 0) say(next, types.size);
      at = next;
      asked = next;
    } else if (isBelow) {
      // A zone that begins here is answered by its own server, in its own way: the question is put behind it.
      if (!answer.ok || !answer.value.answers.some(({ name, type }) => name === at && type === 'CNAME')) child.add(at);
      asked = nameBehind(at);
    } else {
      if (step.kind === 'hashed') return end('hashed', { isOptOut: step.isOptOut, iterations: step.iterations });
      if (step.kind === 'minimal') return end('minimal', { isCompact: await isCompact(domain, walking) });
      if (types.size > 0) return end('unanswered', { problem: `no NSEC record behind ${at}` });
      return (await isSigned(domain, walking))
        ? end('unanswered', { problem: 'the zone is signed, but the resolver returns no NSEC records' })
        : end('unsigned');
    }
  }
  return end('unanswered', { problem: `stopped after ${questions.toLocaleString('en')} questions` });
}

async function isSigned(domain: string, { dns, signal }: Walking): Promise<boolean> {
  const answer = await dns.ask({ name: domain, type: 'DNSKEY', signal });
  return answer.ok && answer.value.answers.some(({ type }) => type === 'DNSKEY');
}

/** Whether a name that does not exist is answered as one that has no records (RFC 9824). */
async function isCompact(domain: string, { dns, signal, randomBytes }: Walking): Promise<boolean> {
  const label = [...randomBytes(9)].map((byte) => (byte % 36).toString(36)).join('');
  const answer = await dns.ask({ name: `${label}x.${domain}`, type: 'A', wantsProofs: true, signal });
  return answer.ok && answer.value.code === 'NOERROR' && answer.value.answers.length === 0;
}
