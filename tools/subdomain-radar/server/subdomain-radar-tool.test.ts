import { createServer, type RequestListener, type Server } from 'node:http';
import { succeed } from '@castellan/foundation/result';
import type { Report } from '@castellan/probes/report';
import { afterEach, expect, test } from 'vitest';
import { createDns } from '../../../server/adapters/dns.ts';
import type { Egress } from '../../../server/adapters/egress.ts';
import { limitAtOnce } from '../../../server/tools/limit-at-once.ts';
import { fewestMs } from '../../../tests/support/cpu-time.ts';
import { startTestDns, type TestDns, type TestZone } from '../../../tests/support/dns-server.ts';
import { loopback, openToolPorts, runToolOn } from '../../../tests/support/tool-runs.ts';
import { keyedSources, type RadarFacts } from '../knowledge/radar-report.ts';
import { usualNames } from '../knowledge/word-list.ts';
import { lookAtName } from './look-at-name.ts';
import { createNameResolver } from './resolve-name.ts';
import { subdomainRadarTool } from './subdomain-radar-tool.ts';

const opened: { readonly close: () => unknown }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

async function start(...given: Parameters<typeof startTestDns>): Promise<TestDns> {
  const server = await startTestDns(...given);
  opened.push(server);
  return server;
}

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  opened.push({ close: () => server.close().closeAllConnections() });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

const a = (data: string) => ({ type: 'A', data }) as const;
const cname = (data: string) => ({ type: 'CNAME', data }) as const;

function run({ server }: TestDns, options: object = {}, target = 'example.org', signal?: AbortSignal) {
  const dns = createDns({ allowedNetworks: loopback, server, triesMs: [500, 500, 500] });
  return runToolOn(subdomainRadarTool, target, options, openToolPorts(loopback, { dns }), signal);
}

async function report(...given: Parameters<typeof run>): Promise<Report<RadarFacts>> {
  const made = await run(...given);
  if (!made.ok) throw new Error(made.failure.message);
  return made.value as Report<RadarFacts>;
}

/** Sources that want a key, where there is none. */
const keyless = keyedSources.map((source) => ({ source, names: 0, problem: 'No API key.', isUnasked: true }));

const quiet = { 'no-logs': true, 'no-probe': true, words: 'www mail api dev staging a b test vpn shop blog help app' };
const namesOf = ({ names }: Report<RadarFacts>) => names.map(({ name, status }) => `${name} ${status}`).sort();

test('what a zone holds is found, and nothing else: at every level, also below names that only have names below them', async () => {
  const truth = ['www', 'mail', 'api', 'dev', 'www.dev', 'api.staging', 'a.b.test', 'vpn'];
  const zone: TestZone = Object.fromEntries([
    ['example.org', [a('192.0.2.1')]],
    ...truth.map((name, at) => [`${name}.example.org`, [a(`192.0.2.${at + 10}`)]]),
  ]);
  const found = await report(await start(zone), quiet);
  expect(namesOf(found)).toEqual(truth.map((name) => `${name}.example.org verified`).sort());
  const usual = await report(await start(zone), { 'no-logs': true, 'no-probe': true, depth: '1' });
  expect(namesOf(usual)).toEqual(['api', 'dev', 'mail', 'vpn', 'www'].map((name) => `${name}.example.org verified`));
  expect(found.names[0]).toMatchObject({ sources: ['word list'], addresses: [expect.stringMatching(/^192\.0\.2\./)] });
  expect(found.unanswered).toBe(0);
});

test('below a wildcard only what answers otherwise is a name, on each level by itself', async () => {
  const found = await report(
    await start({
      'example.org': [a('192.0.2.1')],
      '*.example.org': [a('192.0.2.99')],
      'www.example.org': [a('192.0.2.10')],
      'dev.example.org': [a('192.0.2.11')],
      '*.dev.example.org': [cname('any.example.net')],
      'api.dev.example.org': [cname('own.example.net')],
      'any.example.net': [a('192.0.2.50')],
      'own.example.net': [a('192.0.2.51')],
    }),
    quiet,
  );
  expect(namesOf(found)).toEqual(['api.dev.example.org verified', 'dev.example.org verified', 'www.example.org verified']);
  expect(found.wildcards.map(({ parent }) => parent).sort()).toEqual(['dev.example.org', 'example.org']);
});

