import { finishReport } from '@castellan/probes/finish-report';
import type { Report } from '@castellan/probes/report';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { RunOptions } from '../../../web/app/domains/tool-reports/report-tool.ts';
import { ReportView } from '../../../web/app/domains/tool-reports/report-view.tsx';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { openPage } from '../../../web/app/testing/open-page.tsx';
import { seen } from '../../../web/app/testing/steps.ts';
import type { HostFacts, ScanFacts, ScanSeen } from '../knowledge/scan-facts.ts';
import { judgeScan } from '../knowledge/scan-verdict.ts';
import { RunningScan } from './running-scan.tsx';
import { ScanDifference } from './scan-difference.tsx';
import { ScanOptions } from './scan-options.tsx';
import { scanReportTool } from './scan-report-tool.ts';

const host: HostFacts = {
  address: '192.0.2.7',
  name: 'lab.example.org',
  otherAddresses: ['2001:db8::7'],
  open: [
    {
      port: 22,
      service: 'ssh',
      by: 'answer',
      banners: { greeting: 'SSH-2.0-OpenSSH_9.2p1', ssh: { protocol: '2.0', software: 'OpenSSH 9.2p1', comments: 'Debian-2' } },
    },
    { port: 80, service: 'http', by: 'answer', http: { status: 301, location: 'https://lab.example.org/' } },
    {
      port: 443,
      service: 'https',
      by: 'answer',
      http: { status: 200, title: 'The lab' },
      tls: { protocol: 'TLSv1.3', subject: 'lab.example.org', names: [], issuer: 'R3', validTo: '2027-01-22T00:00:00.000Z', daysLeft: 61 },
    },
    { port: 5432, service: 'postgresql', by: 'port' },
    { port: 16_379, service: 'redis', by: 'answer', confidence: 10, access: 'open', banners: { product: 'Redis', version: '7.0.15' } },
    { port: 10_250, service: 'https', by: 'answer', usual: 'kubelet', http: { status: 404 } },
    { port: 22_000, service: 'unknown', by: 'port' },
  ],
  closed: 63_482,
  filtered: 2048,
  filteredPorts: '16384-18431',
  untried: 0,
  reasons: { 'syn-ack': 5, 'conn-refused': 63_482, 'no-response': 2048 },
  roundTripMs: 0.4,
};

function reportOf(more: Partial<ScanFacts> = {}): Report {
  const facts: ScanFacts = { hosts: [host], silent: [], ports: '1-65535', portCount: 65_535, attempts: 70_000, loss: 0, ...more };
  const head = {
    tool: 'network-scanner',
    schemaVersion: 1,
    target: 'lab.example.org',
    startedAtMs: 1_795_000_000_000,
    endedAtMs: 1_795_000_003_400,
  };
  return finishReport(head, { ...judgeScan(facts), ...facts });
}

const show = (element: React.ReactElement) =>
  openPage('/', [{ path: '/', element: <main className="mx-auto max-w-[75rem] p-6">{element}</main> }]);

test('a report shows the plate, what listens, how sure that is, and who looks closer', async () => {
  await show(
    <>
      <h1>Network Scanner</h1>
      <ReportView report={reportOf()} tool={scanReportTool} />
    </>,
  );
  await seen(page.getByRole('heading', { name: /7 of 65,535 TCP ports are open\. Needs attention: .*, and 2 more\. Not looked at: / }));
  await seen(page.getByRole('img', { name: 'Map of the ports of 192.0.2.7: 7 open, 2048 filtered, 63482 closed' }));
  await seen(page.getByText('301 to https://lab.example.org/'));
  await seen(page.getByText('postgresql (by port number)'));
  await seen(page.getByText('no password required', { exact: true }));
  await seen(page.getByText('Redis 7.0.15', { exact: true }));
  await seen(page.getByText('· usually kubelet'));
  await expect.element(page.getByRole('link', { name: 'Inspect' })).toHaveAttribute('href', '/tls-inspector#target=lab.example.org%3A443');
  expect(await accessibilityFaults('report')).toEqual([]);
});

