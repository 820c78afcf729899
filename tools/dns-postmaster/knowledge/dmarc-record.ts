import { cleanText } from '@castellan/exports/plain-text';
import { parseTagList } from './tag-list.ts';

/** What a domain asks of receivers, mildest first. */
export const dmarcPolicies = ['none', 'quarantine', 'reject'] as const;

/** What a domain asks of receivers. */
export type DmarcPolicy = (typeof dmarcPolicies)[number];

/** A record, read by RFC 9989. */
export type DmarcRecord = {
  readonly domain: string;
  readonly text: string;
  readonly p: DmarcPolicy;
  readonly sp: DmarcPolicy | undefined;
  readonly np: DmarcPolicy | undefined;
  readonly adkim: 'r' | 's';
  readonly aspf: 'r' | 's';
  /** Only tests: receivers act one step more mildly. */
  readonly isTest: boolean;
  readonly psd: 'y' | 'n' | 'u';
  readonly rua: readonly string[];
  readonly ruf: readonly string[];
  /** Report addresses beyond the first `maxReportAddresses` of `rua` and of `ruf`; none where all are here. */
  readonly left?: number;
  /** Tags of RFC 7489 that RFC 9989 took out: `pct`, `rf`, `ri`. */
  readonly removed: Readonly<Record<string, string>>;
  /** Tags that are read as if they were not there, because their values are none. */
  readonly ignored: readonly string[];
};

/** Reads a DMARC record; a sentence where it is none. */
export function parseDmarc(domain: string, text: string): DmarcRecord | string {
  const tags = parseTagList(text);
  if (tags === undefined) return 'The record is not a list of tags.';
  if ([...tags.keys()][0] !== 'v' || tags.get('v') !== 'DMARC1') return 'The record must begin with v=DMARC1.';
  const ignored: string[] = [];
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | undefined => {
    const given = tags.get(name)?.toLowerCase();
    const value = values.find((one) => one === given);
    if (given !== undefined && value === undefined) ignored.push(`${name}=${cleanText(given, 40)}`);
    return value;
  };
  const [rua, ruf] = [addressesIn(tags.get('rua')), addressesIn(tags.get('ruf'))];
  const left = rua.left + ruf.left;
  const given = oneOf('p', dmarcPolicies);
  // Without a policy that can be read, a record that wants reports counts as one that asks for nothing.
  if (given === undefined && rua.read.length === 0)
    return tags.has('p') ? 'The policy (p=) must be none, quarantine or reject.' : 'The policy (p=) is missing.';
  return {
    domain,
    text: cleanText(text, 500),
    p: given ?? 'none',
    sp: oneOf('sp', dmarcPolicies),
    np: oneOf('np', dmarcPolicies),
    adkim: oneOf('adkim', ['r', 's'] as const) ?? 'r',
    aspf: oneOf('aspf', ['r', 's'] as const) ?? 'r',
    isTest: oneOf('t', ['y', 'n'] as const) === 'y',
    psd: oneOf('psd', ['y', 'n', 'u'] as const) ?? 'u',
    rua: rua.read,
    ruf: ruf.read,
    ...(left === 0 ? {} : { left }),
    removed: Object.fromEntries(
      ['pct', 'rf', 'ri'].flatMap((name) => (tags.has(name) ? [[name, cleanText(tags.get(name) ?? '', 20)]] : [])),
    ),
    ignored,
  };
}

/** Of a list of report addresses so many are read. */
export const maxReportAddresses = 20;

/** The addresses of a list, and how many there are beyond those that are read. */
export function addressesIn(list = ''): { readonly read: readonly string[]; readonly left: number } {
  const all = list
    .split(',')
    .map((address) => cleanText(address.trim()))
    .filter((address) => address !== '');
  return { read: all.slice(0, maxReportAddresses), left: Math.max(0, all.length - maxReportAddresses) };
}

/** What is done in the end: a test makes every policy one step milder (RFC 9989 §4.7). */
export function actsOn(policy: DmarcPolicy, isTest: boolean): DmarcPolicy {
  return isTest ? (dmarcPolicies[Math.max(0, dmarcPolicies.indexOf(policy) - 1)] ?? 'none') : policy;
}
