import { finishReport } from '@castellan/probes/finish-report';
import { stripReport } from '@castellan/probes/strip-report';
import { expect, test } from 'vitest';
import { compareScans } from './compare-scans.ts';
import { scanAsNmapXml } from './nmap-xml.ts';
import type { HostFacts, OpenPort, ScanFacts } from './scan-facts.ts';
import { describeScan, judgeScan } from './scan-findings.ts';

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
    opened: [{ address: '192.0.2.1', port: 23, after: 'telnet' }],
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

test('what should not be reachable is a finding, and the verdict counts it', () => {
  const facts = scan([host([ssh, telnet])], { loss: 0.02, silent: ['192.0.2.2'] });
  const findings = judgeScan(facts);
  expect(findings.map(({ id, severity }) => [id, severity])).toEqual([
    ['telnet-open', 'high'],
    ['answers-lost', 'info'],
    ['addresses-silent', 'info'],
  ]);
  expect(describeScan(facts, findings)).toEqual({
    verdict: 'Of 1,000 ports 2 are open, and one should not be reachable as it is.',
    mark: '2 open',
  });
  expect(describeScan(scan([], { silent: ['192.0.2.2'] }), []).verdict).toBe('None of 1 addresses answered.');
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

test('others see neither banners nor private addresses', () => {
  const facts = scan([host([ssh], { address: '10.1.2.3' })]);
  const head = { tool: 'network-scanner', schemaVersion: 1, target: '10.1.2.3', startedAtMs: 0, endedAtMs: 1 };
  const shown = JSON.stringify(stripReport(finishReport(head, { verdict: 'One.', findings: judgeScan(facts), ...facts })));
  expect(shown).not.toMatch(/10\.1\.2\.3|OpenSSH/);
});