test('a report shows UDP ports with those in doubt, and what came of each sign-in attempt', async () => {
  const udp = {
    open: [
      { port: 161, service: 'snmp', by: 'answer' as const, confidence: 10, banners: { greeting: 'SNMP version 3', product: 'Net-SNMP' } },
    ],
    ...{ closed: '53,67-69', silent: '137-138,1900', filtered: '', untried: '' },
  };
  const signIns = [
    { service: 'ftp' as const, port: 21, outcome: 'refused' as const, said: '530' },
    { service: 'ldap' as const, port: 389, outcome: 'accepted' as const, reads: true, said: 'bind succeeded' },
    { service: 'snmp' as const, port: 161, outcome: 'unclear' as const, said: 'no response' },
  ];
  const report = reportOf({
    hosts: [{ ...host, udp, signIns }],
    ...{ udpPorts: '53,67-69,137-138,161,1900', asked: { services: true, udp: true, signIns: true } },
  });
  await show(
    <>
      <h1>Network Scanner</h1>
      <ReportView report={report} tool={scanReportTool} />
    </>,
  );
  await seen(page.getByText('UDP: 1 open · 4 closed · 3 open or filtered (137-138, 1900)'));
  await seen(page.getByRole('rowheader', { name: '161/udp' }));
  const attempts = page.getByRole('region', { name: 'Sign-in attempts' });
  await seen(attempts.getByText('accepted: bind succeeded, entries readable'));
  await seen(attempts.getByText('no result: no response'));
  await seen(page.getByRole('heading', { name: 'LDAP directory readable without authentication' }));
  expect(await accessibilityFaults('report with UDP')).toEqual([]);
});

test('sign-in attempts are a consent of their own that names them; alone they scan no other ports, and no scan is left without any', async () => {
  let chosen: RunOptions = {};
  function Form() {
    const [options, setOptions] = useState<RunOptions>({});
    chosen = options;
    return <ScanOptions options={options} onChange={setOptions} />;
  }
  await show(
    <>
      <h1>Options</h1>
      <Form />
    </>,
  );
  const signIn = page.getByLabelText('I may try to sign in to this target');
  await expect.element(signIn).not.toBeChecked();
  await expect
    .element(signIn)
    .toHaveAccessibleDescription(/anonymous FTP, an anonymous LDAP bind and the SNMP community “public”, and nothing else/);
  await signIn.click();
  const ports = page.getByLabelText('Ports', { exact: true });
  await expect.element(ports).toHaveDisplayValue('Only FTP, LDAP and SNMP');
  expect(chosen).toEqual({ 'try-sign-in': true });
  await ports.selectOptions('1,000 most common');
  expect(chosen).toEqual({ 'try-sign-in': true, ports: 'top1000' });
  await page.getByLabelText('UDP ports').click();
  await ports.selectOptions('No TCP ports');
  expect(chosen).toEqual({ 'try-sign-in': true, udp: true, ports: 'none' });
  await signIn.click();
  expect(chosen).toEqual({ udp: true, ports: 'none' });
  await page.getByLabelText('UDP ports').click();
  expect(chosen).toEqual({});
  expect(await accessibilityFaults('options')).toEqual([]);
});

test('a running scan fills its plate and counts', async () => {
  const now: ScanSeen = {
    target: 'lab.example.org',
    hosts: 1,
    tried: '1-41215',
    filteredPorts: '16384-18431',
    open: [
      { address: '192.0.2.7', port: 22, service: 'ssh', by: 'answer' },
      { address: '192.0.2.7', port: 5432, service: 'postgresql', by: 'port' },
    ],
    openCount: 2,
    filtered: 2048,
    closed: 39_166,
    perSecond: 19_400,
    secondsLeft: 1.3,
    roundTripMs: 0.4,
  };
  await show(
    <>
      <h1>Network Scanner</h1>
      <RunningScan seen={now} />
    </>,
  );
  await seen(page.getByText('19,400 a second · about 2 s left · round trip 0.4 ms'));
  await seen(page.getByRole('img', { name: 'Map of the ports: 2 open, 2048 filtered, 39166 closed so far' }));
  await seen(page.getByText('postgresql (by port number)'));
  expect(await accessibilityFaults('running')).toEqual([]);
});

test('the difference names ports that opened and closed', async () => {
  const [ssh, ...others] = host.open;
  const before = reportOf({ hosts: [{ ...host, open: others }] });
  const after = reportOf({ hosts: [{ ...host, open: ssh === undefined ? [] : [ssh] }] });
  await show(
    <>
      <h1>Difference</h1>
      <h2>Ports</h2>
      <ScanDifference before={before} after={after} />
    </>,
  );
  await seen(page.getByRole('heading', { name: 'Opened' }));
  await seen(page.getByText('ssh, OpenSSH 9.2p1'));
  await seen(page.getByText('192.0.2.7:5432'));
});
