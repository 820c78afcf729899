import { generateKeyPairSync } from 'node:crypto';
import { BlockList, createServer, type Server } from 'node:net';
import { TLSSocket } from 'node:tls';
import { succeed } from '@castellan/foundation/result';
import type { Report } from '@castellan/probes/report';
import { afterEach, expect, test } from 'vitest';
import { createDns } from '../../../server/adapters/dns.ts';
import type { ToolPorts } from '../../../server/tools/tool.ts';
import { fewestMs } from '../../../tests/support/cpu-time.ts';
import { startTestDns, type TestDns, type TestZone } from '../../../tests/support/dns-server.ts';
import { impossibleCertificate } from '../../../tests/support/hostile/answers.ts';
import { selfSigned } from '../../../tests/support/tls/self-signed.ts';
import { openMailServer } from '../../../tests/support/tls/tls-servers.ts';
import { openToolPorts, runToolOn } from '../../../tests/support/tool-runs.ts';
import { judgeMail } from '../knowledge/mx.ts';
import type { PostmasterFacts } from '../knowledge/postmaster-report.ts';
import { askStartTls } from './ask-start-tls.ts';
import { dnsPostmasterTool } from './dns-postmaster-tool.ts';

const opened: { readonly close: () => unknown }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

async function start(...given: Parameters<typeof startTestDns>): Promise<TestDns> {
  const server = await startTestDns(...given);
  opened.push(server);
  return server;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
const rsa = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const soa = { mname: 'ns1.example.org', rname: 'host.example.org', serial: 7, refresh: 1, retry: 1, expire: 1, minimum: 1 };
const policy = 'version: STSv1\nmode: enforce\nmx: other.example.org\nmax_age: 604800\n';

const zone: TestZone = {
  org: [{ type: 'NS', data: 'ns.org' }],
  'ns.org': [{ type: 'A', data: '127.0.0.1' }],
  'example.org': [
    { type: 'SOA', data: soa },
    { type: 'NS', data: 'ns1.example.org' },
    { type: 'NS', data: 'ns2.example.org' },
    { type: 'A', data: '192.0.2.1' },
    { type: 'MX', data: { preference: 10, exchange: 'mail.example.org' } },
    { type: 'TXT', data: 'v=spf1 ip4:192.0.2.0/28 include:_spf.example.org mx -all' },
    { type: 'CAA', data: { flags: 0, tag: 'issue', value: 'ca.example' } },
  ],
  'ns1.example.org': [{ type: 'A', data: '127.0.0.1' }],
  'ns2.example.org': [{ type: 'A', data: '127.0.0.1' }],
  'mail.example.org': [{ type: 'A', data: '192.0.2.25' }],
  '_spf.example.org': [{ type: 'TXT', data: 'v=spf1 a:mail.example.org ~all' }],
  '_dmarc.example.org': [{ type: 'TXT', data: 'v=DMARC1; p=reject; pct=50; rua=mailto:d@reports.example' }],
  'google._domainkey.example.org': [{ type: 'TXT', data: ['v=DKIM1; k=rsa; p=', ...(rsa(2048).match(/.{1,200}/g) ?? [])] }],
  'old._domainkey.example.org': [{ type: 'TXT', data: `v=DKIM1; p=${rsa(1024)}` }],
  '_mta-sts.example.org': [{ type: 'TXT', data: 'v=STSv1; id=20261122' }],
  '_smtp._tls.example.org': [{ type: 'TXT', data: 'v=TLSRPTv1; rua=mailto:tls@example.org' }],
};

async function run(server: TestDns, options: object = {}, target = 'example.org', signal?: AbortSignal, triesMs = [4_000]) {
  const ports = openToolPorts(new BlockList(), {
    egress: { send: async () => succeed({ status: 200, headers: {}, body: Buffer.from(policy) }) },
    dns: createDns({ allowedNetworks: loopback, server: server.server, authorityPort: server.port, triesMs }),
  });
  return runToolOn(dnsPostmasterTool, target, options, ports, signal);
}

async function report(...given: Parameters<typeof run>): Promise<Report<PostmasterFacts>> {
  const made = await run(...given);
  if (!made.ok) throw new Error(made.failure.message);
  return made.value as Report<PostmasterFacts>;
}

const idsOf = ({ findings }: Report) => findings.map(({ id }) => id);

test('a whole domain: every part is looked at, and what is wrong is told', async () => {
  const made = await report(await start(zone), { selectors: 'old' });
  expect(made.parts.map(({ id, state, summary }) => `${id}: ${state}, ${summary}`)).toEqual([
    'delegation: sound, 2 of 2 name servers answer',
    'dnssec: missing, Not signed',
    'mx: unknown, 1 server, STARTTLS not tested',
    'spf: sound, 3 of 10 lookups',
    'dkim: weak, 2 keys: old, google',
    'dmarc: weak, reject',
    'mta-sts: broken, enforce',
    'dane: missing, No TLSA record',
    'tls-rpt: sound, tls@example.org',
    'caa: sound, ca.example',
    'bimi: missing, No record',
  ]);
  expect(idsOf(made)).toEqual(['sts-unlisted', 'dkim-key-short', 'dnssec-unsigned', 'dmarc-removed-tags', 'dmarc-report-unwanted']);
  // A check is as bad as the worst finding of its part.
  const failed = made.checks?.flatMap((check) => (check.state === 'failed' ? [`${check.id}: ${check.severity}`] : []));
  expect(failed).toEqual(['dnssec: low', 'dkim: medium', 'dmarc: low', 'mta-sts: high', 'dane: info', 'bimi: info']);
  expect(made.delegation).toMatchObject({
    zone: 'example.org',
    isApex: true,
    isParentKnown: true,
    servers: [{ serial: 7 }, { serial: 7 }],
  });
  expect(made.dkim.keys).toMatchObject([
    { selector: 'old', bits: 1024 },
    { selector: 'google', bits: 2048 },
  ]);
  expect(made.dmarc.differences).toEqual([expect.stringContaining('RFC 9989 removed pct')]);
  expect(made.spfTree.nodes).toMatchObject([
    { depth: 0, lookups: 3 },
    { depth: 1, domain: '_spf.example.org', via: 'include:_spf.example.org', lookups: 1 },
  ]);
  expect(made.spf).toEqual({ record: 'v=spf1 ip4:192.0.2.0/28 include:_spf.example.org mx -all', lookups: 3, voidLookups: 0 });
});

test('a simulated mail is traced mechanism by mechanism, to what DMARC does with it', async () => {
  const server = await start(zone);
  const good = await report(server, { simulate: true, ip: '192.0.2.25', 'mail-from': 'a@example.org', helo: 'mail.example.org' });
  expect(good.spf).toMatchObject({ result: 'pass', mechanism: 'include:_spf.example.org', lookups: 2 });
  expect(good.spf.steps?.map(({ depth, term, outcome }) => `${depth} ${term} ${outcome}`)).toEqual([
    '0 v=spf1 ip4:192.0.2.0/28 include:_spf.example.org mx -all record',
    '0 ip4:192.0.2.0/28 no match',
    '1 v=spf1 a:mail.example.org ~all record',
    '1 a:mail.example.org match',
    '0 include:_spf.example.org match',
  ]);
  expect(good.simulation).toMatchObject({ isAligned: true, dmarc: 'pass', disposition: 'none' });
  const bad = await report(server, { simulate: true, ip: '2001:db8::1' });
  expect(bad.spf).toMatchObject({ result: 'fail', mechanism: '-all' });
  expect(bad.verdict).toBe('SPF result: fail (-all); without an aligned DKIM signature DMARC fails: the message is rejected.');
});

test('a record that is missing is a finding with what was looked for', async () => {
  const bare = await report(
    await start({
      ...zone,
      'bare.org': [
        { type: 'SOA', data: soa },
        { type: 'A', data: '192.0.2.9' },
      ],
    }),
    {},
    'bare.org',
  );
  const evidenceOf = (id: string) => bare.findings.find((finding) => finding.id === id)?.evidence;
  expect(evidenceOf('spf-missing')).toBe('bare.org has no TXT record that begins with v=spf1.');
  expect(evidenceOf('dmarc-missing')).toBe('There is no v=DMARC1 record at _dmarc.bare.org or a parent domain.');
  expect(bare.findings.filter(({ evidence }) => evidence === '')).toEqual([]);
});

test('loops, bombs, garbage and silence end in findings', async () => {
  const wide = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `b${index}.bomb.example`,
      [{ type: 'TXT', data: `v=spf1 include:b${index * 2 + 1}.bomb.example include:b${index * 2 + 2}.bomb.example` } as const],
    ]),
  );
  const server = await start({
    'loop.example': [{ type: 'TXT', data: 'v=spf1 include:loop.example -all' }],
    'circle.example': [{ type: 'CNAME', data: 'other.example' }],
    'other.example': [{ type: 'CNAME', data: 'circle.example' }],
    'quiet.example': ['TIMEOUT'],
    'list.example': [{ type: 'TXT', data: 'v=spf1 exists:%{ir}.list.example -all' }],
    '1.2.0.192.list.example': [{ type: 'A', data: '127.255.255.254' }],
    ...wide,
  });
  expect(idsOf(await report(server, {}, 'loop.example'))).toContain('spf-loop');
  const bomb = await report(server, {}, 'b0.bomb.example');
  expect(idsOf(bomb)).toContain('spf-lookups');
  expect(bomb.spfTree.nodes.length).toBeLessThanOrEqual(40);
  expect(await report(server, {}, 'circle.example')).toMatchObject({
    verdict: expect.stringMatching(/^The domain does not resolve\. Not looked at: DNSSEC \(/),
    checks: expect.arrayContaining([expect.objectContaining({ id: 'dnssec', state: 'not_looked_at' })]),
  });
  expect(idsOf(await report(server, {}, 'quiet.example', undefined, [150]))).toContain('dns-no-answer');
  expect(idsOf(await report(server, { simulate: true, ip: '192.0.2.1' }, 'list.example'))).toContain('dnsbl-refused');
  const garbage = await start({}, { garbage: (id) => Buffer.concat([id, Buffer.alloc(30, 0xff)]) });
  const told = (await report(garbage)).findings.find(({ id }) => id === 'dns-no-answer');
  expect(told?.evidence).toBe('example.org: the answer is not DNS.');
});

