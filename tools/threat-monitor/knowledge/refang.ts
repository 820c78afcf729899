import { parseHost } from '@castellan/probes/target';

/** An indicator as it is searched for: of what kind, and in its one normal spelling. */
export type Indicator = { readonly kind: 'ipv4' | 'ipv6' | 'domain' | 'url'; readonly value: string };

const maxLength = 2500;

/** What stands in brackets, with white space inside and behind, for which sign. */
const bracketed: readonly (readonly [RegExp, string])[] = [
  [/[[({]\s*:\/\/\s*[\])}]\s*/, '://'],
  [/[[({]\s*(?:\.|dot)\s*[\])}]\s*/i, '.'],
  [/[[({]\s*:\s*[\])}]\s*/, ':'],
  [/[[({]\s*\/\s*[\])}]\s*/, '/'],
];

/** White space before a bracket goes as well. */
function joinTrimmed(parts: readonly string[], sign: string): string {
  return parts.map((part, at) => (at < parts.length - 1 ? part.trimEnd() : part)).join(sign);
}

/**
 * Undoes what makes an indicator harmless in a mail or a report: `hxxps://evil[.]example`, `1.2.3[.]4`, `evil(dot)example`,
 * `http[:]//`. What has none of it stays as it is, without the white space around it.
 */
export function refang(text: string): string {
  const seen = text.trim().replace(/[\u200b-\u200d\u2060\ufeff]/g, '');
  return bracketed
    .reduce((plain, [inBrackets, sign]) => joinTrimmed(plain.split(inBrackets), sign), seen)
    .replace(/\\\./g, '.')
    .replace(/^h(?:xx|\*\*|XX)p(s?):/i, 'http$1:')
    .replace(/^(https?):\/(?!\/)/i, '$1://');
}

/** Reads an indicator, refanged; `undefined` where it is none. Host names are in lower case, addresses as RFC 5952 writes them. */
export function readIndicator(text: string): Indicator | undefined {
  // Longer than any indicator, however it is written.
  if (text.length > maxLength) return undefined;
  const plain = refang(text);
  if (/^https?:\/\/[^/]/i.test(plain)) {
    const value = normaliseUrl(plain);
    return value === undefined ? undefined : { kind: 'url', value };
  }
  const bare = plain
    .replace(/^\[([0-9a-f:]+)\](?::\d{1,5})?$/i, '$1')
    .replace(/^([^:]+):\d{1,5}$/, '$1')
    .replace(/\.$/, '');
  const host = parseHost(bare);
  if (!host.ok) return undefined;
  if (host.value.kind === 'name') return host.value.host.includes('.') ? { kind: 'domain', value: host.value.host } : undefined;
  return { kind: host.value.kind, value: host.value.host };
}

/** Scheme and host in lower case, the usual port and the fragment left out; the rest as it was written. */
export function normaliseUrl(text: string): string | undefined {
  const [, scheme = '', authority = '', rest = ''] = /^(https?):\/\/([^/?#\s]+)([^\s#]*)/i.exec(text) ?? [];
  if (authority === '') return undefined;
  const host = authority
    .toLowerCase()
    .replace(/^.*@/, '')
    .replace(scheme.toLowerCase() === 'http' ? /:80$/ : /:443$/, '');
  return `${scheme.toLowerCase()}://${host}${rest === '' ? '/' : rest.startsWith('/') ? rest : `/${rest}`}`;
}

/** The host that an address in normal spelling names, without its port. */
export function hostOfUrl(url: string): string {
  const authority = /^https?:\/\/([^/?#]+)/.exec(url)?.[1] ?? '';
  return authority.startsWith('[') ? authority.slice(1, authority.indexOf(']')) : authority.replace(/:\d+$/, '');
}
