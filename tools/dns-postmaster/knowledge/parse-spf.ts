import { cleanText } from '@castellan/exports/plain-text';
import { parseIpv4, parseIpv6 } from '@castellan/foundation/ip-address';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type MacroPart, parseMacroString } from './spf-macros.ts';

/** What a matching mechanism gives: pass, fail, softfail, neutral. */
export type SpfQualifier = '+' | '-' | '~' | '?';

/** One mechanism with its qualifier (RFC 7208 §5). */
export type SpfMechanism = { readonly qualifier: SpfQualifier; readonly text: string } & (
  | { readonly name: 'all' }
  | { readonly name: 'include' | 'exists'; readonly domain: readonly MacroPart[] }
  | { readonly name: 'a' | 'mx'; readonly domain: readonly MacroPart[] | undefined; readonly length4: number; readonly length6: number }
  | { readonly name: 'ptr'; readonly domain: readonly MacroPart[] | undefined }
  | { readonly name: 'ip4' | 'ip6'; readonly network: readonly number[]; readonly length: number }
);

/** A record, read. */
export type SpfRecord = {
  readonly mechanisms: readonly SpfMechanism[];
  readonly redirect: readonly MacroPart[] | undefined;
  readonly redirectText: string | undefined;
  readonly explanation: readonly MacroPart[] | undefined;
  /** Modifiers that no standard knows; they say nothing. */
  readonly unknownModifiers: readonly string[];
};

/** Which term is none, and why. */
export type SpfSyntaxFailure = { readonly code: 'spf_syntax'; readonly term: string; readonly message: string };

/** The texts of a name that are SPF records (§4.5): `v=spf1`, and then a space or nothing. */
export function selectSpf(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
}

/** Reads a whole record, its version included. An error anywhere makes all of it invalid (§4.6). */
export function parseSpf(record: string): Result<SpfRecord, SpfSyntaxFailure> {
  const mechanisms: SpfMechanism[] = [];
  const unknownModifiers: string[] = [];
  let redirect: readonly MacroPart[] | undefined;
  let redirectText: string | undefined;
  let explanation: readonly MacroPart[] | undefined;
  for (const term of record
    .slice('v=spf1'.length)
    .split(/ +/)
    .filter((one) => one !== '')) {
    const [, name, value = ''] = /^([A-Za-z][A-Za-z0-9._-]*)=(.*)$/s.exec(term) ?? [];
    if (name === undefined) {
      const mechanism = parseMechanism(term);
      if (typeof mechanism === 'string') return refuse(term, mechanism);
      mechanisms.push(mechanism);
      continue;
    }
    const modifier = name.toLowerCase();
    if (modifier !== 'redirect' && modifier !== 'exp') {
      if (parseMacroString(value) === undefined) return refuse(term, 'the value is not a valid macro string');
      unknownModifiers.push(cleanText(term));
      continue;
    }
    const domain = parseDomainSpec(value);
    if (domain === undefined) return refuse(term, 'the domain is missing or not valid');
    if ((modifier === 'redirect' ? redirect : explanation) !== undefined) return refuse(term, `${modifier}= may appear only once`);
    if (modifier === 'redirect') [redirect, redirectText] = [domain, value];
    else explanation = domain;
  }
  return succeed({ mechanisms, redirect, redirectText, explanation, unknownModifiers });
}

function refuse(term: string, why: string): Result<never, SpfSyntaxFailure> {
  const shown = cleanText(term, 80);
  return fail({ code: 'spf_syntax', term: shown, message: `${shown}: ${why}` });
}

/** A mechanism, or why it is none. */
function parseMechanism(term: string): SpfMechanism | string {
  const [, sign = '', word, rest = ''] = /^([+\-~?]?)([A-Za-z][A-Za-z0-9]*)(.*)$/s.exec(term) ?? [];
  if (word === undefined) return 'not a mechanism or modifier';
  const head = { qualifier: (sign === '' ? '+' : sign) as SpfQualifier, text: cleanText(term) };
  const name = word.toLowerCase();
  switch (name) {
    case 'all':
      return rest === '' ? { ...head, name } : 'all takes no argument';
    case 'include':
    case 'exists': {
      const domain = rest.startsWith(':') ? parseDomainSpec(rest.slice(1)) : undefined;
      return domain === undefined ? 'the domain is missing or not valid' : { ...head, name, domain };
    }
    case 'ptr':
      return withDomain(rest, (domain) => ({ ...head, name, domain }));
    case 'a':
    case 'mx': {
      const [, spec = '', four, six] = /^(.*?)(?:\/(0|[1-9]\d?))?(?:\/\/(0|[1-9]\d{0,2}))?$/s.exec(rest) ?? [];
      const [length4, length6] = [Number(four ?? 32), Number(six ?? 128)];
      if (length4 > 32 || length6 > 128) return 'the prefix length is out of range';
      return withDomain(spec, (domain) => ({ ...head, name, domain, length4, length6 }));
    }
    case 'ip4':
    case 'ip6':
      return parseNetwork(rest, name, head);
    default:
      return 'unknown mechanism';
  }
}

function withDomain(spec: string, make: (domain: readonly MacroPart[] | undefined) => SpfMechanism): SpfMechanism | string {
  if (spec === '') return make(undefined);
  const domain = spec.startsWith(':') ? parseDomainSpec(spec.slice(1)) : undefined;
  return domain === undefined ? 'the domain is missing or not valid' : make(domain);
}

function parseNetwork(
  rest: string,
  name: 'ip4' | 'ip6',
  head: { readonly qualifier: SpfQualifier; readonly text: string },
): SpfMechanism | string {
  const [, text = '', length] = /^:([0-9A-Fa-f:.]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(rest) ?? [];
  const network = name === 'ip4' ? parseIpv4(text) : parseIpv6(text);
  if (network === undefined) return `not an ${name === 'ip4' ? 'IPv4' : 'IPv6'} address`;
  const whole = network.length * 8;
  const bits = length === undefined ? whole : Number(length);
  return bits > whole ? 'the prefix length is out of range' : { ...head, name, network, length: bits };
}

/** A macro string that ends in a macro, or in a dot and a top label (§7.1). */
function parseDomainSpec(text: string): readonly MacroPart[] | undefined {
  const parts = parseMacroString(text);
  const last = parts?.at(-1);
  if (parts === undefined || last === undefined) return undefined;
  if (typeof last !== 'string') return parts;
  // %%, %_ and %- are macros too: they end a name as %{d} does.
  if (/%[%_-]$/.test(text)) return parts;
  const label = /\.([A-Za-z0-9-]+)\.?$/.exec(text)?.[1] ?? '';
  return /^(?:\d*[A-Za-z][A-Za-z0-9]*|[A-Za-z0-9]+-[A-Za-z0-9-]*[A-Za-z0-9])$/.test(label) ? parts : undefined;
}
