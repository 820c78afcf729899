import { finishReport } from '@castellan/probes/finish-report';
import { stripReport } from '@castellan/probes/strip-report';
import { expect, test } from 'vitest';
import { compareScans } from './compare-scans.ts';
import { scanAsNmapXml } from './nmap-xml.ts';
import type { HostFacts, OpenPort, ScanFacts } from './scan-facts.ts';
import { findInScan } from './scan-findings.ts';
import { judgeScan } from './scan-verdict.ts';

const ssh: OpenPort = {
  port: 22,
  service: 'ssh',
  by: 'answer',
  banners: { greeting: 'SSH-2.0-OpenSSH_9.2', ssh: { protocol: '2.0', software: 'OpenSSH 9.2' } },
};
const web: OpenPort = { port: 80, service: 'http', by: 'answer', http: { status: 200, title: '<A> & "B"\u0001' } };
const telnet: OpenPort = { port: 23, service: 'telnet', by: 'port' };

const host = (open: readonly OpenPort[], more: Partial<HostFacts> = {}): HostFacts => ({
  address: '192.0.2.1',
  open,
  closed: 990,
  filtered: 10 - open.length,
  filteredPorts: '500-506',
  untried: 0,
  reasons: { 'syn-ack': open.length, 'conn-refused': 990, 'no-response': 10 - open.length },
  roundTripMs: 0.4,
  ...more,
});
const scan = (hosts: readonly HostFacts[], more: Partial<ScanFacts> = {}): ScanFacts => ({
  hosts,
  silent: [],
  ports: '1-1000',
  portCount: 1000,
  attempts: 1100,
  loss: 0,
  ...more,
});

test('two scans are compared port by port, and only where both asked', () => {
  const older = scan([host([ssh, web])]);
  const newSsh = { ...ssh, banners: { ssh: { protocol: '2.0', software: 'OpenSSH 10.0' } } };
  expect(compareScans(older, scan([host([newSsh, telnet])]))).toEqual({
    opened: [{ address: '192.0.2.1', port: 23, after: 'telnet (by port number)' }],
    closed: [{ address: '192.0.2.1', port: 80, before: 'http' }],
    changed: [{ address: '192.0.2.1', port: 22, before: 'ssh, OpenSSH 9.2', after: 'ssh, OpenSSH 10.0' }],
    appeared: [],
    gone: [],
    isPartial: false,
  });
  const narrow = compareScans(older, scan([host([ssh])], { ports: '22-25', portCount: 4 }));
  expect([narrow.closed, narrow.isPartial]).toEqual([[], true]);
  expect(compareScans(older, scan([]))).toMatchObject({ gone: ['192.0.2.1'] });
});

test('what should not be reachable is a finding, and the verdict names the worst', () => {
  const { verdict, mark, findings } = judgeScan(
    scan([host([{ ...telnet, by: 'answer' }, ssh, { port: 21, service: 'ftp', by: 'answer' }])], { loss: 0.02, silent: ['192.0.2.2'] }),
  );
  expect(findings.map(({ id, severity }) => [id, severity])).toEqual([
    ['telnet-open', 'high'],
    ['ftp-open', 'medium'],
    ['answers-lost', 'info'],
    ['addresses-silent', 'info'],
  ]);
  expect(verdict).toMatch(/^3 of 1,000 TCP ports are open\. Needs attention: Telnet service exposed, and 1 more\. Not looked at: /);
  expect(mark).toBe('3 open');
});

test('a name from the number of a port proves no change, nor does a version that only one of the scans asked for', () => {
  const at = (open: OpenPort) => scan([host([open])], { ports: '1-65535', portCount: 65_535 });
  const byPort: OpenPort = { port: 6379, service: 'redis', by: 'port' };
  const named: OpenPort = { port: 6379, service: 'redis', by: 'answer', banners: { product: 'Redis', version: '7.0.15' } };
  const older: OpenPort = { port: 6379, service: 'redis', by: 'answer' };
  expect(compareScans(at(byPort), at(named)).changed).toEqual([]);
  expect(compareScans(at(older), at(named)).changed).toEqual([]);
  expect(compareScans(at({ ...byPort, service: 'x' }), at(named)).changed).toEqual([]);
  expect(compareScans(at(named), at({ ...named, banners: { product: 'Redis', version: '7.2.0' } })).changed).toMatchObject([
    { before: 'redis, Redis 7.0.15', after: 'redis, Redis 7.2.0' },
  ]);
  expect(compareScans(at({ ...older, service: 'memcached' }), at(named)).changed).toHaveLength(1);
  // Older reports called a web server by the product that its port lets expect.
  const web: OpenPort = { port: 2375, service: 'http', by: 'answer', usual: 'docker' };
  const { usual: _, ...olderWeb } = web;
  expect(compareScans(at({ ...olderWeb, service: 'docker' }), at(web)).changed).toEqual([]);
  expect(compareScans(at({ ...olderWeb, service: 'http-alt' }), at(web)).changed).toEqual([]);
});