test('of a hundred names none is missed where one in fifty datagrams is lost', async () => {
  const words = usualNames.slice(0, 100);
  const zone: TestZone = Object.fromEntries([
    ['example.org', [a('192.0.2.1')]],
    ...words.map((name) => [`${name}.example.org`, [a('192.0.2.7')]]),
  ]);
  const found = await report(await start(zone, { dropEvery: 50 }), { ...quiet, words: words.join('\n'), depth: '1' });
  expect(found.names).toHaveLength(100);
  expect(found.unanswered).toBe(0);
});

test('chains are followed, and ends that are missing, claimable or circular are told', async () => {
  const services = await serve((_, answer) => {
    answer.end(
      JSON.stringify([
        {
          service: 'Beanstalk',
          cname: ['beanstalk.example'],
          fingerprint: 'NXDOMAIN',
          http_status: null,
          nxdomain: true,
          vulnerable: true,
        },
        { service: 'Held', cname: ['held.example'], fingerprint: 'NXDOMAIN', http_status: null, nxdomain: true, vulnerable: false },
      ]),
    );
  });
  const server = await start({
    'example.org': [a('192.0.2.1')],
    'www.example.org': [cname('one.example.org')],
    'one.example.org': [cname('cdn.example.net')],
    'cdn.example.net': [a('192.0.2.9')],
    'shop.example.org': [cname('gone.beanstalk.example')],
    'x.beanstalk.example': [a('192.0.2.8')],
    'blog.example.org': [cname('x.lapsed.com')],
    'help.example.org': [cname('gone.example.net')],
    'app.example.org': [cname('loop.example.net')],
    'loop.example.net': [cname('app.example.org')],
  });
  const found = await report(server, { ...quiet, services });
  expect(Object.fromEntries(found.names.map(({ name, status, chain, claimable }) => [name, { status, chain, claimable }]))).toEqual({
    'app.example.org': { status: 'dead', chain: ['loop.example.net'], claimable: '' },
    'blog.example.org': { status: 'dangling', chain: ['x.lapsed.com'], claimable: '' },
    'help.example.org': { status: 'dangling', chain: ['gone.example.net'], claimable: '' },
    'shop.example.org': { status: 'dangling', chain: ['gone.beanstalk.example'], claimable: 'Beanstalk' },
    'www.example.org': { status: 'verified', chain: ['one.example.org', 'cdn.example.net'], claimable: '' },
  });
  expect(found.findings.map(({ id, severity }) => `${id} ${severity}`)).toEqual([
    'takeover critical',
    'dangling high',
    'dangling medium',
    'alias-broken low',
  ]);
  // DNS does not say whether a domain is registered.
  expect(found.findings[1]?.evidence).toMatch(/lapsed\.com does not exist in DNS, and may be free to register$/);
  expect(found.verdict).toEqual(
    expect.stringMatching(
      /^5 names below example\.org; one can be taken over\. Not looked at: crt\.sh \(left out by an option\), and 4 more\.$/,
    ),
  );
});

