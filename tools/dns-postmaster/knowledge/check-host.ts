import { cleanText } from '@castellan/exports/plain-text';
import { type IpAddress, isInNetwork, parseIp, reverseName } from '@castellan/foundation/ip-address';
import { type DnsType, describeDnsFailure, isDnsName, type LookUp, type RecordOf, recordsOf, textsOf } from '@castellan/probes/dns/records';
import { parseSpf, type SpfMechanism, type SpfRecord, selectSpf } from './parse-spf.ts';
import { expandMacros, fitName, type MacroPart, type MacroValues, parseMacroString } from './spf-macros.ts';

/** What a check gives (RFC 7208 §2.6). */
export type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

/** One step of an evaluation, in the order in which a receiver takes them. */
export type SpfStep = {
  /** 0 for the domain that was asked, one more inside each include or redirect. */
  readonly depth: number;
  readonly domain: string;
  /** The record, or the term that was tried. */
  readonly term: string;
  readonly outcome: 'record' | 'match' | 'no match' | 'error' | 'redirect';
  /** What was found on the way: names, addresses, why it is an error. */
  readonly detail: string;
  /** Terms that cost a look-up so far, of the ten that are allowed. */
  readonly lookups: number;
};

/** The whole of a check. */
export type SpfCheck = {
  readonly result: SpfResult;
  /** The mechanism of the domain's own record that decided, as it is written there; `default` where none did; empty without a record. */
  readonly mechanism: string;
  /** Terms that cost a look-up: include, a, mx, ptr, exists, redirect. */
  readonly lookups: number;
  /** Look-ups that found nothing. */
  readonly voidLookups: number;
  /** What a fail tells the sender, where the domain says something; otherwise empty. */
  readonly explanation: string;
  /** Why, where the result is an error or `none`. */
  readonly reason: string;
  readonly steps: readonly SpfStep[];
};

/** Whose mail is checked. */
export type SpfQuery = {
  readonly address: IpAddress;
  /** MAIL FROM without its angle brackets. Where it is empty, `postmaster` at the HELO name is checked. */
  readonly mailFrom: string;
  readonly helo: string;
};

/** What is needed besides: DNS, this receiver's own name, and the time in seconds. */
export type SpfWorld = { readonly lookUp: LookUp; readonly receiver?: string; readonly nowSeconds: number };

const maxLookups = 10;
const maxVoidLookups = 2;
const maxNames = 10;
/** A trace is bounded however wide its includes are. */
const maxSteps = 400;

/** The end of an evaluation before its end. */
class Stop extends Error {
  readonly result: SpfResult;

  constructor(result: SpfResult, reason: string) {
    super(reason);
    this.result = result;
  }
}

type Evaluation = SpfWorld & {
  readonly address: IpAddress;
  readonly sender: string;
  readonly helo: string;
  readonly steps: SpfStep[];
  lookups: number;
  voidLookups: number;
};

type Outcome = Pick<SpfCheck, 'result' | 'mechanism' | 'explanation'>;

/** A sender as it is checked. */
export type SpfIdentity = { readonly kind: 'MAIL FROM' | 'HELO'; readonly domain: string; readonly localPart: string };

/**
 * The identity that SPF checks: MAIL FROM, or the HELO name where MAIL FROM is empty (RFC 7208 §2.4). The domain is in lower case,
 * without the dot at its end. A missing local part is `postmaster` (§4.3).
 */
export function identityOf({ mailFrom, helo }: Pick<SpfQuery, 'mailFrom' | 'helo'>): SpfIdentity {
  // Routes in front of an address are ignored (RFC 5321, appendix C).
  const from = mailFrom === '' ? helo : mailFrom.replace(/^@[^:]*:/, '');
  const at = from.lastIndexOf('@');
  const localPart = at > 0 ? from.slice(0, at) : 'postmaster';
  const domain = from
    .slice(at + 1)
    .toLowerCase()
    .replace(/\.$/, '');
  return { kind: mailFrom === '' ? 'HELO' : 'MAIL FROM', domain, localPart };
}

/** Why a domain cannot be checked (§4.3); empty where it can be. */
function faultOf(domain: string): string {
  if (domain === '') return 'There is no domain to check';
  const shown = cleanText(domain, 80);
  if (/^\[.*\]$/.test(domain)) return `${shown} is an address literal, not a domain name`;
  const labels = domain.split('.');
  if (labels.includes('')) return `${shown} has an empty label`;
  if (labels.some((label) => label.length > 63)) return `${shown} has a label of more than 63 characters`;
  if (domain.length > 253) return `${shown} has more than 253 characters`;
  return labels.length === 1 ? `${shown} is not a fully qualified domain name` : '';
}