test('a store that answers without a password is a finding of its own; of others it is said what is known', () => {
  const judge = (open: OpenPort) =>
    findInScan(scan([host([open])])).map(({ id, severity, evidence, why }) => ({ id, severity, evidence, why }));
  const redis: OpenPort = { port: 6379, service: 'redis', by: 'answer', banners: { product: 'Redis', version: '7.0.15' } };
  expect(judge({ ...redis, access: 'open' })).toMatchObject([
    { id: 'database-unguarded', severity: 'high', evidence: '192.0.2.1:6379: Redis 7.0.15 answered without a password' },
  ]);
  const asked = { id: 'database-open', severity: 'medium', evidence: '192.0.2.1:6379: redis, by its response' };
  expect(judge({ ...redis, access: 'asked' })).toMatchObject([{ ...asked, why: expect.stringContaining('requires a password') }]);
  expect(judge(redis)).toMatchObject([{ ...asked, why: expect.stringContaining('was not tested') }]);
});

test('a service that only the number of its port names is unconfirmed, and of medium severity at most', () => {
  const [finding] = findInScan(scan([host([telnet])]));
  expect(finding).toMatchObject({ id: 'telnet-open', severity: 'medium', title: 'Telnet service exposed (unconfirmed)' });
  expect(finding?.why).toContain('did not identify itself');
});

test('a product that only the number of its port names is judged as that, and the evidence says both', () => {
  const judge = (open: OpenPort) => findInScan(scan([host([open])]));
  expect(judge({ port: 2375, service: 'http', by: 'answer', usual: 'docker' })).toMatchObject([
    {
      id: 'docker-open',
      severity: 'medium',
      title: 'Docker API exposed without TLS (unconfirmed)',
      evidence: '192.0.2.1:2375: http, by its response; docker, by port number only',
    },
  ]);
  expect(judge({ port: 2375, service: 'docker', by: 'answer' })).toMatchObject([
    { severity: 'critical', title: 'Docker API exposed without TLS' },
  ]);
  expect(judge({ port: 9000, service: 'http', by: 'answer' })).toEqual([]);
});

test('a SOCKS proxy that asks for no password is a finding; one that asks is none', () => {
  const judge = (access: 'open' | 'asked') => findInScan(scan([host([{ port: 1080, service: 'socks', by: 'answer', access }])]));
  expect(judge('open')).toMatchObject([
    { id: 'proxy-unguarded', severity: 'high', evidence: '192.0.2.1:1080: no authentication required' },
  ]);
  expect(judge('asked')).toEqual([]);
});

test('the XML tells a name that was answered from one of the table, with how sure it is', () => {
  const open: OpenPort[] = [
    { port: 16_379, service: 'redis', by: 'answer', confidence: 10, banners: { product: 'Redis', version: '7.0.15' } },
    { port: 2525, service: 'smtp', by: 'answer', confidence: 8 },
    { port: 5432, service: 'postgresql', by: 'port' },
  ];
  const head = { tool: 'network-scanner', schemaVersion: 1, target: '192.0.2.1', startedAtMs: 0, endedAtMs: 1 };
  const xml = scanAsNmapXml(finishReport(head, { verdict: 'Three.', findings: [], ...scan([host(open)]) }));
  expect(xml).toContain('<service name="redis" product="Redis" version="7.0.15" method="probed" conf="10"/>');
  expect(xml).toContain('<service name="smtp" method="probed" conf="8"/>');
  expect(xml).toContain('<service name="postgresql" method="table" conf="3"/>');
});

