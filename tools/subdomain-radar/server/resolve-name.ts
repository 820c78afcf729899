import type { DnsFailureCode, RecordOf } from '@castellan/probes/dns/records';
import type { Dns } from '../../../server/adapters/dns.ts';
import { limitAtOnce } from '../../../server/tools/limit-at-once.ts';

/** Where a name leads: the names that it is an alias of, one behind the other, and what stands at their end. */
export type Resolved = { readonly chain: readonly string[] } & (
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  /** The last name exists and has no address of the kind; or it does not exist; or nobody says. */
  | { readonly kind: 'empty' | 'missing' }
  | { readonly kind: 'failed'; readonly why: DnsFailureCode }
);

/** Asks DNS for many names, a bounded number at the same time. */
export type NameResolver = {
  readonly resolve: (name: string, type?: 'A' | 'AAAA') => Promise<Resolved>;
  /** Whether a name is in DNS at all, with whatever records. */
  readonly exists: (name: string) => Promise<boolean | undefined>;
  readonly questions: () => number;
};

/** Where node and resolvers are quickest; more only wait in queues, and get lost. */
const maxAtOnce = 50;

const maxAliases = 8;

/** Makes it. After `maxQuestions` whatever is asked fails as if it timed out. */
export function createNameResolver({
  dns,
  signal,
  maxQuestions,
}: {
  readonly dns: Dns;
  readonly signal: AbortSignal;
  readonly maxQuestions: number;
}): NameResolver {
  const turn = limitAtOnce(maxAtOnce);
  let questions = 0;
  const ask = async (name: string, type: 'A' | 'AAAA' | 'NS') => {
    questions += 1;
    if (questions > maxQuestions) return { ok: false, failure: { code: 'timed_out' } } as const;
    return turn(() => dns.ask({ name, type, signal }));
  };
  const resolve = async (name: string, type: 'A' | 'AAAA', passed: readonly string[]): Promise<Resolved> => {
    const asked = passed.at(-1) ?? name;
    const answer = await ask(asked, type);
    if (!answer.ok) return { kind: 'failed', why: answer.failure.code, chain: passed };
    const { answers, code } = answer.value;
    const chain = [...passed];
    let at = asked;
    for (;;) {
      const addresses = answers.flatMap((record) => (record.name === at && record.type === type ? [record.value] : []));
      if (addresses.length > 0) return { kind: 'addresses', addresses, chain };
      const alias = answers.find((record): record is RecordOf<'CNAME'> => record.name === at && record.type === 'CNAME');
      if (alias === undefined) break;
      if (alias.value === name || chain.includes(alias.value) || chain.length >= maxAliases) return { kind: 'failed', why: 'loop', chain };
      chain.push(alias.value);
      at = alias.value;
    }
    if (code === 'NXDOMAIN') return { kind: 'missing', chain };
    // A server that is no resolver tells the alias, and leaves the rest to who asks.
    return at === asked ? { kind: 'empty', chain } : resolve(name, type, chain);
  };
  return {
    resolve: (name, type = 'A') => resolve(name, type, []),
    exists: async (name) => {
      const answer = await ask(name, 'NS');
      return answer.ok ? answer.value.code === 'NOERROR' : undefined;
    },
    questions: () => questions,
  };
}
