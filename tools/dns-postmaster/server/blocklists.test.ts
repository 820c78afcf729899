import { BlockList } from 'node:net';
import { reverseName } from '@castellan/foundation/ip-address';
import { fail } from '@castellan/foundation/result';
import type { Report } from '@castellan/probes/report';
import { stripReport } from '@castellan/probes/strip-report';
import { afterEach, expect, test } from 'vitest';
import { createDns } from '../../../server/adapters/dns.ts';
import { startTestDns, type TestDns, type TestZone } from '../../../tests/support/dns-server.ts';
import { openToolPorts, runToolOn } from '../../../tests/support/tool-runs.ts';
import type { PostmasterFacts } from '../knowledge/postmaster-report.ts';
import { dnsPostmasterTool } from './dns-postmaster-tool.ts';

const opened: TestDns[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const inner = new BlockList();
inner.addSubnet('10.0.0.0', 8);
const zen = 'zen.spamhaus.org';
const spamcop = 'bl.spamcop.net';
const psbl = 'psbl.surriel.com';
const four = '4.3.2.1';
const six = reverseName({ kind: 'ipv6', bytes: [0x2a, ...Array<number>(14).fill(0), 1] })
  .replace('.ip6.arpa', '')
  .toLowerCase();
const a = (...addresses: readonly string[]) => addresses.map((data) => ({ type: 'A', data }) as const);

/** A list as it should be, with its test entry, and entries of its own. */
const sound = (zone: string, entries: TestZone = {}): TestZone => ({ [`2.0.0.127.${zone}`]: a('127.0.0.2'), ...entries });
const domain: TestZone = {
  'example.org': [{ type: 'TXT', data: 'v=spf1 ip4:1.2.3.4 ip6:2a00::1 ip4:10.0.0.1 ip4:5.6.0.0/16 -all' }],
};
const allSound: TestZone = { ...domain, ...sound(zen), ...sound(spamcop), ...sound(psbl) };

async function run(zone: TestZone, options: object = { blocklists: true }, triesMs = [10_000]) {
  const server = await startTestDns(zone);
  opened.push(server);
  const ports = openToolPorts(new BlockList(), {
    egress: { send: async () => fail({ code: 'timed_out', message: '' } as const) },
    // What the operator lets the tools reach is still nothing that a list is told.
    dns: createDns({ allowedNetworks: inner, server: server.server, authorityPort: server.port, triesMs }),
  });
  const made = await runToolOn(dnsPostmasterTool, 'example.org', options, ports);
  if (!made.ok) throw new Error(made.failure.message);
  return { report: made.value as Report<PostmasterFacts>, asked: server.asked };
}

const about = ({ findings }: Report) => findings.filter(({ id }) => id.startsWith('blocklist-'));
const partOf = ({ parts }: PostmasterFacts) => parts.find(({ id }) => id === 'blocklists');

test('no list is asked unless it is wanted, and the report has no field for it', async () => {
  const { report, asked } = await run(allSound, {});
  expect(asked.filter((question) => /spamhaus|spamcop|surriel/.test(question))).toEqual([]);
  expect(report).not.toHaveProperty('blocklists');
  expect(partOf(report)).toBeUndefined();
});

test('addresses on no list are told so; private ones and networks are never asked about', async () => {
  const { report, asked } = await run(allSound);
  expect(partOf(report)).toMatchObject({ state: 'sound', summary: '2 addresses, not on 3 lists' });
  expect(about(report)).toEqual([]);
  expect(report.blocklists).toMatchObject({ left: 0, networks: 1, hidden: 1 });
  expect(asked).toEqual(expect.arrayContaining([`A ${four}.${zen}`, `A ${six}.${zen}`, `A ${four}.${spamcop}`, `A ${four}.${psbl}`]));
  expect(asked.filter((question) => question.includes('.0.0.10.'))).toEqual([]);
  // Two of the lists have no IPv6 addresses.
  expect(asked.filter((question) => question.includes(six))).toEqual([`A ${six}.${zen}`]);
});

test('an address that sends and is listed is a high finding with where to have it removed, IPv6 by its nibbles', async () => {
  const { report } = await run({
    ...allSound,
    [`${four}.${zen}`]: a('127.0.0.4', '127.0.0.10'),
    [`${six}.${zen}`]: a('127.0.0.11'),
    [`${four}.${spamcop}`]: a('127.0.0.2'),
  });
  expect(about(report).map(({ id, severity, title }) => `${id} ${severity}: ${title}`)).toEqual([
    'blocklist-listed high: 1.2.3.4 is listed on Spamhaus ZEN',
    'blocklist-listed high: 1.2.3.4 is listed on SpamCop',
    'blocklist-policy medium: 2a00::1 is listed on Spamhaus ZEN',
  ]);
  const [listed] = about(report);
  expect(listed?.evidence).toBe('XBL; PBL, by the provider. Source: SPF ip4:1.2.3.4.');
  expect(listed?.fix).toContain('https://check.spamhaus.org/');
  expect(partOf(report)).toMatchObject({ state: 'broken', summary: '2 of 2 addresses listed' });
});

test.each([
  ['127.255.255.252', 'typing error in the name of the list'],
  ['127.255.255.254', 'query through a public or open resolver'],
  ['127.255.255.255', 'too many queries from this resolver'],
])('%s is a refusal with its reason, neither listed nor clean, and nothing more is asked', async (code, reason) => {
  const { report, asked } = await run({ ...allSound, [`*.${zen}`]: a(code), [`2.0.0.127.${zen}`]: a(code), [`1.0.0.127.${zen}`]: a(code) });
  expect(about(report)).toMatchObject([
    { id: 'blocklist-refused', severity: 'info', title: 'Spamhaus ZEN refuses queries', evidence: `${zen}: ${reason}.` },
  ]);
  expect(asked.filter((question) => question.includes(zen)).toSorted()).toEqual([`A 1.0.0.127.${zen}`, `A 2.0.0.127.${zen}`]);
  expect(partOf(report)?.summary).toBe('2 addresses, not on 2 lists; 1 did not answer');
});

test('a list that passes its test and refuses later is a refusal too', async () => {
  const { report } = await run({ ...allSound, [`${four}.${zen}`]: a('127.255.255.255') });
  expect(about(report)).toMatchObject([{ id: 'blocklist-refused', evidence: `${zen}: too many queries from this resolver.` }]);
  expect(report.blocklists?.results).toContainEqual(
    expect.objectContaining({ address: '1.2.3.4', list: 'spamhaus-zen', answer: expect.objectContaining({ kind: 'refused' }) }),
  );
});

test('lists that refuse by code, are silent, fail their test, or are answered for by the resolver are never believed', async () => {
  const refused = await run({ ...allSound, [`1.0.0.127.${psbl}`]: ['REFUSED'] });
  expect(about(refused.report)).toMatchObject([{ id: 'blocklist-refused', evidence: `${psbl}: the server refused to answer (REFUSED).` }]);
  const everything = await run({ ...allSound, [`*.${psbl}`]: a('127.0.0.2'), [`1.0.0.127.${psbl}`]: a('127.0.0.2') });
  expect(about(everything.report)).toMatchObject([
    { id: 'blocklist-unusable', evidence: `${psbl}: it lists the address that no list may contain (RFC 5782 §5).` },
  ]);
  const nothing = await run({ ...domain, ...sound(zen), ...sound(spamcop) });
  expect(about(nothing.report)).toMatchObject([
    { id: 'blocklist-unusable', evidence: `${psbl}: its test entry is missing (RFC 5782 §5).` },
  ]);
  const rewritten = await run({
    ...allSound,
    [`2.0.0.127.${psbl}`]: a('198.51.100.7'),
    [`1.0.0.127.${psbl}`]: a('198.51.100.7'),
  });
  expect(about(rewritten.report)).toMatchObject([
    {
      id: 'blocklist-rewritten',
      title: 'The answer of PSBL is invalid: the resolver rewrites answers',
      evidence: `${psbl}: the answer 198.51.100.7 is not a loopback address.`,
    },
  ]);
  const dead = await run({ ...allSound, [`2.0.0.127.${psbl}`]: ['TIMEOUT'] }, { blocklists: true }, [2_000]);
  expect(about(dead.report)).toMatchObject([
    { id: 'blocklist-silent', title: 'PSBL was not queried', evidence: `${psbl}: no answer in time.` },
  ]);
  for (const { report } of [refused, everything, nothing, rewritten, dead]) {
    // What is shared hides loopback addresses: no sentence depends on one.
    expect(about(stripReport(report))).toEqual(about(report));
    expect(report.blocklists?.results.filter(({ list }) => list === 'psbl')).toEqual([]);
    expect(partOf(report)).toMatchObject({ state: 'sound', summary: '2 addresses, not on 2 lists; 1 did not answer' });
  }
});

test('a code that no list explains is no entry, and where no list answers nothing is known', async () => {
  const odd = await run({ ...allSound, [`${four}.${spamcop}`]: a('127.0.0.77') });
  expect(about(odd.report)).toMatchObject([
    { id: 'blocklist-undocumented', evidence: `${spamcop}: the code 0.0.77 is not documented by the list.` },
  ]);
  expect(partOf(odd.report)).toMatchObject({ state: 'sound' });
  const none = await run(domain);
  expect(about(none.report).map(({ id }) => id)).toEqual(['blocklist-unusable', 'blocklist-unusable', 'blocklist-unusable']);
  expect(partOf(none.report)).toMatchObject({ state: 'unknown', summary: 'No list answered' });
});

test('a domain without a public address has nothing to be asked about, and no list hears of it', async () => {
  const { report, asked } = await run({ ...allSound, 'example.org': [{ type: 'TXT', data: 'v=spf1 ip4:192.168.0.1 -all' }] });
  expect(asked.filter((question) => /spamhaus|spamcop|surriel/.test(question))).toEqual([]);
  expect(partOf(report)).toMatchObject({ state: 'unknown', summary: 'No public address to check' });
});
