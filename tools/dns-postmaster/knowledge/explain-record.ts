import { cleanText } from '@castellan/exports/plain-text';
import { declinesLogo, parseBimi } from './bimi/bimi-part.ts';
import { faultOfTlsa, isForSmtp, parseTlsa, placeOfTlsa } from './dane/tlsa.ts';
import { parseDkimKey } from './dkim.ts';
import { type DmarcRecord, parseDmarc } from './dmarc-record.ts';
import { parseStsPolicy } from './mta-sts.ts';
import { parseSpf, type SpfMechanism, selectSpf } from './parse-spf.ts';
import { readTlsRpt } from './tls-rpt.ts';

/** What a pasted record says, line by line. */
export type Explained = {
  readonly kind: 'SPF' | 'DKIM' | 'DMARC' | 'MTA-STS policy' | 'TLS-RPT' | 'TLSA' | 'BIMI';
  /** What makes it invalid; empty where it is valid. */
  readonly problem: string;
  readonly lines: readonly { readonly term: string; readonly meaning: string }[];
  /** What is valid and had better be otherwise. */
  readonly advice: readonly string[];
};

/** Longer than any record or policy is. */
const maxLength = 65_536;

/** Reads a record or policy as it is pasted: bare, in quotes, or with its name in front. `undefined` where it is none that is known. */
export function explainRecord(pasted: string): Explained | undefined {
  const text = unquote(pasted.slice(0, maxLength).trim());
  const tlsa = parseTlsa(text);
  if (tlsa !== undefined) return explainTlsa(tlsa);
  const start = /v\s*=\s*(?:spf1|DKIM1|DMARC1|TLSRPTv1|BIMI1)/i.exec(text);
  if (/^version\s*:/im.test(text)) return explainSts(text);
  // A DKIM record may leave its version out.
  if (start === null) return /^\s*(?:[kpt]\s*=[^;]*;\s*)*p\s*=/i.test(text) ? explainDkim(text) : undefined;
  const record = text.slice(start.index);
  if (/^v\s*=\s*spf1/i.test(record)) return explainSpf(record);
  if (/^v\s*=\s*DMARC1/i.test(record)) return explainDmarc(record);
  if (/^v\s*=\s*BIMI1/i.test(record)) return explainBimi(record);
  return /^v\s*=\s*DKIM1/i.test(record) ? explainDkim(record) : explainTlsRpt(record);
}

/** Quoted strings are joined without anything between, as DNS does. */
function unquote(text: string): string {
  // One that is not closed is taken to its end as well, and left out: looked for from each quote in it, the end would cost the square.
  const strings = [...text.matchAll(/"((?:[^"\\]|\\.)*)("?)/gs)]
    .filter(([, , end]) => end !== '')
    .map(([, inner = '']) => inner.replaceAll(/\\(.)/gs, '$1'));
  return strings.length === 0 ? text : strings.join('');
}

function explainSpf(text: string): Explained {
  const kind = 'SPF';
  const record = text.trimEnd();
  if (selectSpf([record]).length === 0) return { kind, problem: 'v=spf1 must be followed by a space.', lines: [], advice: [] };
  const parsed = parseSpf(record);
  if (!parsed.ok) return { kind, problem: `${parsed.failure.message}.`, lines: [], advice: [] };
  const { mechanisms, redirectText, unknownModifiers } = parsed.value;
  const end = mechanisms.findIndex(({ name }) => name === 'all');
  const costs = (end === -1 ? mechanisms : mechanisms.slice(0, end)).filter(({ name }) =>
    ['include', 'a', 'mx', 'ptr', 'exists'].includes(name),
  ).length;
  const lookups = costs + (redirectText !== undefined && end === -1 ? 1 : 0);
  const all = mechanisms[end];
  return {
    kind,
    problem: lookups > 10 ? `The record needs ${lookups} DNS lookups; ten are allowed.` : '',
    lines: [
      ...mechanisms.map((mechanism) => ({ term: mechanism.text, meaning: describeMechanism(mechanism) })),
      ...(redirectText === undefined
        ? []
        : [{ term: `redirect=${cleanText(redirectText)}`, meaning: 'If nothing matches, the record of that domain applies.' }]),
      ...unknownModifiers.map((term) => ({ term, meaning: 'Unknown modifier; it is ignored.' })),
    ],
    advice: [
      `This record needs ${lookups} of ten DNS lookups, not counting those of included domains.`,
      ...(end !== -1 && end < mechanisms.length - 1 ? ['Terms after all are never evaluated.'] : []),
      ...(all?.qualifier === '+' ? ['+all authorizes every host.'] : []),
      ...(all === undefined && redirectText === undefined
        ? ['Without all, other senders get neutral: end the record in -all or ~all.']
        : []),
      ...(mechanisms.some(({ name }) => name === 'ptr') ? ['ptr must not be used (RFC 7208 §5.5).'] : []),
    ],
  };
}