test('a page that a service shows for a name nobody holds makes the name claimable; any other page is a living name', async () => {
  const { server } = await start({ 'shop.example.org': [cname('x.pages.example')], 'x.pages.example': [a('192.0.2.1')] });
  const signal = new AbortController().signal;
  const resolver = createNameResolver({ dns: createDns({ allowedNetworks: loopback, server }), signal, maxQuestions: 100 });
  const services = [
    { service: 'Pages', cname: ['pages.example'], fingerprint: ['Nothing lives here'], status: undefined, byMissingName: false },
  ];
  const look = async (body: string) => {
    const egress: Egress = {
      send: async ({ url }) =>
        url.startsWith('https:')
          ? { ok: false, failure: { code: 'connection_failed' } }
          : succeed({ status: 404, headers: {}, body: Buffer.from(body) }),
    };
    const hit = { name: 'shop.example.org', resolved: await resolver.resolve('shop.example.org'), isWildcard: false };
    const known = { sources: ['word list'], firstSeen: '', lastSeen: '' } as const;
    return lookAtName(hit, known, {
      resolver,
      egress,
      services,
      isProbed: true,
      turn: limitAtOnce(1),
      nowIso: '2026-11-22T00:00:00.000Z',
      signal,
    });
  };
  expect(await look('<title>Oh\u202e</title>Nothing lives here')).toMatchObject({
    status: 'dangling',
    claimable: 'Pages',
    live: { url: 'http://shop.example.org/', status: 404, title: 'Oh·' },
  });
  expect(await look('Hello')).toMatchObject({ status: 'verified', claimable: '', chain: ['x.pages.example'], addresses: ['192.0.2.1'] });
});

test('both certificate logs are asked as they want to be, page by page, and their names looked up', async () => {
  const asked: string[] = [];
  let busy = 1;
  const logs = await serve((incoming, answer) => {
    asked.push(incoming.url ?? '');
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://x');
    if (pathname === '/') {
      // crt.sh is often busy.
      if (busy-- > 0) return void answer.writeHead(503, { 'retry-after': '0' }).end('<html>');
      const line = (names: string, from: string) => ({ name_value: names, not_before: from });
      return void answer.end(
        JSON.stringify([
          line('secret.example.org\n*.hidden.example.org\nexample.org', '2024-01-01T00:00:00'),
          line('secret.example.org\nforeign.example', '2026-02-01T00:00:00'),
        ]),
      );
    }
    const first = { id: '7', dns_names: ['old.example.org', 'secret.example.org'], not_before: '2023-05-01T00:00:00Z' };
    answer.end(JSON.stringify(searchParams.get('after') === null ? [first] : []));
  });
  const server = await start({
    'example.org': [a('192.0.2.1')],
    'secret.example.org': [a('10.0.0.5')],
    'api.hidden.example.org': [a('192.0.2.6')],
  });
  const found = await report(server, { 'no-probe': true, words: 'api www', crtsh: logs, certspotter: logs });
  expect(asked).toEqual(
    expect.arrayContaining([
      '/?q=%25.example.org&output=json',
      '/v1/issuances?domain=example.org&include_subdomains=true&expand=dns_names',
      '/v1/issuances?domain=example.org&include_subdomains=true&expand=dns_names&after=7',
    ]),
  );
  expect(namesOf(found)).toEqual([
    'api.hidden.example.org verified',
    'hidden.example.org dead',
    'old.example.org dead',
    'secret.example.org verified',
  ]);
  expect(found.names.find(({ name }) => name === 'secret.example.org')).toMatchObject({
    sources: ['crt.sh', 'Cert Spotter'],
    firstSeen: '2023-05-01T00:00:00.000Z',
    lastSeen: expect.stringMatching(new RegExp(`^${found.startedAt.slice(0, 10)}`)),
  });
  expect(found.findings.map(({ id }) => id)).toEqual(['inner-addresses', 'dead-names']);
});

