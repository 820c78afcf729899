import { judge } from '@castellan/probes/judgement';
import { isAtLeast } from '@castellan/probes/report';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePortList } from './port-list.ts';
import { checkScan } from './scan-checks.ts';
import type { HostFacts, OpenPort, ScanFacts, SignIn } from './scan-facts.ts';
import { findInScan } from './scan-findings.ts';
import { didAnswer } from './scan-parts.ts';
import { judgeScan } from './scan-verdict.ts';
import { serviceRules } from './service-rules.ts';
import { usualPortsOf } from './services.ts';

const service = fc.constantFrom('http', 'ssh', 'telnet', 'redis', 'mysql', 'docker', 'ftp', 'vnc', 'socks', 'tls', 'unknown', 'snmp');
const openPort: fc.Arbitrary<OpenPort> = fc.record(
  {
    port: fc.integer({ min: 1, max: 65_535 }),
    service,
    by: fc.constantFrom('answer' as const, 'port' as const),
    access: fc.constantFrom('open' as const, 'asked' as const),
  },
  { requiredKeys: ['port', 'service', 'by'] },
);
const signIn: fc.Arbitrary<SignIn> = fc.record(
  {
    service: fc.constantFrom('ftp' as const, 'ldap' as const, 'snmp' as const),
    port: fc.constantFrom(21, 389, 161),
    outcome: fc.constantFrom('accepted' as const, 'refused' as const, 'unclear' as const),
    reads: fc.boolean(),
    said: fc.constant('530'),
  },
  { requiredKeys: ['service', 'port', 'outcome', 'said'] },
);
const list = fc.constantFrom('', '53', '53,123', '67-69');
const host: fc.Arbitrary<HostFacts> = fc.record(
  {
    address: fc.constantFrom('192.0.2.1', '2001:db8::1'),
    open: fc.array(openPort, { maxLength: 4 }),
    closed: fc.nat(3),
    filtered: fc.nat(3),
    filteredPorts: fc.constant(''),
    untried: fc.constantFrom(0, 0, 0, 7),
    reasons: fc.constant({}),
    signIns: fc.array(signIn, { maxLength: 3 }),
    udp: fc.record({ open: fc.array(openPort, { maxLength: 2 }), closed: list, silent: list, filtered: list, untried: fc.constant('') }),
  },
  { requiredKeys: ['address', 'open', 'closed', 'filtered', 'filteredPorts', 'untried', 'reasons'] },
);
const asked = fc.record({ services: fc.boolean(), udp: fc.boolean(), signIns: fc.boolean() });
const scans: fc.Arbitrary<ScanFacts> = fc.record(
  {
    hosts: fc.array(host, { maxLength: 3 }),
    asked,
    silent: fc.constantFrom<readonly string[]>([], ['192.0.2.9']),
    ports: fc.constant('1-1000'),
    portCount: fc.constant(1000),
    udpPorts: fc.constant('53,67-69,123'),
    attempts: fc.nat(),
    loss: fc.constantFrom(0, 0.1),
  },
  { requiredKeys: ['hosts', 'silent', 'ports', 'portCount', 'attempts', 'loss'] },
);

const named: OpenPort = { port: 80, service: 'http', by: 'answer' };
const quiet: HostFacts = { address: '192.0.2.1', open: [], closed: 0, filtered: 1000, filteredPorts: '1-1000', untried: 0, reasons: {} };
const scan = (hosts: readonly HostFacts[], more: Partial<ScanFacts> = {}): ScanFacts => ({
  ...{ hosts, silent: [], ports: '1-1000', portCount: 1000, attempts: 1000, loss: 0 },
  ...{ asked: { services: true, udp: false, signIns: false } },
  ...more,
});

test('a scan is sound only if something answered, every port was tried, something said what it is, and no finding is medium or worse', () => {
  fc.assert(
    fc.property(scans, (facts) => {
      const { verdict, findings } = judgeScan(facts);
      const open = facts.hosts.flatMap((one) => [...one.open, ...(one.udp?.open ?? [])]);
      const mayBeSound =
        facts.hosts.some(didAnswer) &&
        facts.hosts.every(({ untried }) => untried === 0) &&
        (open.length === 0 || open.some(({ by }) => by === 'answer')) &&
        !findings.some(({ severity }) => isAtLeast(severity, 'medium'));
      expect(verdict.startsWith('Sound')).toBe(mayBeSound);
    }),
  );
});

test('every check is there in every scan; it failed if and only if there is a finding of it, with its severity', () => {
  const ids = checkScan(scan([]), []).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  fc.assert(
    fc.property(scans, (facts) => {
      const findings = findInScan(facts);
      const checks = checkScan(facts, findings);
      expect(checks.map(({ id }) => id)).toEqual(ids);
      for (const { id, severity } of findings.filter((finding) => ids.includes(finding.id) && finding.severity !== 'info')) {
        const check = checks.find((one) => one.id === id);
        expect(check?.state === 'failed' && isAtLeast(check.severity, severity)).toBe(true);
      }
      const grave = checks.filter((one) => one.state === 'failed');
      if (findings.every(({ severity }) => severity === 'info')) expect(grave).toEqual([]);
    }),
  );
});