const logo = '<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny-ps" viewBox="0 0 8 8"><title>Castle</title></svg>';

test('BIMI: the logo is fetched by the guard, of bounded length; a subdomain has the record of its organization', async () => {
  const server = await start({
    ...zone,
    'sub.example.org': [{ type: 'A', data: '192.0.2.9' }],
    'default._bimi.example.org': [{ type: 'TXT', data: 'v=BIMI1; l=https://example.org/logo.svg; a=https://example.org/vmc.pem' }],
  });
  const dns = createDns({ allowedNetworks: loopback, server: server.server, authorityPort: server.port, triesMs: [4_000] });
  const asked: object[] = [];
  const look = async (answer: { readonly status: number; readonly body: string }) => {
    const egress: ToolPorts['egress'] = {
      send: async ({ signal: _, ...request }) => {
        if (request.url.endsWith('.svg')) asked.push(request);
        return succeed({ status: answer.status, headers: {}, body: Buffer.from(request.url.endsWith('.svg') ? answer.body : policy) });
      },
    };
    const made = await runToolOn(dnsPostmasterTool, 'sub.example.org', {}, openToolPorts(loopback, { dns, egress }));
    if (!made.ok) throw new Error(made.failure.message);
    const { bimi, parts, checks = [], findings } = made.value as Report<PostmasterFacts>;
    const one = parts.find(({ id }) => id === 'bimi');
    const stateOf = (id: string) => checks.find((check) => check.id === id)?.state;
    return {
      bimi,
      part: `${one?.state}: ${one?.summary}`,
      logo: stateOf('bimi-logo'),
      mark: stateOf('bimi-certificate'),
      ids: findings.map(({ id }) => id),
    };
  };
  const good = await look({ status: 200, body: logo });
  // The record of the organization says pct=50.
  expect(good).toMatchObject({
    part: 'weak: Logo and mark certificate',
    logo: 'passed',
    mark: 'not_looked_at',
    ids: expect.arrayContaining(['bimi-dmarc']),
  });
  expect(good.bimi).toMatchObject({ name: 'default._bimi.example.org', dmarcProblem: 'pct=50', logo: { kind: 'read', faults: [] } });
  expect(asked).toEqual([{ url: 'https://example.org/logo.svg', maxBodyBytes: 65_536, timeoutMs: 8_000 }]);
  expect(await look({ status: 302, body: logo })).toMatchObject({ logo: 'failed', ids: expect.arrayContaining(['bimi-logo-missing']) });
  expect(await look({ status: 200, body: '<html>' })).toMatchObject({ logo: 'failed', ids: expect.arrayContaining(['bimi-logo-profile']) });
});

