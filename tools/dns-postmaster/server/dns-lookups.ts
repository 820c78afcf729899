import type { DnsType, LookUp, Lookup, RecordOf } from '@castellan/probes/dns/records';
import type { Dns } from '../../../server/adapters/dns.ts';
import { limitAtOnce } from '../../../server/tools/limit-at-once.ts';

type Options = {
  readonly dns: Dns;
  readonly signal: AbortSignal;
  /** Further questions are answered as if they timed out: whatever a zone leads to, a run ends. */
  readonly maxQuestions: number;
};

const maxAliases = 8;

/** Quick, and no burden to a resolver that others use too. */
const maxAtOnce = 24;

/** Asks the resolver, each question once, and follows aliases to their end. Never rejects. */
export function createLookUp({ dns, signal, maxQuestions }: Options): LookUp {
  const known = new Map<string, Promise<Lookup>>();
  const turn = limitAtOnce(maxAtOnce);
  let asked = 0;
  const ask = async (name: string, type: DnsType, aliases: readonly string[]): Promise<Lookup> => {
    asked += 1;
    if (asked > maxQuestions) return { status: 'failed', why: 'timed_out' };
    const answer = await turn(() => dns.ask({ name, type, signal }));
    if (!answer.ok) return { status: 'failed', why: answer.failure.code };
    const { answers, code, isValidated } = answer.value;
    const passed = [...aliases];
    let at = name;
    for (;;) {
      const records = answers.filter((record) => record.name === at && record.type === type);
      if (records.length > 0) return { status: 'found', records, aliases: passed, isValidated };
      const alias = answers.find((record): record is RecordOf<'CNAME'> => record.name === at && record.type === 'CNAME');
      if (alias === undefined) break;
      passed.push(at);
      if (passed.includes(alias.value) || passed.length > maxAliases) return { status: 'failed', why: 'loop' };
      at = alias.value;
    }
    // A server that is no resolver tells the alias and leaves the rest to who asks.
    if (at !== name && code === 'NOERROR') return ask(at, type, passed);
    return { status: 'none', nameExists: code === 'NOERROR', aliases: passed, isValidated };
  };
  const lookUp = (name: string, type: DnsType) => {
    const wanted = name.toLowerCase().replace(/\.$/, '');
    const key = `${type} ${wanted}`;
    const found = known.get(key) ?? ask(wanted, type, []);
    known.set(key, found);
    return found;
  };
  return lookUp as LookUp;
}