test.each([
  ['HTML', '<html>504</html>', 200, 'The answer is not valid JSON.'],
  ['half an answer', '[{"name_value":"a.exam', 200, 'The answer is not valid JSON.'],
  ['nothing', '', 200, 'The answer is empty.'],
  ['another shape', '{"error":1}', 200, 'The answer has an unexpected format.'],
  ['a limit', '{"code":"rate_limited"}', 429, 'Too many requests, status 429.'],
  ['an error', 'x', 500, 'It answered with status 500.'],
])('a log that answers %s is named, and the words go on', async (_title, body, status, problem) => {
  const crtsh = await serve((_, answer) => answer.writeHead(status, { 'retry-after': '3600' }).end(body));
  const certspotter = await serve((_, answer) => answer.end('[]'));
  const found = await report(await start({ 'example.org': [a('192.0.2.1')], 'www.example.org': [a('192.0.2.2')] }), {
    'no-probe': true,
    words: 'www',
    crtsh,
    certspotter,
  });
  expect(found.sources).toEqual([
    { source: 'word list', names: 1, problem: '' },
    { source: 'crt.sh', names: 0, problem },
    { source: 'Cert Spotter', names: 0, problem: '' },
    ...keyless,
  ]);
  expect(found.findings.map(({ id }) => id)).toEqual(['source-failed']);
  const [first = ''] = problem;
  expect(found.verdict).toContain(`Not looked at: crt.sh (${first.toLowerCase()}${problem.slice(1, -1)}), and 3 more.`);
});

test.each([
  ['192.0.2.1', {}],
  ['org', {}],
  ['example.org:80', {}],
  ['*.example.org', {}],
  ['example.org', { crtsh: 'file:///etc/passwd' }],
  ['example.org', { crtsh: 'https://crt.sh/?x' }],
])('%j with %j is refused before any packet', async (target, options) => {
  const server = await start({});
  expect(await run(server, options, target)).toMatchObject({ ok: false, failure: { code: 'input_refused' } });
  expect(server.asked).toEqual([]);
});

const statesOf = ({ checks = [] }: Report) => Object.fromEntries(checks.map(({ id, state }) => [id, state]));

test('a signed zone is walked: names that no word and no log has are found, and that anybody can list them is a finding', async () => {
  const zone: TestZone = {
    'example.org': [a('192.0.2.1')],
    'www.example.org': [a('192.0.2.2')],
    'q7-unguessable.example.org': [a('192.0.2.3')],
    '_dmarc.example.org': [{ type: 'TXT', data: 'v=DMARC1' }],
  };
  const found = await report(await start(zone, { signed: [{ apex: 'example.org', denial: 'nsec' }] }), quiet);
  expect(Object.fromEntries(found.names.map(({ name, sources }) => [name, sources]))).toEqual({
    'q7-unguessable.example.org': ['NSEC walk'],
    'www.example.org': ['NSEC walk', 'word list'],
  });
  expect(found.walk).toMatchObject({ kind: 'walked', names: 3, isClosed: true });
  expect(found.sources).toContainEqual({ source: 'NSEC walk', names: 2, problem: '' });
  expect(found.findings.map(({ id, severity, evidence }) => [id, severity, evidence])).toEqual([
    ['zone-walk', 'low', '3 names in 4 questions; the chain is closed'],
  ]);
  expect(statesOf(found)).toMatchObject({ 'zone-walk': 'failed', 'nsec-walk': 'passed', takeover: 'passed', shodan: 'not_looked_at' });
  const left = await report(await start(zone, { signed: [{ apex: 'example.org', denial: 'nsec' }] }), { ...quiet, 'no-walk': true });
  expect(namesOf(left)).toEqual(['www.example.org verified']);
  expect(left).not.toHaveProperty('walk');
});

test('a zone with hashed names passes, and one whose server does not answer is not looked at', async () => {
  const hashed = await start({ 'example.org': [a('192.0.2.1')] }, { signed: [{ apex: 'example.org', denial: 'nsec3' }] });
  const found = await report(hashed, quiet);
  expect([statesOf(found)['zone-walk'], found.findings]).toEqual(['passed', []]);
  expect(found.walk?.says).toMatch(/^NSEC3: names are hashed and are not walked/);
  const withheld = await start({ 'example.org': [{ type: 'DNSKEY', data: { flags: 257, algorithm: 13, key: Buffer.alloc(64) } }] });
  expect(statesOf(await report(withheld, quiet))['zone-walk']).toBe('not_looked_at');
});

