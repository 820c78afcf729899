import { succeed } from '@castellan/foundation/result';
import { judge } from '@castellan/probes/judgement';
import type { Report } from '@castellan/probes/report';
import { afterEach, describe, expect, test } from 'vitest';
import { createDns } from '../../../server/adapters/dns.ts';
import { runTool } from '../../../server/commands/tool/run-tool.ts';
import { startTestDns, type TestZone } from '../../../tests/support/dns-server.ts';
import { loopback, openToolPorts, runToolOn } from '../../../tests/support/tool-runs.ts';
import type { MailReportFacts } from '../knowledge/mail-report.ts';
import { readSpfSuite } from '../tests/spf-suite.ts';
import { dnsPostmasterTool } from './dns-postmaster-tool.ts';

type MailReport = Report<MailReportFacts>;

const opened: { readonly close: () => unknown }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

async function start(zone: TestZone) {
  const server = await startTestDns(zone);
  opened.push(server);
  return server;
}

/** The command as a terminal calls it, with every other way out closed. */
async function call(
  dns: string,
  ...given: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const said = { out: '', err: '' };
  const closed = () => {
    throw new Error('nothing but DNS may be asked');
  };
  const code = await runTool(['dns-postmaster', '--mail', ...given, '--dns', dns, '--json'], {
    tools: [dnsPostmasterTool],
    openPorts: (server) =>
      openToolPorts(loopback, {
        dns: createDns({ allowedNetworks: loopback, server, triesMs: [20_000] }),
        sockets: { connect: closed, admit: closed, knock: closed, datagrams: closed },
        egress: { send: closed },
      }),
    readInput: closed,
    print: (text) => {
      said.out += text;
    },
    tell: (text) => {
      said.err += text;
    },
    isTerminal: false,
    signal: new AbortController().signal,
  });
  return { code, ...said };
}

async function tryMail(dns: string, ip: string, mailFrom: string | undefined, helo: string | undefined): Promise<MailReport> {
  const from = mailFrom === undefined ? [] : [`--mail-from=${mailFrom}`];
  const made = await call(dns, '--ip', ip, ...from, ...(helo === undefined ? [] : [`--helo=${helo}`]));
  if (made.code !== 0) throw new Error(made.err);
  return JSON.parse(made.out) as MailReport;
}

describe('the suite of RFC 7208, by the command line', () => {
  test.for(readSpfSuite('SERVFAIL'))('$description', async ({ zone, cases }) => {
    const { server } = await start(zone);
    for (const { name, helo, host, mailfrom, result, explanation } of cases) {
      const { spf } = await tryMail(server, host, mailfrom, helo);
      expect([result].flat(), `${name}: ${spf.reason}`).toContain(spf.result);
      if (explanation !== undefined) expect(spf.explanation === '' ? 'DEFAULT' : spf.explanation, name).toBe(explanation);
    }
  });

  test('has 203 cases', () => expect(readSpfSuite('SERVFAIL').flatMap(({ cases }) => cases)).toHaveLength(203));
});

const zone: TestZone = {
  'example.org': [
    { type: 'TXT', data: 'v=spf1 ip4:192.0.2.0/28 include:_spf.example.org mx -all' },
    { type: 'MX', data: { preference: 10, exchange: 'mail.example.org' } },
  ],
  '_spf.example.org': [{ type: 'TXT', data: 'v=spf1 a:out.example.org ~all' }],
  'mail.example.org': [
    { type: 'A', data: '192.0.2.25' },
    { type: 'TXT', data: 'v=spf1 a -all' },
  ],
  'out.example.org': [{ type: 'A', data: '192.0.2.40' }],
  'under_score.example.org': [{ type: 'TXT', data: 'v=spf1 exists:%{l}.%{h} -all' }],
  'xn--bcher-kva.example': [{ type: 'TXT', data: 'v=spf1 ip4:192.0.2.1 -all' }],
  'down.example': ['SERVFAIL'],
};

test('a mail by itself asks what SPF asks, and nothing else; every mechanism is told in order', async () => {
  const { server, asked } = await start(zone);
  const made = await tryMail(server, '192.0.2.25', 'a@example.org', 'mail.example.org');
  expect(asked).toEqual(['TXT example.org', 'TXT _spf.example.org', 'A out.example.org', 'MX example.org', 'A mail.example.org']);
  expect(made).toMatchObject({
    target: 'mail from 192.0.2.25',
    verdict: 'SPF result: pass, by mx. Not looked at: DMARC alignment (only SPF was evaluated, without a From domain).',
    mark: 'pass',
    tried: { ip: '192.0.2.25', mailFrom: 'a@example.org', helo: 'mail.example.org', identity: 'MAIL FROM', domain: 'example.org' },
    spf: { result: 'pass', mechanism: 'mx', lookups: 3 },
    checks: [
      { id: 'spf', state: 'passed' },
      { id: 'dmarc-alignment', state: 'not_looked_at' },
    ],
    findings: [],
  });
  expect(judge(made).standing).toBe('open');
  expect(made.spf.steps.map(({ depth, term, outcome }) => `${depth} ${term} ${outcome}`)).toEqual([
    '0 v=spf1 ip4:192.0.2.0/28 include:_spf.example.org mx -all record',
    '0 ip4:192.0.2.0/28 no match',
    '1 v=spf1 a:out.example.org ~all record',
    '1 a:out.example.org no match',
    '1 ~all match',
    '0 include:_spf.example.org no match',
    '0 mx match',
  ]);
});

