import { parseIp } from '@castellan/foundation/ip-address';
import { splitAtFirst } from '@castellan/foundation/line-text';
import { parseHost } from '@castellan/probes/target';
import { parseBimi } from './bimi/bimi-part.ts';
import type { DmarcPolicy } from './dmarc-record.ts';

/** A line of a zone file, or what keeps it from being made. */
export type Built = { readonly name: string; readonly value: string; readonly problems: readonly string[] };

/** What is chosen for an SPF record. Lists are words between spaces, commas or line breaks. */
export type SpfWish = {
  readonly domain: string;
  readonly mx: boolean;
  readonly a: boolean;
  readonly addresses: string;
  readonly includes: string;
  readonly end: '-all' | '~all' | '?all';
};

/** What is chosen for a DMARC record. */
export type DmarcWish = {
  readonly domain: string;
  readonly policy: DmarcPolicy;
  /** As the domain where it is empty. */
  readonly subdomains: DmarcPolicy | '';
  readonly reports: string;
  readonly isStrict: boolean;
  readonly isTest: boolean;
};

/** What is chosen for MTA-STS. */
export type StsWish = { readonly domain: string; readonly mode: 'testing' | 'enforce'; readonly servers: string; readonly id: string };

const wordsIn = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '');

function isMailAddress(text: string): boolean {
  const [mailbox = '', domain = ''] = splitAtFirst(text, '@') ?? [];
  return /^[^\s@,;!]+$/.test(mailbox) && /^[^\s@,;!]+$/.test(domain) && domain.slice(1, -1).includes('.');
}

/** A name of two labels at least, the last of which begins with a letter. */
function isDomain(text: string): boolean {
  const dot = text.lastIndexOf('.');
  const isAbove = /^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(text.slice(0, Math.max(0, dot)));
  return isAbove && /^-*[A-Za-z][A-Za-z0-9-]*$/.test(text.slice(dot + 1));
}

/** Makes an SPF record. */
export function buildSpf({ domain, mx, a, addresses, includes, end }: SpfWish): Built {
  const problems: string[] = [...checkDomain(domain)];
  const networks = wordsIn(addresses).map((word) => {
    const [address = '', length] = word.split('/');
    const kind = parseIp(address)?.kind;
    const bits = length === undefined ? 0 : Number(length);
    if (kind === undefined || !/^(?:\d{1,3})?$/.test(length ?? '') || bits > (kind === 'ipv4' ? 32 : 128))
      problems.push(`${word} is not an address or network.`);
    return `${kind === 'ipv6' ? 'ip6' : 'ip4'}:${word}`;
  });
  const included = wordsIn(includes).map((word) => {
    if (!isDomain(word)) problems.push(`${word} is not a domain.`);
    return `include:${word.toLowerCase()}`;
  });
  const terms = [...(mx ? ['mx'] : []), ...(a ? ['a'] : []), ...networks, ...included];
  if ((mx ? 1 : 0) + (a ? 1 : 0) + included.length > 10) problems.push('More than ten DNS lookups are not allowed.');
  return { name: `${domain}. IN TXT`, value: quote(['v=spf1', ...terms, end].join(' ')), problems };
}

/** Makes a DMARC record by RFC 9989. */
export function buildDmarc({ domain, policy, subdomains, reports, isStrict, isTest }: DmarcWish): Built {
  const addresses = wordsIn(reports).map((word) => word.replace(/^mailto:/i, ''));
  const problems = [
    ...checkDomain(domain),
    ...addresses.filter((word) => !isMailAddress(word)).map((word) => `${word} is not a mail address.`),
  ];
  const tags = [
    'v=DMARC1',
    `p=${policy}`,
    ...(subdomains === '' ? [] : [`sp=${subdomains}`]),
    ...(isStrict ? ['adkim=s', 'aspf=s'] : []),
    ...(isTest ? ['t=y'] : []),
    ...(addresses.length === 0 ? [] : [`rua=${addresses.map((address) => `mailto:${address}`).join(',')}`]),
  ];
  return { name: `_dmarc.${domain}. IN TXT`, value: quote(tags.join('; ')), problems };
}

/** Makes the record of MTA-STS, and the policy that is to be served. */
export function buildSts({ domain, mode, servers, id }: StsWish): Built & { readonly policy: string } {
  const hosts = wordsIn(servers).map((word) => word.toLowerCase());
  const problems = [
    ...checkDomain(domain),
    ...(/^[A-Za-z0-9]{1,32}$/.test(id) ? [] : ['The id consists of at most 32 letters and digits.']),
    ...(hosts.length === 0 ? ['Enter the mail servers.'] : []),
    ...hosts.filter((host) => !isHostName(host.replace(/^\*\./, ''))).map((host) => `${host} is not a host name.`),
  ];
  const lines = ['version: STSv1', `mode: ${mode}`, ...hosts.map((host) => `mx: ${host}`), 'max_age: 2592000'];
  return { name: `_mta-sts.${domain}. IN TXT`, value: quote(`v=STSv1; id=${id}`), policy: `${lines.join('\n')}\n`, problems };
}

/** Makes the record of TLS reports. */
export function buildTlsRpt({ domain, reports }: { readonly domain: string; readonly reports: string }): Built {
  const addresses = wordsIn(reports).map((word) => word.replace(/^mailto:/i, ''));
  const problems = [
    ...checkDomain(domain),
    ...(addresses.length === 0 ? ['Enter an address for the reports.'] : []),
    ...addresses.filter((word) => !isMailAddress(word)).map((word) => `${word} is not a mail address.`),
  ];
  return {
    name: `_smtp._tls.${domain}. IN TXT`,
    value: quote(`v=TLSRPTv1; rua=${addresses.map((address) => `mailto:${address}`).join(',')}`),
    problems,
  };
}

/** Makes a BIMI record. Without a logo it declines to show one. */
export function buildBimi({ domain, logo, certificate }: Readonly<Record<'domain' | 'logo' | 'certificate', string>>): Built {
  const [svg, pem] = [logo.trim(), certificate.trim()];
  const text = `v=BIMI1; l=${svg}; a=${pem}`;
  const read = parseBimi(text);
  const problems = [...checkDomain(domain), ...(typeof read === 'string' ? [read] : [])];
  return { name: `default._bimi.${domain}. IN TXT`, value: quote(text), problems };
}

/** Makes CAA records, one for each authority; none may issue where none is named. */
export function buildCaa({ domain, issuers }: { readonly domain: string; readonly issuers: string }): Built {
  const names = wordsIn(issuers).map((word) => word.toLowerCase());
  const problems = [
    ...checkDomain(domain),
    ...names.filter((name) => !isHostName(name)).map((name) => `${name} is not the domain of an authority.`),
  ];
  const values = names.length === 0 ? ['0 issue ";"'] : names.map((name) => `0 issue "${name}"`);
  return { name: `${domain}. IN CAA`, value: values.join(`\n${domain}. IN CAA `), problems };
}

/** What is wrong with a domain; nothing where it is one. */
export function checkDomain(domain: string): readonly string[] {
  return isHostName(domain) ? [] : [domain === '' ? 'Enter the domain.' : `${domain} is not a domain.`];
}

function isHostName(name: string): boolean {
  const host = parseHost(name);
  return host.ok && host.value.kind === 'name' && host.value.host.includes('.');
}

/** A text of DNS: strings of at most 255 characters. */
function quote(text: string): string {
  return (text.match(/.{1,255}/gs) ?? ['']).map((part) => `"${part}"`).join(' ');
}
