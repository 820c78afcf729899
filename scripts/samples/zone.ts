import { createHash, generateKeyPairSync } from 'node:crypto';
import type { TestZone } from '../../tests/support/dns-server.ts';
import { addresses, domain, webSix } from './company.ts';

type Records = TestZone[string];

const a = (data: string) => ({ type: 'A', data }) as const;
const aaaa = (data: string) => ({ type: 'AAAA', data }) as const;
const cname = (data: string) => ({ type: 'CNAME', data }) as const;
const ns = (data: string) => ({ type: 'NS', data }) as const;
const txt = (...data: string[]) => ({ type: 'TXT', data }) as const;

/** A key of DKIM as its record writes it, in strings of at most 255 bytes. */
function dkimKey(modulusLength: number): Records[number] {
  const key = generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return txt('v=DKIM1; k=rsa; p=', ...(key.match(/.{1,240}/g) ?? []));
}

/** The zone's key of DNSSEC (ECDSA P-256, RFC 6605), and what the parent says of it (RFC 4034 §5.1.4). */
function zoneKey(): { readonly key: Records[number]; readonly ds: Records[number] } {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // Of the point the two coordinates, without the byte before them.
  const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-64);
  const data = Buffer.concat([Buffer.from([1, 1, 3, 13]), key]);
  const owner = Buffer.concat([...domain.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0])]);
  const sum = data.reduce((total, byte, index) => total + (index % 2 === 0 ? byte << 8 : byte), 0);
  return {
    key: { type: 'DNSKEY', data: { flags: 257, algorithm: 13, key } },
    ds: {
      type: 'DS',
      data: {
        keyTag: (sum + (sum >> 16)) & 0xffff,
        algorithm: 13,
        digestType: 2,
        digest: createHash('sha256').update(owner).update(data).digest(),
      },
    },
  };
}

/** All that the lab's name servers know. `mailKey`: of the mail server's certificate, for its TLSA record. */
export function makeZone(mailKey: Uint8Array): TestZone {
  return { ...world, ...companyRecords(), ...mailRecords(mailKey), ...hostRecords };
}

/** The parent zone, and what belongs to others. */
const world: TestZone = {
  example: [ns('a.registry.example')],
  'registry.example': [ns('a.registry.example')],
  'a.registry.example': [a(addresses.registry)],
  'dns-host.example': [ns('ns1.dns-host.example')],
  'ns1.dns-host.example': [a(addresses.otherNameServer)],
  'mail-host.example': [txt('v=spf1 -all')],
  'mx.mail-host.example': [a(addresses.otherMail)],
  '_spf.mail-host.example': [txt(`v=spf1 ip4:${addresses.otherMail} -all`)],
  // The sender of the newsletter.
  '_spf.letters.example': [txt('v=spf1 ip4:203.0.113.128/26 -all')],
  'pages.example': [a(addresses.pages)],
  'harbour-reads.pages.example': [a(addresses.pages)],
  'cloud.example': [a(addresses.pages)],
  'logs.example': [a(addresses.logs)],
};

function companyRecords(): TestZone {
  const { key, ds } = zoneKey();
  const start = { mname: `ns1.${domain}`, rname: `hostmaster.${domain}`, serial: 42, refresh: 7_200, retry: 3_600, expire: 1_209_600 };
  return {
    [domain]: [
      { type: 'SOA', data: { ...start, minimum: 3_600 } },
      ns(`ns1.${domain}`),
      ns('ns1.dns-host.example'),
      a(addresses.web),
      aaaa(webSix),
      { type: 'MX', data: { preference: 10, exchange: `mail.${domain}` } },
      { type: 'MX', data: { preference: 20, exchange: 'mx.mail-host.example' } },
      txt(`v=spf1 mx include:_spf.mail-host.example include:_spf.letters.example ~all`),
      txt('lab-site-verification=harbour-books'),
      { type: 'CAA', data: { flags: 0, tag: 'issue', value: 'ca.lab.example' } },
      { type: 'CAA', data: { flags: 0, tag: 'iodef', value: `mailto:security@${domain}` } },
      key,
      ds,
    ],
    [`ns1.${domain}`]: [a(addresses.nameServer)],
  };
}

function mailRecords(mailKey: Uint8Array): TestZone {
  return {
    [`mail.${domain}`]: [a(addresses.mail)],
    // The newsletter's key is the short one that its sender once gave everybody.
    [`2024._domainkey.${domain}`]: [dkimKey(2_048)],
    [`letters._domainkey.${domain}`]: [dkimKey(1_024)],
    [`_dmarc.${domain}`]: [txt(`v=DMARC1; p=quarantine; rua=mailto:dmarc@${domain},mailto:${domain}@reports.example`)],
    [`_mta-sts.${domain}`]: [txt('v=STSv1; id=20260301')],
    [`mta-sts.${domain}`]: [a(addresses.web)],
    [`_smtp._tls.${domain}`]: [txt(`v=TLSRPTv1; rua=mailto:tls@${domain}`)],
    [`_25._tcp.mail.${domain}`]: [
      {
        type: 'TLSA',
        data: { usage: 3, selector: 1, matchingType: 1, certificate: createHash('sha256').update(mailKey).digest() },
      },
    ],
    [`default._bimi.${domain}`]: [txt(`v=BIMI1; l=https://www.${domain}/logo.svg`)],
  };
}

/** What else is below the domain. The last ones are what Subdomain Radar is for. */
const hostRecords: TestZone = {
  [`www.${domain}`]: [a(addresses.web), aaaa(webSix)],
  [`api.${domain}`]: [a(addresses.web)],
  [`staging.${domain}`]: [a(addresses.staging)],
  [`office.${domain}`]: [a(addresses.office)],
  [`backup.${domain}`]: [a(addresses.office)],
  [`intranet.${domain}`]: [a('10.20.0.12')],
  [`nas.${domain}`]: [a('10.20.0.30')],
  [`cdn.${domain}`]: [cname(`www.${domain}`)],
  [`blog.${domain}`]: [cname('harbour-reads.pages.example')],
  [`status.${domain}`]: [cname('harbour-status.cloud.example')],
  [`*.preview.${domain}`]: [a(addresses.staging)],
  // Every name below it is answered, this one with an address of its own.
  [`checkout.preview.${domain}`]: [a(addresses.web)],
};

/** What the certificate logs hold of the domain: names, and the day of the certificate. */
export const loggedNames: readonly { readonly names: readonly string[]; readonly day: string }[] = [
  { names: [domain, `www.${domain}`], day: '2021-03-02' },
  { names: [domain, `www.${domain}`, `api.${domain}`, `mta-sts.${domain}`], day: '2026-01-14' },
  { names: [`mail.${domain}`], day: '2022-06-20' },
  { names: [`staging.${domain}`], day: '2024-10-08' },
  { names: [`*.preview.${domain}`, `checkout.preview.${domain}`], day: '2025-02-11' },
  { names: [`till-3.office.${domain}`], day: '2020-05-27' },
  { names: [`christmas-2022.${domain}`], day: '2022-11-04' },
  { names: [`blog.${domain}`], day: '2023-08-30' },
];

/** The list of services where a name can be claimed, as can-i-take-over-xyz writes its own. */
export const claimableServices = [
  {
    service: 'Lab Pages',
    cname: ['pages.example'],
    fingerprint: 'There is no site at this address yet.',
    http_status: 404,
    nxdomain: false,
    vulnerable: true,
  },
];