/** `check_host()` of RFC 7208 §4, with each step that it took. Never rejects. */
export async function checkHost({ address, mailFrom, helo }: SpfQuery, world: SpfWorld): Promise<SpfCheck> {
  const { domain, localPart } = identityOf({ mailFrom, helo });
  const evaluation: Evaluation = { ...world, address, sender: `${localPart}@${domain}`, helo, steps: [], lookups: 0, voidLookups: 0 };
  let reason = faultOf(domain);
  let outcome: Outcome;
  try {
    outcome = await evaluateDomain(evaluation, domain, 0);
    if (outcome.result === 'none' && reason === '') reason = `${cleanText(domain, 80)} has no SPF record`;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    reason = error.message;
    outcome = { result: error.result, mechanism: '', explanation: '' };
  }
  const { lookups, voidLookups, steps } = evaluation;
  return { ...outcome, lookups, voidLookups, reason, steps };
}

async function evaluateDomain(evaluation: Evaluation, domain: string, depth: number): Promise<Outcome> {
  if (!isDnsName(domain) || !domain.includes('.') || /[[\]]/.test(domain)) return { result: 'none', mechanism: '', explanation: '' };
  const found = await evaluation.lookUp(domain, 'TXT');
  if (found.status === 'failed') throw new Stop('temperror', `${domain}: ${describeDnsFailure(found.why)}`);
  const [text, ...more] = selectSpf(textsOf(found));
  if (text === undefined) return { result: 'none', mechanism: '', explanation: '' };
  if (more.length > 0) throw new Stop('permerror', `${domain} has ${more.length + 1} SPF records`);
  tell(evaluation, { depth, domain, term: cleanText(text, 500), outcome: 'record', detail: '' });
  const record = parseSpf(text);
  if (!record.ok) throw new Stop('permerror', `${domain}: ${record.failure.message}`);
  for (const mechanism of record.value.mechanisms) {
    const match = await tryMechanism(evaluation, mechanism, domain, depth);
    if (!match) continue;
    const result = resultOf(mechanism);
    const explanation = result === 'fail' ? await explain(evaluation, record.value, domain) : '';
    return { result, mechanism: mechanism.text, explanation };
  }
  return record.value.redirect === undefined
    ? { result: 'neutral', mechanism: 'default', explanation: '' }
    : redirect(evaluation, record.value.redirect, record.value.redirectText ?? '', domain, depth);
}

async function redirect(evaluation: Evaluation, to: readonly MacroPart[], text: string, domain: string, depth: number): Promise<Outcome> {
  const term = `redirect=${cleanText(text)}`;
  spend(evaluation, term);
  const target = await nameOf(evaluation, to, domain);
  tell(evaluation, { depth, domain, term, outcome: 'redirect', detail: cleanText(target) });
  const outcome = await evaluateDomain(evaluation, target, depth + 1);
  if (outcome.result === 'none') throw new Stop('permerror', `${term}: ${cleanText(target)} has no SPF record`);
  return { ...outcome, mechanism: term };
}