test.each([
  ['192.0.2.1', {}],
  ['example.org:25', {}],
  ['example.org.', {}],
  ['ex ample.org', {}],
  ['example.org', { simulate: true }],
  ['example.org', { simulate: true, ip: '300.1.1.1' }],
  ['example.org', { selectors: 'a b$' }],
  ['example.org', { other: 1 }],
])('%j with %j is refused before any packet', async (target, options) => {
  const server = await start(zone);
  expect(await run(server, options, target)).toMatchObject({ ok: false, failure: { code: 'input_refused' } });
  expect(server.asked).toEqual([]);
});

test('a name that does not exist is told so', async () => {
  expect(await run(await start(zone), {}, 'nothing.example')).toMatchObject({ ok: false, failure: { code: 'name_not_found' } });
});

test('a cancelled run ends at once', async () => {
  const cancelled = async () => {
    const server = await start({ 'quiet.example': ['TIMEOUT'] });
    const cancel = new AbortController();
    const running = run(server, {}, 'quiet.example', cancel.signal);
    await expect.poll(() => server.asked.length, { interval: 5 }).toBeGreaterThan(3);
    const cancelledAt = performance.now();
    cancel.abort();
    expect(await running).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    return performance.now() - cancelledAt;
  };
  expect(await fewestMs(250, cancelled)).toBeLessThan(250);
});