test('nothing is called free of takeovers where the services, the pages or answers are missing', async () => {
  const zone: TestZone = {
    'example.org': [a('192.0.2.1')],
    'www.example.org': [cname('x.example.net')],
    'x.example.net': [a('192.0.2.2')],
  };
  const services = await serve((_, answer) => answer.end('<html>'));
  const unread = await report(await start(zone), { ...quiet, services });
  expect(statesOf(unread)).toMatchObject({ takeover: 'not_looked_at', dangling: 'passed', 'list-of-services': 'not_looked_at' });
  expect(unread.findings.find(({ id }) => id === 'source-failed')?.why).toMatch(/^Services where a name can be taken over/);
  const list = await serve((_, answer) => answer.end('[]'));
  expect(statesOf(await report(await start(zone), { ...quiet, services: list }))).toMatchObject({ takeover: 'not_looked_at' });
  const silent = await start({ ...zone, 'mail.example.org': ['SERVFAIL'] });
  expect(statesOf(await report(silent, { ...quiet, services: list }))).toMatchObject({
    takeover: 'not_looked_at',
    dangling: 'not_looked_at',
  });
});

test('what the server has learnt with the owner’s keys is looked up; names of elsewhere are left out', async () => {
  const known = [
    { source: 'Shodan', names: ['*.Deep.example.org', 'example.org', 'evil.example', 'a b.example.org'], problem: '' },
    { source: 'VirusTotal', names: [], problem: 'The API key was rejected, status 401.' },
  ];
  const found = await report(await start({ 'example.org': [a('192.0.2.1')], 'deep.example.org': [a('192.0.2.2')] }), {
    ...quiet,
    'no-logs': false,
    crtsh: await serve((_, answer) => answer.end('[]')),
    certspotter: await serve((_, answer) => answer.end('[]')),
    known,
  });
  expect(found.names).toMatchObject([{ name: 'deep.example.org', sources: ['Shodan'], status: 'verified' }]);
  expect(found.sources.slice(3)).toEqual([
    { source: 'SecurityTrails', names: 0, problem: 'No API key.', isUnasked: true },
    { source: 'VirusTotal', names: 0, problem: 'The API key was rejected, status 401.' },
    { source: 'Shodan', names: 1, problem: '' },
  ]);
  expect(found.findings.map(({ id }) => id)).toEqual(['source-failed']);
  expect(statesOf(found)).toMatchObject({ shodan: 'passed', virustotal: 'not_looked_at', securitytrails: 'not_looked_at' });
});

test('a domain that does not exist, and one that nobody answers for, are told so', async () => {
  const server = await start({ 'quiet.example': ['TIMEOUT'] });
  expect(await run(server, quiet, 'nothing.example')).toMatchObject({ ok: false, failure: { code: 'name_not_found' } });
  expect(await run(server, quiet, 'quiet.example')).toMatchObject({ ok: false, failure: { code: 'unreachable' } });
});

test('a cancelled run ends at once', async () => {
  const cancelled = async () => {
    const server = await start({ 'example.org': [a('192.0.2.1')], '*.example.org': ['TIMEOUT'] });
    const cancel = new AbortController();
    const running = run(server, quiet, 'example.org', cancel.signal);
    await expect.poll(() => server.asked.length, { interval: 5 }).toBeGreaterThan(3);
    const cancelledAt = performance.now();
    cancel.abort();
    expect(await running).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    return performance.now() - cancelledAt;
  };
  expect(await fewestMs(250, cancelled)).toBeLessThan(250);
});

test('the bell’s words name the first names that are new, and stay within what it takes', () => {
  const announce = subdomainRadarTool.watched?.announce;
  expect(announce?.(['api.example.org'], 'example.org')).toEqual({
    title: 'A new name below example.org',
    message: 'api.example.org. It was in no earlier report.',
  });
  const long = Array.from({ length: 7 }, (_, index) => `${index}${'.abcdefgh'.repeat(25)}`);
  const said = announce?.(long, `${'abcdefgh.'.repeat(27)}org`);
  expect(said?.message).toContain('and 2 more. They were in no earlier report.');
  expect([(said?.title.length ?? 999) <= 200, (said?.message.length ?? 9999) <= 2000]).toEqual([true, true]);
});