function describeMechanism(mechanism: SpfMechanism): string {
  const { qualifier, name } = mechanism;
  const verb = { '+': 'pass', '-': 'fail', '~': 'get softfail', '?': 'get neutral' }[qualifier];
  const whom: Readonly<Record<SpfMechanism['name'], string>> = {
    all: 'All other hosts',
    include: 'Hosts that pass the SPF record of that domain',
    a: 'The addresses (A, AAAA) of the name',
    mx: 'The addresses of the mail servers (MX)',
    ptr: 'Hosts with a reverse DNS name in the domain',
    ip4: 'These IPv4 addresses',
    ip6: 'These IPv6 addresses',
    exists: 'Hosts for which the expanded name has an A record',
  };
  return `${whom[name]} ${verb}.`;
}

const alignments = { r: 'relaxed: the same organizational domain', s: 'strict: the same domain' } as const;

function explainDmarc(text: string): Explained {
  const kind = 'DMARC';
  const record = parseDmarc('', text);
  if (typeof record === 'string') return { kind, problem: record, lines: [], advice: [] };
  return { kind, problem: '', lines: dmarcLines(record), advice: dmarcAdvice(record) };
}

function dmarcLines({ p, sp, np, adkim, aspf, rua, ruf, isTest, psd }: DmarcRecord): Explained['lines'] {
  const asks = { none: 'is delivered and reported', quarantine: 'goes to the junk folder', reject: 'is rejected' } as const;
  const line = (term: string, meaning: string) => ({ term, meaning });
  return [
    line(`p=${p}`, `Mail of the domain that fails DMARC ${asks[p]}.`),
    ...(sp === undefined ? [] : [line(`sp=${sp}`, `Mail of subdomains that fails DMARC ${asks[sp]}.`)]),
    ...(np === undefined ? [] : [line(`np=${np}`, `Mail of subdomains that do not exist ${asks[np]}.`)]),
    line(`adkim=${adkim}`, `DKIM alignment is ${alignments[adkim]}.`),
    line(`aspf=${aspf}`, `SPF alignment is ${alignments[aspf]}.`),
    ...(isTest ? [line('t=y', 'Test mode: receivers apply the next weaker policy.')] : []),
    ...(psd === 'u' ? [] : [line(`psd=${psd}`, psd === 'y' ? 'A public suffix domain.' : 'This is the organizational domain.')]),
    ...(rua.length === 0 ? [] : [line(`rua=${rua.join(',')}`, 'Aggregate reports are sent here daily.')]),
    ...(ruf.length === 0 ? [] : [line(`ruf=${ruf.join(',')}`, 'Failure reports are sent here; few receivers send them.')]),
  ];
}

function dmarcAdvice({ removed, ignored, rua, p, sp, left = 0 }: DmarcRecord): readonly string[] {
  return [
    ...Object.entries(removed).map(([name, value]) => `RFC 9989 removed ${name}: ${name}=${value} is ignored.`),
    ...ignored.map((tag) => `${tag} is not valid; the default applies.`),
    ...(left === 0 ? [] : [`${left} more report addresses were not read.`]),
    ...(rua.length === 0 ? ['Without rua no reports are sent.'] : []),
    ...(p !== 'none' && sp === 'none' ? ['sp=none allows spoofing of subdomains.'] : []),
  ];
}

function explainDkim(text: string): Explained {
  const { kind, bits, isRevoked, isTesting, problem } = parseDkimKey('', text);
  const key = isRevoked ? 'The key is revoked.' : kind === 'rsa' ? `An RSA key of ${bits} bits.` : `A key of type ${kind}.`;
  return {
    kind: 'DKIM',
    problem,
    lines: problem === '' ? [{ term: 'p=', meaning: key }] : [],
    advice: [
      ...(problem === '' && kind === 'rsa' && !isRevoked && bits < 2048
        ? ['RFC 8301 recommends at least 2048 bits, and forbids less than 1024.']
        : []),
      ...(isTesting ? ['t=y: test mode; verifiers treat the mail as unsigned.'] : []),
    ],
  };
}