test.for([
  // The HELO name stands for an empty MAIL FROM, and is a domain name or nothing.
  { mailFrom: undefined, helo: 'mail.example.org', result: 'pass', reason: '', asked: 2 },
  { mailFrom: '<>', helo: 'MAIL.Example.ORG.', result: 'pass', reason: '', asked: 2 },
  { mailFrom: '', helo: '[192.0.2.25]', result: 'none', reason: '[192.0.2.25] is an address literal, not a domain name', asked: 0 },
  {
    mailFrom: '',
    helo: '[IPv6:2001:db8::1]',
    result: 'none',
    reason: '[ipv6:2001:db8::1] is an address literal, not a domain name',
    asked: 0,
  },
  { mailFrom: '', helo: `${'a'.repeat(64)}.example.org`, result: 'none', reason: /has a label of more than 63 characters$/, asked: 0 },
  { mailFrom: '', helo: `${'abcdefgh.'.repeat(30)}example.org`, result: 'none', reason: /has more than 253 characters$/, asked: 0 },
  { mailFrom: '', helo: 'localhost', result: 'none', reason: 'localhost is not a fully qualified domain name', asked: 0 },
  { mailFrom: '', helo: 'a..example.org', result: 'none', reason: 'a..example.org has an empty label', asked: 0 },
  { mailFrom: '', helo: '', result: 'none', reason: 'There is no domain to check', asked: 0 },
  { mailFrom: '', helo: 'no such name.example', result: 'none', reason: 'no such name.example has no SPF record', asked: 1 },
  // Local parts are handed to macros as they are written.
  { mailFrom: '"a b@c"@example.org', helo: '', result: 'pass', reason: '', asked: 5 },
  { mailFrom: '@example.org', helo: 'x', result: 'pass', reason: '', asked: 5 },
  { mailFrom: 'example.org', helo: 'x', result: 'pass', reason: '', asked: 5 },
  { mailFrom: '<@relay.example:a@example.org.>', helo: 'x', result: 'pass', reason: '', asked: 5 },
  {
    mailFrom: 'a@[192.0.2.25]',
    helo: 'mail.example.org',
    result: 'none',
    reason: '[192.0.2.25] is an address literal, not a domain name',
    asked: 0,
  },
  { mailFrom: 'a@', helo: 'mail.example.org', result: 'none', reason: 'There is no domain to check', asked: 0 },
  { mailFrom: 'a@under_score.example.org', helo: '[192.0.2.25]', result: 'fail', reason: '', asked: 2 },
  { mailFrom: 'a@bücher.example', helo: 'x', result: 'fail', reason: '', asked: 1 },
  { mailFrom: 'a@down.example', helo: 'x', result: 'temperror', reason: 'down.example: the server failed (SERVFAIL)', asked: 1 },
])('MAIL FROM $mailFrom and HELO $helo give $result, as RFC 7208 has it', async ({ mailFrom, helo, result, reason, asked }) => {
  const server = await start(zone);
  const { spf } = await tryMail(server.server, '192.0.2.25', mailFrom, helo);
  expect(spf.result).toBe(result);
  expect(spf.reason).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
  expect(server.asked).toHaveLength(asked);
});

test('without a local part the macros say postmaster', async () => {
  const { server, asked } = await start(zone);
  await tryMail(server, '192.0.2.25', '@under_score.example.org', 'helo.example');
  expect(asked).toEqual(['TXT under_score.example.org', 'A postmaster.helo.example']);
});

test.for(
  [
    [],
    ['--ip', '300.1.1.1', '--helo', 'a.example'],
    ['--ip', '192.0.2.1'],
    ['--ip', '192.0.2.1', '--helo', 'a.example', 'example.org'],
    ['--ip', '192.0.2.1', '--helo', 'a.example', '--blocklists'],
    ['--ip', '192.0.2.1', '--helo', 'a.example', '--selectors', 'a'],
    ['--ip', '192.0.2.1', '--helo', 'a'.repeat(1_001)],
  ].map((given) => ({ given })),
)('$given is no mail to try, and sends nothing', async ({ given }) => {
  const { server, asked } = await start(zone);
  expect(await call(server, ...given)).toMatchObject({ code: 2, out: '' });
  expect(asked).toEqual([]);
});

test('a job tries a mail by a target of its own, which no other tool takes and no option widens', async () => {
  const server = await start(zone);
  const ports = openToolPorts(loopback, {
    dns: createDns({ allowedNetworks: loopback, server: server.server, triesMs: [20_000] }),
    egress: { send: async () => succeed({ status: 200, headers: {}, body: Buffer.from('') }) },
  });
  const run = (target: string, options: object) => runToolOn(dnsPostmasterTool, target, options, ports);
  expect(await run('Mail from 2001:DB8::1', { helo: 'mail.example.org' })).toMatchObject({
    ok: true,
    value: {
      target: 'mail from 2001:db8::1',
      mark: 'fail',
      tried: { identity: 'HELO' },
      findings: [{ id: 'mail-spf-fail', severity: 'info' }],
    },
  });
  expect(server.asked).toEqual(['TXT mail.example.org', 'AAAA mail.example.org']);
  expect(await run('mail from 192.0.2.1', { helo: 'mail.example.org', blocklists: true })).toMatchObject({ ok: false });
  expect(await run('mail from 192.0.2.1', {})).toMatchObject({ ok: false, failure: { code: 'input_refused' } });
  expect(await run('mail from nobody', { helo: 'a.example' })).toMatchObject({ ok: false, failure: { code: 'input_refused' } });
  expect(server.asked).toHaveLength(2);
});