test('no service check passes while an open port has not said what it is, or nothing answered', () => {
  const about = /open$|unguarded$|ssh-1|certificates-valid/;
  fc.assert(
    fc.property(scans, (facts) => {
      const open = facts.hosts.flatMap((one) => [...one.open, ...(one.udp?.open ?? [])]);
      fc.pre(!facts.hosts.some(didAnswer) || open.some(({ by }) => by === 'port'));
      for (const { id, state } of checkScan(facts, findInScan(facts))) if (about.test(id)) expect([id, state]).not.toEqual([id, 'passed']);
    }),
  );
});

test('a service is not called absent where one of its usual ports was not scanned, or is filtered', () => {
  const web = { ...quiet, open: [named], filtered: 0, filteredPorts: '' };
  const stateOf = (facts: ScanFacts, id: string) => checkScan(facts, findInScan(facts)).find((one) => one.id === id)?.state;
  expect(stateOf(scan([web], { ports: '80', portCount: 1 }), 'telnet-open')).toBe('not_looked_at');
  expect(stateOf(scan([web], { ports: '1-65535', portCount: 65_535 }), 'telnet-open')).toBe('passed');
  const guarded = { ...web, filtered: 1, filteredPorts: '23' };
  expect(stateOf(scan([guarded], { ports: '1-65535', portCount: 65_535 }), 'telnet-open')).toBe('not_looked_at');
  expect(stateOf(scan([web], { ports: '1-65535', portCount: 65_535 }), 'reflector-open')).toBe('not_looked_at');
});

test('the 1,000 most usual ports hold each port where a service that is judged usually listens', () => {
  const thousand = parsePortList('top1000');
  const missing = serviceRules.flatMap(({ services }) =>
    usualPortsOf(services).filter((port) => !thousand.ok || !thousand.value.includes(port)),
  );
  expect(missing).toEqual([]);
});

test('a sign-in check passes only where every attempt was refused, and is not looked at where none was asked for', () => {
  const facts = (signIns: readonly SignIn[], isAsked = true) =>
    scan([{ ...quiet, closed: 1000, filtered: 0, signIns }], { asked: { services: true, udp: false, signIns: isAsked } });
  const stateOf = (given: ScanFacts, id: string) => checkScan(given, findInScan(given)).find((one) => one.id === id)?.state;
  const refused: SignIn = { service: 'snmp', port: 161, outcome: 'refused', said: 'error status 16' };
  expect(stateOf(facts([refused]), 'snmp-anonymous')).toBe('passed');
  expect(stateOf(facts([{ ...refused, outcome: 'unclear', said: 'no response' }]), 'snmp-anonymous')).toBe('not_looked_at');
  expect(stateOf(facts([{ ...refused, outcome: 'accepted' }]), 'snmp-anonymous')).toBe('failed');
  expect(stateOf(facts([], false), 'snmp-anonymous')).toBe('not_looked_at');
  const silent = { ...quiet, closed: 990, filtered: 10 };
  expect(stateOf(scan([silent], { asked: { services: true, udp: false, signIns: true } }), 'ftp-anonymous')).toBe('not_looked_at');
});

test.each([
  ['ftp', undefined, 'medium', 'Anonymous FTP login allowed'],
  ['ldap', false, 'medium', 'LDAP anonymous bind allowed'],
  ['ldap', true, 'high', 'LDAP directory readable without authentication'],
  ['snmp', undefined, 'high', 'SNMP community “public” accepted'],
] as const)('%s that lets anybody in (reads: %s) is of %s severity', (service, reads, severity, title) => {
  const signIns: readonly SignIn[] = [{ service, port: 1, outcome: 'accepted', said: 'x', ...(reads === undefined ? {} : { reads }) }];
  expect(findInScan(scan([{ ...quiet, closed: 1, signIns }]))).toMatchObject([{ id: `${service}-anonymous`, severity, title }]);
});

test('whatever was not looked at has its reason, and the verdict names one', () => {
  fc.assert(
    fc.property(scans, (facts) => {
      const { verdict, findings, checks } = judgeScan(facts);
      const { unseen } = judge({ findings, checks });
      expect(unseen.every(({ reason }) => reason !== '')).toBe(true);
      if (unseen.length > 0) expect(unseen.some(({ reason }) => verdict.includes(reason))).toBe(true);
    }),
  );
});

test.each([
  ['all filtered', scan([quiet]), 'No verdict: the target could not be seen: 1,000 ports filtered or silent.', undefined],
  [
    'all silent',
    scan([], { silent: ['192.0.2.1', '192.0.2.2'] }),
    'No verdict: the targets could not be seen: 2 addresses filtered or silent.',
    undefined,
  ],
  [
    'a run that ended early',
    scan([{ ...quiet, open: [named], filtered: 0, untried: 400 }]),
    'No verdict: 400 ports could not be seen: the run reached its time limit.',
    '1 open',
  ],
  [
    'identification switched off',
    scan([{ ...quiet, open: [{ port: 9, service: 'discard', by: 'port' }], closed: 999, filtered: 0 }], {
      asked: { services: false, udp: false, signIns: false },
    }),
    'No verdict: the service on 1 open port could not be seen: service identification was switched off.',
    '1 open',
  ],
  [
    'a firewall in front of a web server',
    scan([{ ...quiet, open: [named], filtered: 999 }]),
    'Sound: 1 of 1,000 TCP ports is open, and no finding needs attention. Not looked at: 999 filtered ports (no response, or rejected by a firewall), and 17 more.',
    '1 open',
  ],
] as const)('%s: the verdict says how far it goes', (_, facts, verdict, mark) => {
  const judged = judgeScan(facts);
  expect([judged.verdict, judged.mark]).toEqual([verdict, mark]);
});