async function startMail(answer: (line: string) => string): Promise<number> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example.org ESMTP\r\n');
    socket.on('data', (bytes) => socket.write(answer(bytes.toString())));
  });
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('a mail server is asked for TLS, and what it lacks is told', async () => {
  const ports = openToolPorts();
  const never = new AbortController().signal;
  const ask = async (port: number) => (await askStartTls({ host: 'localhost', address: '127.0.0.1', port }, ports, never)).startTls;
  expect(await ask(await startMail(() => '250 HELP\r\n'))).toMatchObject({
    kind: 'refused',
    reason: 'The reply to EHLO does not offer STARTTLS.',
  });
  expect(await ask(await startMail((line) => (line.startsWith('EHLO') ? '250-x\r\n250 STARTTLS\r\n' : '454 not now\r\n')))).toMatchObject({
    reason: 'STARTTLS is offered, and answered with "454 not now".',
  });
  const secure = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 x\r\n');
    socket.on('data', function hear(bytes) {
      if (bytes.toString().startsWith('EHLO')) return void socket.write('250-x\r\n250 STARTTLS\r\n');
      socket.off('data', hear);
      socket.write('220 go\r\n');
      new TLSSocket(socket, { isServer: true, ...selfSigned(generateKeyPairSync('ec', { namedCurve: 'P-256' })) }).on('error', () => {});
    });
  });
  opened.push(secure);
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  const address = secure.address();
  expect(await ask(typeof address === 'object' && address !== null ? address.port : 0)).toMatchObject({
    kind: 'offered',
    protocol: 'TLSv1.3',
    distrust: expect.stringMatching(/SELF_SIGNED/),
  });
});

test('a certificate whose last day no calendar has is a finding of the mail server, and what comes after it is asked', async () => {
  const server = openMailServer(impossibleCertificate);
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { startTls } = await askStartTls({ host: 'localhost', address: '127.0.0.1', port }, openToolPorts(), new AbortController().signal);
  expect(startTls).toMatchObject({ kind: 'offered', validTo: '' });
  const mail = { preference: 10, host: 'localhost', addresses: ['127.0.0.1'], isAlias: false, problem: '', startTls };
  const { findings } = judgeMail('example.org', { servers: [mail], isNull: false, isImplicit: false, left: 0, problem: '' });
  expect(findings).toContainEqual(expect.objectContaining({ id: 'mx-certificate-day', severity: 'medium' }));
});

