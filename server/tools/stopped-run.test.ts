import { createServer as createHttpServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startTestDns } from '../../tests/support/dns-server.ts';
import { impossibleCertificate } from '../../tests/support/hostile/answers.ts';
import { listenForTest } from '../../tests/support/listen.ts';
import { ecKeys, openTlsServer } from '../../tests/support/tls/tls-servers.ts';
import { loopback, openToolPorts, runToolOn } from '../../tests/support/tool-runs.ts';
import { dnsPostmasterTool } from '../../tools/dns-postmaster/server/dns-postmaster-tool.ts';
import { httpAuditorTool } from '../../tools/http-auditor/server/http-auditor-tool.ts';
import { networkScannerTool } from '../../tools/network-scanner/server/network-scanner-tool.ts';
import { subdomainRadarTool } from '../../tools/subdomain-radar/server/subdomain-radar-tool.ts';
import { tlsInspectorTool } from '../../tools/tls-inspector/server/tls-inspector-tool.ts';
import { createDns } from '../adapters/dns.ts';
import { runTool } from '../commands/tool/run-tool.ts';
import { prepareRun, runProbe, type Tool, type ToolPorts } from './tool.ts';

const listenHttp = () => listenForTest(createHttpServer((_, response) => response.setHeader('server', 'here').end('<title>x</title>')));

async function zonePorts(): Promise<ToolPorts> {
  const zone = { 'example.org': [{ type: 'A', data: '192.0.2.1' }], 'www.example.org': [{ type: 'A', data: '192.0.2.2' }] } as const;
  const server = await startTestDns(zone);
  onTestFinished(server.close);
  return openToolPorts(loopback, { dns: createDns({ allowedNetworks: loopback, server: server.server, triesMs: [500, 500] }) });
}

type Case = {
  readonly tool: Tool;
  /** At which step of it something throws. */
  readonly step: RegExp;
  readonly open: () => Promise<{ readonly target: string; readonly options?: object; readonly ports?: ToolPorts }>;
  /** What the report has seen by then. */
  readonly seen: object;
};

const cases: readonly Case[] = [
  {
    tool: tlsInspectorTool,
    step: /^Certificates/,
    open: async () => ({ target: `127.0.0.1:${await listenForTest(openTlsServer({ ...ecKeys, minVersion: 'TLSv1.3' }))}` }),
    seen: { protocols: [{ name: 'TLSv1.3' }] },
  },
  {
    tool: httpAuditorTool,
    step: /^Scoring/,
    open: async () => ({ target: `127.0.0.1:${await listenHttp()}` }),
    seen: { status: 200, headers: expect.arrayContaining([{ name: 'server', value: 'here' }]) },
  },
  {
    tool: networkScannerTool,
    step: /^Identifying/,
    open: async () => {
      const port = await listenHttp();
      return { target: '127.0.0.1', options: { ports: String(port) } };
    },
    seen: { openCount: 1, open: [{ address: '127.0.0.1' }] },
  },
  {
    tool: dnsPostmasterTool,
    step: /^CAA/,
    open: async () => ({ target: 'example.org', ports: await zonePorts() }),
    seen: { records: [{ type: 'A', value: '192.0.2.1' }] },
  },
  {
    tool: subdomainRadarTool,
    step: /^Names from other sources/,
    open: async () => ({
      target: 'example.org',
      options: { 'no-logs': true, 'no-probe': true, words: 'www mail', depth: '1' },
      ports: await zonePorts(),
    }),
    seen: { guessed: ['www.example.org'] },
  },
];

test.each(cases)('$tool.id stops at a fault of its own with a report of what it saw', async ({ tool, step, open, seen }) => {
  const { target, options = {}, ports = openToolPorts() } = await open();
  const { probe } = tool;
  if (probe === undefined) throw new Error('no probe');
  const prepared = prepareRun(probe, target, options);
  if (!prepared.ok) throw new Error(prepared.failure.message);
  const faults: string[] = [];
  const report = await runProbe({ ...tool, probe }, prepared.value, {
    ports,
    signal: new AbortController().signal,
    say: ({ doing }) => {
      if (step.test(doing)) throw new RangeError('Invalid time value');
    },
    onFault: ({ message }) => faults.push(message),
  });
  expect(report).toMatchObject({
    ok: true,
    value: {
      tool: tool.id,
      // No page takes it for a whole report.
      schemaVersion: 0,
      stopped: true,
      verdict: expect.stringMatching(/^Not finished: the tool stopped at a fault of its own\. Seen until then: (?!nothing)/),
      findings: expect.arrayContaining([
        expect.objectContaining({
          id: 'tool-stopped',
          severity: 'medium',
          evidence: expect.stringContaining('RangeError: Invalid time value'),
        }),
      ]),
      seen,
    },
  });
  expect(faults).toEqual(['Invalid time value']);
});

test('the command line prints such a report, and fails on it where it is told to fail on findings', async () => {
  let printed = '';
  const tool: Tool = {
    id: 'broken',
    schemaVersion: 1,
    usage: ['broken'],
    command: async ({ note }) => {
      note('three lines', { lines: [1, 2, 3] });
      return Promise.reject(new TypeError('fetch of \u001b[2J undefined'));
    },
  };
  const code = await runTool(['broken', 'x', '--fail-on', 'medium', '--json'], {
    tools: [tool],
    openPorts: () => openToolPorts(),
    readInput: () => Promise.reject(new Error('none')),
    print: (text) => {
      printed += text;
    },
    tell: () => {},
    isTerminal: false,
    signal: new AbortController().signal,
  });
  expect(code).toBe(1);
  expect(JSON.parse(printed)).toMatchObject({ target: 'x', seen: { lines: [1, 2, 3] } });
  expect(printed).toContain('TypeError: fetch of ·[2J undefined');
});

test('a run that was cancelled is cancelled, whatever it throws', async () => {
  const cancel = new AbortController();
  const { probe } = tlsInspectorTool;
  if (probe === undefined) throw new Error('no probe');
  const run = async () => {
    cancel.abort();
    throw new Error('closed');
  };
  const given = { ports: openToolPorts(), signal: cancel.signal, say: () => {} };
  const ended = await runProbe({ ...tlsInspectorTool, probe: { ...probe, run } }, { target: 'x.test', options: {} }, given);
  expect(ended).toEqual({ ok: false, failure: { code: 'cancelled', message: 'Cancelled.' } });
});

test('a certificate whose last day no calendar has is a finding of TLS Inspector, and of Network Scanner', async () => {
  const port = await listenForTest(openTlsServer({ ...impossibleCertificate, minVersion: 'TLSv1.3' }));
  const inspected = await runToolOn(tlsInspectorTool, `127.0.0.1:${port}`, {}, openToolPorts());
  expect(inspected).toMatchObject({
    ok: true,
    value: {
      schemaVersion: 2,
      grade: 'T',
      certificates: [{ validTo: '', daysLeft: 0 }],
      findings: expect.arrayContaining([expect.objectContaining({ id: 'impossible-day', severity: 'critical' })]),
    },
  });
  const scanned = await runToolOn(networkScannerTool, '127.0.0.1', { ports: String(port) }, openToolPorts());
  expect(scanned).toMatchObject({
    ok: true,
    value: {
      hosts: [{ open: [{ tls: { validTo: '' } }] }],
      findings: expect.arrayContaining([expect.objectContaining({ id: 'certificate-day-impossible' })]),
    },
  });
});
