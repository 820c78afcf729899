import { type LookUp, type RecordOf, recordsOf } from '@castellan/probes/dns/records';
import type { Dns } from '../../../server/adapters/dns.ts';
import type { DelegationFacts, NameServer } from '../knowledge/delegation.ts';

/** Whom and what is asked. */
export type Asking = { readonly domain: string; readonly lookUp: LookUp; readonly dns: Dns; readonly signal: AbortSignal };

const maxServers = 12;

/** The zone that a name is in: the nearest name upwards with an SOA record. `undefined` where none answers. */
export async function findZone(domain: string, lookUp: LookUp): Promise<string | undefined> {
  const labels = domain.split('.');
  for (let from = 0; from < labels.length; from += 1) {
    const name = labels.slice(from).join('.');
    const found = await lookUp(name, 'SOA');
    // An alias leads to another zone's record.
    if (found.status === 'found' && found.aliases.length === 0) return name;
  }
  return undefined;
}

/** Asks the parent's servers whom they name, and each of those whether it speaks for the zone. */
export async function gatherDelegation(
  { domain, lookUp, dns, signal }: Asking,
  zone: string | undefined,
  problem: string,
): Promise<DelegationFacts> {
  if (zone === undefined) return { zone: '', isApex: false, servers: [], isParentKnown: false, problem };
  const byResolver = recordsOf(await lookUp(zone, 'NS')).map(({ value }) => value);
  const byParent = await askParent({ domain: zone, lookUp, dns, signal });
  const named = [...new Set([...(byParent ?? []), ...byResolver])];
  const hosts = named.slice(0, maxServers);
  const left = named.length - hosts.length;
  const asked = await Promise.all(hosts.map((host) => askServer({ domain: zone, lookUp, dns, signal }, host)));
  const byZone = asked.find(({ names }) => names.length > 0)?.names ?? byResolver;
  const servers = asked.map(
    ({ names: _, ...server }): NameServer => ({
      ...server,
      inParent: byParent?.includes(server.host) ?? false,
      inZone: byZone.includes(server.host),
    }),
  );
  return { zone, isApex: zone === domain, servers, isParentKnown: byParent !== undefined, problem, ...(left === 0 ? {} : { left }) };
}

/** The servers that the parent zone names for a zone; `undefined` where none of its servers could be asked. */
async function askParent({ domain, lookUp, dns, signal }: Asking): Promise<readonly string[] | undefined> {
  const labels = domain.split('.').slice(1);
  for (let from = 0; from < labels.length; from += 1) {
    const parent = recordsOf(await lookUp(labels.slice(from).join('.'), 'NS'));
    if (parent.length === 0) continue;
    for (const { value } of parent.slice(0, 3)) {
      const [at] = await addressesOf(value, lookUp);
      if (at === undefined) continue;
      const answer = await dns.ask({ name: domain, type: 'NS', at, signal });
      if (!answer.ok) continue;
      const { answers, authorities } = answer.value;
      const named = [...answers, ...authorities].filter(
        (record): record is RecordOf<'NS'> => record.type === 'NS' && record.name === domain,
      );
      if (named.length > 0) return named.map((record) => record.value);
    }
    return undefined;
  }
  return undefined;
}

type Asked = Omit<NameServer, 'inParent' | 'inZone'> & { readonly names: readonly string[] };

async function askServer({ domain, lookUp, dns, signal }: Asking, host: string): Promise<Asked> {
  const addresses = await addressesOf(host, lookUp);
  const [at] = addresses;
  const other = (answer: NameServer['answer'], reason: string): Asked => ({ host, addresses, answer, reason, serial: null, names: [] });
  if (at === undefined) return other('silent', 'it has no address');
  const [soa, ns] = await Promise.all([
    dns.ask({ name: domain, type: 'SOA', at, signal }),
    dns.ask({ name: domain, type: 'NS', at, signal }),
  ]);
  if (!soa.ok) {
    const { code } = soa.failure;
    if (code === 'address_refused') return other('untried', 'its address is not public');
    return code === 'refused' || code === 'servfail'
      ? other('lame', `it says ${code.toUpperCase()}`)
      : other('silent', 'no answer in time');
  }
  const own = soa.value.answers.find((record): record is RecordOf<'SOA'> => record.type === 'SOA' && record.name === domain);
  if (own === undefined || !soa.value.isAuthoritative) return other('lame', 'the answer is not authoritative');
  const answered = ns.ok ? ns.value.answers : [];
  const names = answered.flatMap((record) => (record.type === 'NS' && record.name === domain ? [record.value] : []));
  return { host, addresses, answer: 'authoritative', reason: '', serial: own.serial, names };
}

/** IPv4 first: not every network has the other. */
export async function addressesOf(host: string, lookUp: LookUp): Promise<readonly string[]> {
  const [four, six] = await Promise.all([lookUp(host, 'A'), lookUp(host, 'AAAA')]);
  return [...recordsOf(four), ...recordsOf(six)].map(({ value }) => value).slice(0, 8);
}
