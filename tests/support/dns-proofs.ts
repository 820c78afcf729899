import type { Answer } from 'dns-packet';

/**
 * How a zone of the test server denies what it does not have. `white-lies`: a record around each question (RFC 4470). `black-lies`: a
 * record that calls what does not exist a name without records (RFC 9824). `backwards`: a chain that leads back to its second name.
 */
export type Denial = 'nsec' | 'nsec3' | 'nsec3-opt-out' | 'white-lies' | 'black-lies' | 'backwards';

/** A signed zone: its first name, and how it denies. Nothing is signed for real: who walks a zone verifies nothing. */
export type SignedZone = { readonly apex: string; readonly denial: Denial };

/** Records by name, as the test server has them. */
type Owned = Readonly<Record<string, readonly ({ readonly type: string } | string)[]>>;

/** What a proof says: the records that stand for it, and whether the name is said to exist all the same. */
type Proof = { readonly records: readonly Answer[]; readonly exists?: true };

/** The signed zone that answers for a name; `undefined` where a zone answers that is not signed. */
export function zoneOf(name: string, zones: readonly SignedZone[], owned: Owned): SignedZone | undefined {
  const isIn = (apex: string) => name === apex || name.endsWith(`.${apex}`);
  const [zone] = zones.filter(({ apex }) => isIn(apex)).toSorted((one, other) => other.apex.length - one.apex.length);
  return zone === undefined || cutsBelow(zone.apex, owned).some(isIn) ? undefined : zone;
}

/** Names at which other zones begin. */
function cutsBelow(apex: string, owned: Owned): readonly string[] {
  return Object.keys(owned).filter((name) => name.endsWith(`.${apex}`) && typesOf(name, apex, owned).includes('NS'));
}

/** The NSEC record of a name that exists; `undefined` where it has none. */
export function nsecOf(name: string, { apex, denial }: SignedZone, owned: Owned): Answer | undefined {
  if (denial.startsWith('nsec3')) return undefined;
  const chain = chainOf(apex, owned);
  const at = chain.indexOf(name);
  if (at === -1) return undefined;
  const types = typesOf(name, apex, owned);
  if (denial === 'white-lies' || denial === 'black-lies') return record(name, `\0.${name}`, types);
  return record(name, denial === 'backwards' && at === chain.length - 1 ? (chain[1] ?? apex) : (chain[at + 1] ?? apex), types);
}

/** What proves that a name, or a type of it, is not there. */
export function prove(name: string, zone: SignedZone, owned: Owned): Proof {
  const { apex, denial } = zone;
  const own = nsecOf(name, zone, owned);
  if (own !== undefined) return { records: [own] };
  if (denial === 'nsec3' || denial === 'nsec3-opt-out') {
    const data = { algorithm: 1, flags: denial === 'nsec3' ? 0 : 1, iterations: 12, salt: Buffer.from('aabbccdd', 'hex') };
    const nextDomain = Buffer.alloc(20, 7);
    return {
      records: [
        {
          type: 'NSEC3',
          name: `0p9mhaveqvm6t7vbl5lop2u3t2rp3tom.${apex}`,
          ttl: 60,
          data: { ...data, nextDomain, rrtypes: ['A', 'RRSIG'] },
        },
      ],
    };
  }
  // NXNAME has the number 128.
  if (denial === 'black-lies') return { records: [record(name, `\0.${name}`, ['RRSIG', 'NSEC', 'UNKNOWN_128'])], exists: true };
  if (denial === 'white-lies')
    return { records: [record(`${name.slice(0, -apex.length - 1)}\x00.${apex}`, `\0.${name}`, ['RRSIG', 'NSEC'])] };
  const chain = chainOf(apex, owned);
  const before = chain.findLast((one) => sortKey(one) < sortKey(name)) ?? chain.at(-1) ?? apex;
  const proof = nsecOf(before, zone, owned);
  return { records: proof === undefined ? [] : [proof] };
}

/** Names of a zone in their order: not those of zones below it, but for the names at which they begin. */
function chainOf(apex: string, owned: Owned): readonly string[] {
  const cuts = cutsBelow(apex, owned);
  return [apex, ...Object.keys(owned).filter((name) => name.endsWith(`.${apex}`))]
    .filter((name) => !cuts.some((cut) => name.endsWith(`.${cut}`)))
    .filter((name, at, all) => all.indexOf(name) === at)
    .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
}

/** Labels from the right. */
const sortKey = (name: string) => name.split('.').toReversed().join('\0');

function typesOf(name: string, apex: string, owned: Owned): readonly string[] {
  const own = (owned[name] ?? []).flatMap((one) => (typeof one === 'string' ? [] : [one.type]));
  return [...new Set([...own, ...(name === apex ? ['NS', 'SOA', 'DNSKEY'] : []), 'RRSIG', 'NSEC'])];
}

function record(name: string, nextDomain: string, rrtypes: readonly string[]): Answer {
  return { type: 'NSEC', name, ttl: 60, data: { nextDomain, rrtypes: [...rrtypes] } };
}
