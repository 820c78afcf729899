import { type IpAddress, parseIp, reverseName, writeIp } from '@castellan/foundation/ip-address';
import { describeDnsFailure, type LookUp, type Lookup, recordsOf } from '@castellan/probes/dns/records';
import { type Blocklist, type BlocklistEntry, blocklists } from './blocklist-catalog.ts';
import type { SendingAddress } from './sending-addresses.ts';

/**
 * What one question came to. `clean`: not listed; `refused`: the list will not answer; `rewritten`: the answer is no list's, so
 * the resolver makes answers up; `undocumented`: a code that the list does not explain; `silent`: nobody answered.
 */
export type BlocklistAnswer =
  | { readonly kind: 'listed'; readonly entries: readonly BlocklistEntry[] }
  | { readonly kind: 'clean' }
  | { readonly kind: 'refused' | 'rewritten' | 'undocumented' | 'silent'; readonly reason: string };

/** How a list stands, by its test addresses. Only of `usable` ones are the domain's addresses asked. */
export type BlocklistStatus = {
  readonly id: Blocklist['id'];
  readonly name: string;
  readonly state: 'usable' | 'refused' | 'rewritten' | 'unusable' | 'silent';
  /** Why it is not usable; empty where it is. */
  readonly reason: string;
};

/** One address and one list. `unsupported`: the list has no addresses of this kind. */
export type BlocklistResult = {
  readonly address: string;
  readonly list: Blocklist['id'];
  readonly answer: BlocklistAnswer | { readonly kind: 'unsupported' };
};

/** What the lists said. */
export type BlocklistAnswers = { readonly lists: readonly BlocklistStatus[]; readonly results: readonly BlocklistResult[] };

/** Asks every list: first its test addresses, then, where these come out right, the given ones. Never rejects. */
export async function askBlocklists(addresses: readonly SendingAddress[], lookUp: LookUp): Promise<BlocklistAnswers> {
  const asked = await Promise.all(
    blocklists.map(async (list): Promise<{ readonly status: BlocklistStatus; readonly results: readonly BlocklistResult[] }> => {
      const status = await testList(list, lookUp);
      if (status.state !== 'usable') return { status, results: [] };
      const results = await Promise.all(addresses.map(({ address }) => askOne(list, address, lookUp)));
      return { status, results: results.flat() };
    }),
  );
  return { lists: asked.map(({ status }) => status), results: asked.flatMap(({ results }) => results) };
}

/** Every list has 127.0.0.2 and never 127.0.0.1 (RFC 5782 §5). */
async function testList(list: Blocklist, lookUp: LookUp): Promise<BlocklistStatus> {
  const ask = async (text: string) => {
    const address = parseIp(text);
    return address === undefined ? undefined : readAnswer(list, await lookUp(queryName(list, address), 'A'));
  };
  const [present, absent] = await Promise.all([ask('127.0.0.2'), ask('127.0.0.1')]);
  const status = (state: BlocklistStatus['state'], reason: string) => ({ id: list.id, name: list.name, state, reason });
  for (const answer of [present, absent]) {
    if (answer?.kind === 'refused' || answer?.kind === 'rewritten' || answer?.kind === 'silent') return status(answer.kind, answer.reason);
  }
  if (present?.kind !== 'listed') return status('unusable', 'its test entry is missing (RFC 5782 §5)');
  if (absent?.kind !== 'clean') return status('unusable', 'it lists the address that no list may contain (RFC 5782 §5)');
  return status('usable', '');
}

async function askOne(list: Blocklist, text: string, lookUp: LookUp): Promise<readonly BlocklistResult[]> {
  const address = parseIp(text);
  if (address === undefined) return [];
  const place = { address: writeIp(address), list: list.id };
  if (address.kind === 'ipv6' && !list.hasIpv6) return [{ ...place, answer: { kind: 'unsupported' } }];
  return [{ ...place, answer: readAnswer(list, await lookUp(queryName(list, address), 'A')) }];
}

/** `1.2.0.192.zen.spamhaus.org`: the bytes backwards, or the nibbles. */
function queryName({ zone }: Blocklist, address: IpAddress): string {
  return `${reverseName(address).replace(/\.(?:in-addr|ip6)\.arpa$/, '')}.${zone}`;
}

/** Reads an answer. Only 127.0.0.0/8 is a list's word; what it does not explain is no entry. */
function readAnswer(list: Blocklist, found: Lookup<'A'>): BlocklistAnswer {
  if (found.status === 'none') return { kind: 'clean' };
  if (found.status === 'failed') {
    const refuses = found.why === 'refused';
    return { kind: refuses ? 'refused' : 'silent', reason: describeDnsFailure(found.why) };
  }
  const codes = recordsOf(found).map(({ value }) => value);
  const foreign = codes.find((code) => !code.startsWith('127.'));
  if (foreign !== undefined) return { kind: 'rewritten', reason: `the answer ${foreign} is not a loopback address` };
  const refusal = codes.map((code) => list.refusals[code]).find((reason) => reason !== undefined);
  if (refusal !== undefined) return { kind: 'refused', reason: refusal };
  const entries = codes.flatMap((code) => list.entries[code] ?? []);
  if (entries.length > 0) return { kind: 'listed', entries };
  return { kind: 'undocumented', reason: `the code ${codes.map(sayCode).join(', ')} is not documented by the list` };
}

/** Without the 127 at its start: reports that are shared hide loopback addresses. */
function sayCode(code: string): string {
  return code.slice('127.'.length);
}