function resultOf({ qualifier }: SpfMechanism): SpfResult {
  return ({ '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const)[qualifier];
}

async function tryMechanism(evaluation: Evaluation, mechanism: SpfMechanism, domain: string, depth: number): Promise<boolean> {
  const { text: term } = mechanism;
  try {
    const { isMatch, detail } = await match(evaluation, mechanism, domain, depth);
    tell(evaluation, { depth, domain, term, outcome: isMatch ? 'match' : 'no match', detail: cleanText(detail, 300) });
    return isMatch;
  } catch (error) {
    if (error instanceof Stop) tell(evaluation, { depth, domain, term, outcome: 'error', detail: cleanText(error.message, 300) });
    throw error;
  }
}

type Match = { readonly isMatch: boolean; readonly detail: string };

async function match(evaluation: Evaluation, mechanism: SpfMechanism, domain: string, depth: number): Promise<Match> {
  const { address } = evaluation;
  switch (mechanism.name) {
    case 'all':
      return { isMatch: true, detail: '' };
    case 'ip4':
    case 'ip6':
      return { isMatch: isInNetwork(address, { bytes: mechanism.network }, mechanism.length), detail: '' };
    case 'include':
      spend(evaluation, mechanism.text);
      return include(evaluation, await nameOf(evaluation, mechanism.domain, domain), depth);
    case 'exists': {
      spend(evaluation, mechanism.text);
      const name = await nameOf(evaluation, mechanism.domain, domain);
      // Asked by IPv4, whatever the sender's address is (§5.7).
      const records = await ask(evaluation, name, 'A');
      return { isMatch: records.length > 0, detail: `${name}: ${records.map(({ value }) => value).join(', ') || 'nothing'}` };
    }
    case 'ptr':
      spend(evaluation, mechanism.text);
      return matchPtr(evaluation, mechanism.domain === undefined ? domain : await nameOf(evaluation, mechanism.domain, domain));
    default: {
      spend(evaluation, mechanism.text);
      const name = mechanism.domain === undefined ? domain : await nameOf(evaluation, mechanism.domain, domain);
      const hosts = mechanism.name === 'a' ? [name] : await mailServers(evaluation, name);
      const found: string[] = [];
      for (const host of hosts) found.push(...(await addressesOf(evaluation, host)));
      const length = address.kind === 'ipv4' ? mechanism.length4 : mechanism.length6;
      const isMatch = found.some((text) => {
        const one = parseIp(text);
        return one !== undefined && isInNetwork(address, one, length);
      });
      return { isMatch, detail: `${hosts.join(', ')}: ${found.join(', ') || 'nothing'}` };
    }
  }
}

async function include(evaluation: Evaluation, target: string, depth: number): Promise<Match> {
  const { result } = await evaluateDomain(evaluation, target, depth + 1);
  if (result === 'none') throw new Stop('permerror', `${target} has no SPF record`);
  return { isMatch: result === 'pass', detail: `${target}: ${result}` };
}

async function mailServers(evaluation: Evaluation, name: string): Promise<readonly string[]> {
  const records = await ask(evaluation, name, 'MX');
  if (records.length > maxNames) throw new Stop('permerror', `${name} has ${records.length} mail servers; ten are allowed`);
  return records.map(({ exchange }) => exchange).filter((exchange) => exchange !== '');
}

async function addressesOf(evaluation: Evaluation, name: string): Promise<readonly string[]> {
  const records = evaluation.address.kind === 'ipv4' ? await ask(evaluation, name, 'A') : await ask(evaluation, name, 'AAAA');
  return records.map(({ value }) => value);
}

async function matchPtr(evaluation: Evaluation, target: string): Promise<Match> {
  const names = await validatedNames(evaluation, true);
  const isMatch = names.some((name) => name === target || name.endsWith(`.${target}`));
  return { isMatch, detail: names.join(', ') || 'no validated name' };
}

/** Names of the address that lead back to it; of more than ten, the first ten are tried (§4.6.4). */
async function validatedNames(evaluation: Evaluation, countsVoid: boolean): Promise<readonly string[]> {
  const { address, lookUp } = evaluation;
  const found = await lookUp(reverseName(address), 'PTR');
  // A failure here is no match (§5.5).
  if (found.status === 'none' && countsVoid) spendVoid(evaluation, reverseName(address));
  const names: string[] = [];
  for (const { value } of recordsOf(found).slice(0, maxNames)) {
    const back = await lookUp(value, address.kind === 'ipv4' ? 'A' : 'AAAA');
    const isBack = recordsOf(back).some((record) => {
      const one = 'value' in record ? parseIp(record.value) : undefined;
      return one !== undefined && isInNetwork(address, one, 128);
    });
    if (isBack) names.push(value.toLowerCase());
  }
  return names;
}

async function ask<Type extends DnsType>(evaluation: Evaluation, name: string, type: Type): Promise<readonly RecordOf<Type>[]> {
  const found = await evaluation.lookUp(name, type);
  if (found.status === 'failed') throw new Stop('temperror', `${cleanText(name)}: ${describeDnsFailure(found.why)}`);
  if (found.status === 'none') spendVoid(evaluation, name);
  return recordsOf(found);
}

function spend(evaluation: Evaluation, term: string): void {
  evaluation.lookups += 1;
  if (evaluation.lookups > maxLookups) throw new Stop('permerror', `${term} would be DNS lookup ${evaluation.lookups}; ten are allowed`);
}

function spendVoid(evaluation: Evaluation, name: string): void {
  evaluation.voidLookups += 1;
  if (evaluation.voidLookups > maxVoidLookups) {
    throw new Stop('permerror', `${cleanText(name)} is the third void lookup; two are allowed`);
  }
}

function tell(evaluation: Evaluation, step: Omit<SpfStep, 'lookups'>): void {
  if (evaluation.steps.length < maxSteps) evaluation.steps.push({ ...step, lookups: Math.min(evaluation.lookups, maxLookups + 1) });
}

async function nameOf(evaluation: Evaluation, parts: readonly MacroPart[], domain: string): Promise<string> {
  return fitName(await expandMacros(parts, valuesOf(evaluation, domain)));
}

function valuesOf(evaluation: Evaluation, domain: string): MacroValues {
  const { address, sender, helo, receiver = 'unknown', nowSeconds } = evaluation;
  return { address, sender, helo, domain, receiver, timestamp: nowSeconds, validatedName: () => bestName(evaluation, domain) };
}

/** The name for the macro `p`: the domain itself where it is one, or else one below it, or else any. */
async function bestName(evaluation: Evaluation, domain: string): Promise<string> {
  const names = await validatedNames(evaluation, false);
  return names.find((name) => name === domain) ?? names.find((name) => name.endsWith(`.${domain}`)) ?? names[0] ?? 'unknown';
}

/** The domain's own words for a fail (§6.2). Whatever goes wrong on the way leaves them out. */
async function explain(evaluation: Evaluation, { explanation }: SpfRecord, domain: string): Promise<string> {
  if (explanation === undefined) return '';
  const texts = textsOf(await evaluation.lookUp(await nameOf(evaluation, explanation, domain), 'TXT'));
  const [text, ...more] = texts;
  if (text === undefined || more.length > 0) return '';
  const parts = parseMacroString(text, true);
  return parts === undefined ? '' : expandMacros(parts, valuesOf(evaluation, domain));
}