test('the XML says what the report says, and nothing in it can end an attribute', () => {
  const facts = scan([host([ssh, web], { name: 'lab.example.org' })], { silent: ['2001:db8::1'] });
  const head = {
    tool: 'network-scanner',
    schemaVersion: 1,
    target: '192.0.2.1',
    startedAtMs: 1_795_000_000_000,
    endedAtMs: 1_795_000_002_000,
  };
  const xml = scanAsNmapXml(finishReport(head, { verdict: 'Two.', findings: [], ...facts }));
  expect(xml).toContain('<nmaprun scanner="nmap"');
  expect(xml).toContain('<hostname name="lab.example.org" type="user"/>');
  expect(xml).toContain('<extraports state="closed" count="990"><extrareasons reason="conn-refused" count="990"/></extraports>');
  expect(xml).toContain(
    '<port protocol="tcp" portid="22"><state state="open" reason="syn-ack" reason_ttl="0"/><service name="ssh" product="OpenSSH 9.2"',
  );
  expect(xml).toContain('output="&lt;A&gt; &amp; &quot;B&quot;"');
  expect(xml).toContain('<hosts up="1" down="1" total="2"/>');
  // nmap.dtd asks for both, in this order.
  expect(xml).toMatch(/<scaninfo [^>]*>\n<verbose level="0"\/>\n<debugging level="0"\/>\n<host /);
});

const agent: OpenPort = { port: 161, service: 'snmp', by: 'answer', confidence: 10, banners: { product: 'Net-SNMP' } };
const udp = { open: [agent], closed: '53', silent: '67-68', filtered: '69', untried: '' };
const withUdp = scan([host([ssh], { udp })], { udpPorts: '53,67-69,161' });

test('the XML has each UDP port with its state, as nmap writes them', () => {
  const head = { tool: 'network-scanner', schemaVersion: 1, target: '192.0.2.1', startedAtMs: 0, endedAtMs: 1 };
  const xml = scanAsNmapXml(finishReport(head, { ...judgeScan(withUdp), ...withUdp }));
  expect(xml).toContain('<scaninfo type="udp" protocol="udp" numservices="5" services="53,67-69,161"/>');
  const state = (name: string, reason: string) => `<state state="${name}" reason="${reason}" reason_ttl="0"/>`;
  const table = (name: string) => `<service name="${name}" method="table" conf="3"/></port>`;
  expect(xml.split('\n').filter((line) => line.startsWith('<port protocol="udp"'))).toEqual([
    `<port protocol="udp" portid="53">${state('closed', 'port-unreach')}${table('domain')}`,
    `<port protocol="udp" portid="67">${state('open|filtered', 'no-response')}${table('dhcps')}`,
    `<port protocol="udp" portid="68">${state('open|filtered', 'no-response')}${table('dhcpc')}`,
    `<port protocol="udp" portid="69">${state('filtered', 'admin-prohibited')}${table('tftp')}`,
    `<port protocol="udp" portid="161">${state('open', 'udp-response')}<service name="snmp" product="Net-SNMP" method="probed" conf="10"/></port>`,
  ]);
  const only = scan([host([], { closed: 0, filtered: 0, reasons: {}, udp })], { ports: '', portCount: 0, udpPorts: '53,67-69,161' });
  const alone = scanAsNmapXml(finishReport(head, { ...judgeScan(only), ...only }));
  expect(alone).not.toContain('protocol="tcp"');
  expect(alone).toContain('<status state="up" reason="udp-response"');
});

test('UDP ports are compared with those of a scan that asked for them, and no port of TCP is taken for one of UDP', () => {
  const before = scan([host([ssh, { ...agent, port: 53 }], { udp: { ...udp, open: [], closed: '53,161' } })], { udpPorts: '53,67-69,161' });
  expect(compareScans(before, withUdp)).toMatchObject({
    opened: [{ address: '192.0.2.1', port: 161, isUdp: true, after: 'snmp, Net-SNMP' }],
    closed: [{ port: 53 }],
    isPartial: false,
  });
  const { udpPorts: _, ...older } = scan([host([ssh])]);
  expect(compareScans(older, withUdp)).toMatchObject({ opened: [], closed: [], isPartial: true });
});

test('the verdict counts UDP ports beside those of TCP, and a UDP service is judged as any other', () => {
  const { verdict, findings } = judgeScan(withUdp);
  expect(verdict).toMatch(/^1 of 1,000 TCP ports and 1 of 5 UDP ports are open\. Needs attention: Administrative interface exposed\. /);
  expect(findings).toMatchObject([{ id: 'control-open', evidence: '192.0.2.1:161/udp: snmp, by its response' }]);
});

test('others see neither banners nor private addresses', () => {
  const facts = scan([host([ssh], { address: '10.1.2.3' })]);
  const head = { tool: 'network-scanner', schemaVersion: 1, target: '10.1.2.3', startedAtMs: 0, endedAtMs: 1 };
  const shown = JSON.stringify(stripReport(finishReport(head, { ...judgeScan(facts), ...facts })));
  expect(shown).not.toMatch(/10\.1\.2\.3|OpenSSH/);
});