test('report addresses and domains beyond those that are read are told', async () => {
  const list = (count: number) => Array.from({ length: count }, (_, at) => `mailto:d${at}@r${at}.example`).join(',');
  const server = await start({
    'example.org': [{ type: 'A', data: '192.0.2.1' }],
    '_dmarc.example.org': [{ type: 'TXT', data: [`v=DMARC1; p=reject; rua=${list(23)}`].flatMap((text) => text.match(/.{1,250}/g) ?? []) }],
    '_smtp._tls.example.org': [{ type: 'TXT', data: `v=TLSRPTv1; rua=${list(21)}`.match(/.{1,250}/g) ?? [] }],
  });
  expect((await report(server)).findings).toContainEqual(
    expect.objectContaining({
      id: 'read-in-part',
      evidence: [
        'The first 20 of 23 report addresses of the DMARC record were read.',
        'The first 8 of 20 domains that receive DMARC reports were read.',
        'The first 20 of 21 report addresses of the TLS-RPT record were read.',
      ].join(' '),
    }),
  );
});

test('a record that could not be looked up is neither missing nor wrong', async () => {
  const server = await start({
    'example.org': [
      { type: 'A', data: '192.0.2.1' },
      { type: 'MX', data: { preference: 10, exchange: 'mail.example.org' } },
      { type: 'TXT', data: 'v=spf1 mx -all' },
    ],
    'mail.example.org': [{ type: 'A', data: '192.0.2.25' }],
    '_dmarc.example.org': ['SERVFAIL'],
    '_mta-sts.example.org': ['SERVFAIL'],
    '_smtp._tls.example.org': ['SERVFAIL'],
    'default._bimi.example.org': ['SERVFAIL'],
    's2026._domainkey.example.org': ['SERVFAIL'],
  });
  const made = await report(server, { selectors: 's2026' });
  const unseen = made.checks?.filter(({ state }) => state === 'not_looked_at').map(({ id }) => id);
  expect(unseen).toEqual(expect.arrayContaining(['dkim', 'dmarc', 'mta-sts', 'tls-rpt', 'bimi']));
  expect(idsOf(made).filter((id) => /^(?:dkim|dmarc|sts|tls-rpt|bimi)/.test(id))).toEqual([]);
  expect(made.verdict).toMatch(/^The DMARC policy could not be looked up\./);
});

test('an SPF record without an answer is not called wrong: of the domain it was not looked at, of an include it is told', async () => {
  const record = (data: string) => ({ type: 'TXT', data }) as const;
  const dmarc = record('v=DMARC1; p=reject; rua=mailto:a@example.org');
  const own = await report(await start({ 'example.org': ['SERVFAIL'], '_dmarc.example.org': [dmarc] }));
  expect(own.checks?.find(({ id }) => id === 'spf')).toMatchObject({ state: 'not_looked_at' });
  expect(idsOf(own).filter((id) => id.startsWith('spf'))).toEqual([]);
  const included = await report(
    await start({
      'example.org': [record('v=spf1 include:lost.example -all')],
      'lost.example': ['SERVFAIL'],
      '_dmarc.example.org': [dmarc],
    }),
  );
  expect(included.findings.filter(({ id }) => id.startsWith('spf'))).toMatchObject([
    { id: 'spf-lookup-failed', severity: 'medium', title: 'The SPF record of include:lost.example could not be looked up' },
  ]);
});

test('where the MX lookup fails nothing is called not needed', async () => {
  const server = await start({
    'example.org': ['SERVFAIL'],
    '_dmarc.example.org': [{ type: 'TXT', data: 'v=DMARC1; p=reject; rua=mailto:a@example.org' }],
  });
  const made = await report(server);
  expect(made.parts.filter(({ summary }) => summary === 'Not needed')).toEqual([]);
  expect(made.checks?.find(({ id }) => id === 'dane')).toMatchObject({ state: 'not_looked_at' });
});

test('a domain of more records than are shown says how many there are', async () => {
  const many = Array.from({ length: 230 }, (_, at) => ({ type: 'TXT', data: `t${at}` }) as const);
  const caa = Array.from({ length: 45 }, (_, at) => ({ type: 'CAA', data: { flags: 0, tag: 'issue', value: `ca${at}.example` } }) as const);
  const { server } = await start({ 'example.org': [...many, ...caa] });
  const dns = createDns({ allowedNetworks: loopback, server, triesMs: [500, 500] });
  const made = await runToolOn(dnsPostmasterTool, 'example.org', {}, openToolPorts(loopback, { dns }));
  const findings = made.ok ? made.value.findings : [];
  expect(findings).toContainEqual(
    expect.objectContaining({
      id: 'read-in-part',
      evidence: 'The first 200 of 275 records of the domain were read. The first 40 of 45 CAA records were read.',
    }),
  );
});
