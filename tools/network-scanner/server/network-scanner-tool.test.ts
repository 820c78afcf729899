import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareRun } from '../../../server/tools/tool.ts';
import { needs } from '../../../tests/support/needs.ts';
import type { HostFacts, ScanFacts } from '../knowledge/scan-facts.ts';
import { networkScannerTool } from './network-scanner-tool.ts';

const namespaces = ['-n', '-m'];
const canUnshare = process.platform === 'linux' && spawnSync('unshare', [...namespaces, 'ip', 'link', 'set', 'lo', 'up']).status === 0;

/** A run, and what its host was told, by port. */
type Watched = { readonly report: ScanFacts; readonly told: Readonly<Record<string, readonly string[]>> };

type Seen = {
  readonly silent: readonly number[];
  readonly all: ScanFacts;
  readonly six: ScanFacts;
  readonly range: ScanFacts;
  readonly refused: { readonly code: string };
  readonly onlySignIns: Watched;
  readonly onlyUdp: Watched;
  readonly plain: Watched;
  readonly ended: { readonly code: string };
  readonly tookMs: number;
};

// Never the machine's own loopback: other programs listen there.
test('in a namespace every listener of 65,535 ports is found and named, each option sends what it tests alone, and a cancelled scan ends at once', {
  timeout: 90_000,
}, (context) => {
  needs(context, canUnshare, 'it needs namespaces of its own (unshare --net --mount)');
  const ran = spawnSync(
    'unshare',
    [...namespaces, process.execPath, join(import.meta.dirname, '..', '..', '..', 'tests', 'support', 'scan-lab.ts')],
    {
      encoding: 'utf8',
      timeout: 80_000,
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  expect(ran.status, ran.stderr).toBe(0);
  const { silent, all, six, range, refused, onlySignIns, onlyUdp, plain, ended, tookMs } = JSON.parse(ran.stdout) as Seen;
  const [host] = all.hosts as readonly [HostFacts];
  expect(host.open.map(({ port }) => port)).toEqual([...silent, 80, 2222, 33_221].toSorted((one, other) => one - other));
  expect(host).toMatchObject({ closed: 65_535 - 203, filtered: 0, untried: 0, filteredPorts: '' });
  const at = (facts: ScanFacts, wanted: number) => facts.hosts.flatMap(({ open }) => open).find(({ port }) => port === wanted);
  expect(at(all, 80)).toMatchObject({
    service: 'http',
    by: 'answer',
    http: { status: 200, title: 'The lab' },
    banners: { server: 'lab/1' },
  });
  expect(at(all, 2222)).toMatchObject({
    service: 'ssh',
    by: 'answer',
    banners: { ssh: { software: 'OpenSSH 9.2p1', comments: 'Debian-2' } },
  });
  expect(at(all, 33_221)).toMatchObject({
    service: 'https',
    by: 'answer',
    http: { title: 'Sealed lab' },
    tls: { daysLeft: expect.any(Number) },
  });
  expect(six.hosts).toMatchObject([{ address: '::1', open: [{ port: 22, service: 'ssh' }], closed: 99 }]);
  expect(range.hosts.map(({ address, open }) => [address, open.map(({ port }) => port)])).toEqual([
    ['127.0.0.2', []],
    ['127.0.0.3', [8080]],
  ]);
  // An option that tests one thing sends nothing else.
  expect(Object.keys(onlySignIns.told).toSorted()).toEqual(['161/udp', '21/tcp', '389/tcp']);
  expect(onlySignIns.told['21/tcp']?.join('')).toMatch(/^USER anonymous\r\n(?:QUIT\r\n)?$/);
  expect(onlySignIns.told['161/udp']?.every((datagram) => datagram.includes('public'))).toBe(true);
  expect(onlySignIns.report.hosts[0]?.signIns).toMatchObject([
    { service: 'ftp', port: 21, outcome: 'refused', said: '530' },
    { service: 'ldap', port: 389, outcome: 'unclear' },
    { service: 'snmp', port: 161, outcome: 'unclear' },
  ]);
  expect(Object.keys(onlyUdp.told).toSorted()).toEqual(['161/udp', '53/udp']);
  expect(onlyUdp.told['161/udp']?.some((datagram) => datagram.includes('public'))).toBe(false);
  expect(onlyUdp.report.hosts[0]?.udp).toMatchObject({ open: [], silent: '53,161', filtered: '', untried: '' });
  expect(Object.keys(plain.told).toSorted()).toEqual(['21/tcp']);
  expect(plain.told['21/tcp']?.join('')).not.toContain('USER');
  expect(refused.code).toBe('address_refused');
  expect(ended.code).toBe('cancelled');
  expect(tookMs).toBeLessThan(250);
});

test.each([
  ['192.0.2.1', { ports: '0' }],
  ['192.0.2.1', { ports: 'none' }],
  ['192.0.2.1', { ports: 'most' }],
  ['192.0.2.1', { more: 1 }],
  ['192.0.2.0/8', {}],
])('%s with %j is refused before any packet', (target, options) => {
  const { probe } = networkScannerTool;
  expect(probe === undefined ? undefined : prepareRun(probe, target, options)).toMatchObject({
    ok: false,
    failure: { code: 'input_refused' },
  });
});