function explainTlsRpt(text: string): Explained {
  const { record, rua, problem, left = 0 } = readTlsRpt([text]);
  const wrong = record === '' ? 'The record must begin with v=TLSRPTv1;' : problem;
  return {
    kind: 'TLS-RPT',
    problem: wrong,
    lines: wrong === '' ? [{ term: `rua=${rua.join(',')}`, meaning: 'TLS reports are sent here.' }] : [],
    advice: left === 0 ? [] : [`${left} more report addresses were not read.`],
  };
}

const usages = [
  'The certificate chains to this authority, and to one that the client trusts.',
  'This is the certificate of the server, and it chains to an authority that the client trusts.',
  'The certificate chains to this trust anchor, which the server sends.',
  'This is the certificate of the server. Its name, dates and issuer are not checked.',
] as const;
const selectors = ['The whole certificate.', 'The public key alone: the record holds as long as the key.'] as const;
const matchings = ['The data itself.', 'Its SHA-256 digest.', 'Its SHA-512 digest.'] as const;

function explainTlsa(record: NonNullable<ReturnType<typeof parseTlsa>>): Explained {
  const { name, usage, selector, matchingType, data } = record;
  const place = placeOfTlsa(name);
  const fault = faultOfTlsa(record);
  const misnamed =
    name === '' || place !== undefined ? '' : `${cleanText(name, 80)} is not the name of a TLSA record: it begins with _port._tcp.`;
  const isMail = place === undefined || place.port === 25;
  return {
    kind: 'TLSA',
    problem: fault === '' ? misnamed : `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`,
    lines: [
      ...(place === undefined ? [] : [{ term: name, meaning: `For port ${place.port} (${place.transport}) of ${cleanText(place.host)}.` }]),
      { term: `usage ${usage}`, meaning: usages[usage] ?? 'Not defined.' },
      { term: `selector ${selector}`, meaning: selectors[selector] ?? 'Not defined.' },
      { term: `matching type ${matchingType}`, meaning: matchings[matchingType] ?? 'Not defined.' },
      { term: cleanText(data, 24), meaning: `${Math.ceil(data.length / 2)} bytes of association data.` },
    ],
    advice: [
      'Clients use the record only where DNSSEC validates it.',
      ...(isMail && !isForSmtp(record) ? ['PKIX-TA(0) and PKIX-EE(1) are not for mail servers (RFC 7672 §3.1.3).'] : []),
      ...(usage === 3 && selector === 0 ? ['With selector Cert(0) every renewal needs a new record. 3 1 1 outlives it.'] : []),
    ],
  };
}

function explainBimi(text: string): Explained {
  const kind = 'BIMI';
  const record = parseBimi(text);
  if (typeof record === 'string') return { kind, problem: record, lines: [], advice: [] };
  const { logo, certificate } = record;
  if (declinesLogo(record))
    return { kind, problem: '', lines: [{ term: 'l=; a=', meaning: 'The domain declines to show a logo.' }], advice: [] };
  return {
    kind,
    problem: '',
    lines: [
      { term: `l=${logo}`, meaning: 'The logo, an SVG Tiny PS file.' },
      ...(certificate === '' ? [] : [{ term: `a=${certificate}`, meaning: 'The mark certificate for it (VMC or CMC).' }]),
    ],
    advice: [
      'Logos are shown only under a DMARC policy of quarantine or reject.',
      ...(certificate === '' ? ['Gmail and Apple Mail show a logo only with a mark certificate (a=).'] : []),
    ],
  };
}

function explainSts(text: string): Explained {
  const policy = parseStsPolicy(text);
  const kind = 'MTA-STS policy';
  if (!policy.ok) return { kind, problem: policy.failure.message, lines: [], advice: [] };
  const { mode, mx, maxAgeSeconds } = policy.value;
  const modes = {
    enforce: 'Senders deliver only with validated TLS to these servers.',
    testing: 'Senders report failures, and still deliver.',
    none: 'The policy is withdrawn.',
  } as const;
  return {
    kind,
    problem: '',
    lines: [
      { term: `mode: ${mode}`, meaning: modes[mode] },
      ...mx.map((pattern) => ({
        term: `mx: ${pattern}`,
        meaning: pattern.startsWith('*.') ? 'Any server one label below this name.' : 'This server.',
      })),
      { term: `max_age: ${maxAgeSeconds}`, meaning: `Cached for ${Math.floor(maxAgeSeconds / 86_400)} days.` },
    ],
    advice: maxAgeSeconds < 604_800 ? ['Several weeks are recommended: max_age: 2592000.'] : [],
  };
}
