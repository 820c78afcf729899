import { request as ask } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HostileRequest, hostileRequests } from '../tests/support/bad-input/hostile-requests.ts';
import { listServerFunctions } from '../tests/support/bad-input/server-functions.ts';
import { createTestOwner } from '../tests/support/owner.ts';
import { openOwnerSession } from '../tests/support/owner-session.ts';
import { type RunningServer, startTestServer } from '../tests/support/running-server.ts';
import { copyStartedData } from '../tests/support/started-data.ts';
import { asSuperuser, makeEmbeddedData } from '../tests/support/test-data.ts';
import { tools } from '../tools/registry.ts';

/** Another seed, and more runs, look further than the tests do each time. */
const seed = Number(process.env['BAD_INPUT_SEED'] ?? 20_261_127);
const numRuns = Number(process.env['BAD_INPUT_RUNS'] ?? 250);

const data = makeEmbeddedData(await copyStartedData());
let server: RunningServer;
let key: string;
let ownersToken: string;
let relations: readonly string[];
let functions: readonly string[];

beforeAll(async () => {
  server = await startTestServer(data.dataFolder, {
    AUTH_SIGN_UP: 'open',
    AUTH_ANONYMOUS: 'on',
    AUTH_ONE_TIME_CODES: 'on',
    AUTH_PASSKEYS: 'on',
    ANONYMOUS_SEARCH: 'on',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const { client } = await openOwnerSession(server.url, await createTestOwner(data.dataFolder), 0);
  ownersToken = (await client.auth.getSession()).data.session?.access_token ?? '';
  const html = await (await fetch(`${server.url}/auth-terminal`)).text();
  key = /<meta name="backend-key" content="([^"]+)"/.exec(html)?.[1] ?? '';
  relations = await namesOf(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`);
  functions = await namesOf(`select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace`);
});

afterAll(async () => {
  await server.stop();
  await data.remove();
});

async function namesOf(statement: string): Promise<readonly string[]> {
  return ((await asSuperuser(data, [statement])) as readonly { readonly name: string }[]).map(({ name }) => name);
}

/** Each request comes from elsewhere: what is refused is refused for what it is, not for how often. */
let requests = 0;

type Answer = { readonly status: number; readonly body: string };

function send({ method, target, headers, body }: HostileRequest, token: string | undefined): Promise<Answer> {
  requests += 1;
  const from = `198.${18 + Math.floor(requests / 60_000)}.${Math.floor(requests / 240) % 250}.${(requests % 240) + 1}`;
  return new Promise((resolve, reject) => {
    const own = { apikey: key, 'x-forwarded-for': from, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    const asked = ask(server.url, { method, path: target, headers: { ...headers, ...own }, agent: false }, (answer) => {
      text(answer).then((told) => resolve({ status: answer.statusCode ?? 0, body: told }), reject);
    });
    // Where a request was refused before its body was read the rest of it goes nowhere.
    asked.on('error', reject);
    asked.end(method === 'GET' || method === 'HEAD' ? undefined : body);
  });
}

/**
 * What a client's mistake is never answered with: a failure of the server's, but for what another service or an unset one is the reason
 * of; and no error of PostgreSQL's parser, which would have met a text of the client's.
 */
function expectRefusal({ status, body }: Answer): void {
  const isOthers = (status === 502 || status === 503 || status === 504) && /"(?:code|error)":"[a-z_]+"/.test(body);
  if (!isOthers && status !== 501) expect(status, body.slice(0, 300)).toBeLessThan(500);
  expect(status).toBeGreaterThanOrEqual(200);
  const code = /"code":"([0-9A-Z]{5})"/.exec(body)?.[1] ?? '';
  // 42601 is also how to_tsquery refuses its text.
  if (!/tsquery/.test(body)) expect(code, body.slice(0, 300)).not.toMatch(/^(?:42601|XX|58|57|53|26|0A)/);
}

async function expectRefusals(addresses: readonly string[], token: () => string | undefined): Promise<void> {
  const property = fc.asyncProperty(hostileRequests(addresses), async (hostile) => expectRefusal(await send(hostile, token())));
  await fc.assert(property, { seed, numRuns, endOnFailure: process.env['BAD_INPUT_RUNS'] === undefined });
  await expectSound();
}

/** How much of what the server printed was looked at. */
let heard = 0;

/** Nothing failed that nobody foresaw, and the server answers. */
async function expectSound(): Promise<void> {
  const told = server.output();
  const failures = told
    .slice(heard)
    .split('\n')
    .filter((line) => /request_failed|"level":"error"|[Uu]nhandled|at .*\.ts:\d/.test(line));
  heard = told.length;
  expect(failures.slice(0, 5).map((line) => line.slice(0, 900))).toEqual([]);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
}

const callers = [
  ['a stranger', () => key],
  ['the owner', () => ownersToken],
] as const;

test.each(callers)('whatever %s asks of tables and functions is answered, and none of it reaches PostgreSQL’s parser', async (_, token) => {
  await expectRefusals(
    [
      ...relations.map((name) => `GET|POST|PATCH|DELETE|PUT /rest/v1/${name}`),
      ...functions.filter((name) => !/delete_everything|remove_owner/.test(name)).map((name) => `GET|POST /rest/v1/rpc/${name}`),
      ...Array.from({ length: 12 }, () => [
        'GET|GET|POST|PATCH|DELETE /rest/v1/tasks',
        'GET|POST /rest/v1/*',
        'GET|POST /rest/v1/rpc/*',
      ]).flat(),
    ],
    token,
  );
});

const authCalls = [
  ...[
    'POST signup',
    'POST token?grant_type=password',
    'POST token?grant_type=refresh_token',
    'POST token?grant_type=pkce',
    'POST token?grant_type=*',
  ],
  ...[
    'POST otp',
    'POST magiclink',
    'POST recover',
    'POST resend',
    'GET|POST verify',
    'GET verify?token=*&type=*',
    'GET|PUT user',
    'GET reauthenticate',
  ],
  ...['GET settings', 'GET health', 'GET authorize?provider=*', 'GET|POST callback', 'GET .well-known/jwks.json', 'GET|POST admin/users'],
  ...['GET|PUT|DELETE admin/users/*', 'POST admin/generate_link', 'POST invite', 'POST sso', 'POST factors', 'POST factors/*/challenge'],
  ...[
    'POST factors/*/verify',
    'GET user/identities/authorize',
    'DELETE user/identities/*',
    'GET|POST passkeys',
    'GET|PATCH|DELETE passkeys/*',
  ],
  ...[
    'POST passkeys/registration/options',
    'POST passkeys/registration/verify',
    'POST passkeys/authentication/options',
    'POST passkeys/authentication/verify',
    'GET|DELETE admin/users/*/passkeys/*',
  ],
  ...['POST passkeys/*/*', 'GET|POST *', 'GET|POST */*'],
].map((call) => call.replace(' ', ' /auth/v1/'));

test.each(callers)('whatever %s asks of the sign-in is answered', async (_, token) => expectRefusals(authCalls, token));

test.each(callers)('whatever %s asks of the server’s functions is answered', async (_, token) => {
  const named = listServerFunctions().map(([name]) => `/functions/v1/${name}`);
  await expectRefusals([...named, '/functions/v1/*', '/.netlify/functions/*', '/functions/v1/*/*'], token);
});

const storageCalls = [
  ...['GET|POST bucket', 'GET|PUT|DELETE bucket/*', 'POST bucket/*/empty', 'POST object/list/*', 'POST object/list-v2/*'],
  ...['POST object/move', 'POST object/copy', 'POST object/sign/*', 'POST object/sign/bin/*', 'GET object/sign/bin/*?token=*'],
  ...['POST|PUT object/upload/sign/bin/*?token=*', 'GET object/public/*/*', 'GET object/info/bin/*', 'GET object/authenticated/bin/*'],
  ...[
    'GET|POST|PUT|DELETE object/bin/*',
    'GET|POST|PUT|DELETE object/bin/*/*',
    'GET|DELETE object/*/*',
    'DELETE object/*',
    'GET *',
    'GET */*',
  ],
].map((call) => call.replace(' ', ' /storage/v1/'));

test.each(callers)('whatever %s asks of the storage is answered', async (_, token) => {
  await asSuperuser(data, [`insert into storage.buckets (id, name) values ('bin', 'bin') on conflict do nothing`]);
  await expectRefusals(storageCalls, token);
});

test('whatever a stranger asks of pages, files, reports and sockets’ addresses is answered', async () => {
  const pages = [
    '/',
    '/contact',
    '/cv',
    '/proof',
    '/callback',
    '/wishlist',
    '/auth-terminal',
    '/projects',
    '/writing',
    '/terminal',
    '/dashboard',
  ];
  await expectRefusals(
    [
      ...pages,
      ...tools.map(({ id }) => `/${id}`),
      ...['/*', '/*/*', '/projects/*', '/writing/*', '/writing/tag/*', '/resume/*', '/r/*', '/s/*', '/*.data', '/dashboard/*', '/assets/*'],
      ...['/content/*', '/facts.json', '/ask.json', '/places.json', '/feed.xml', '/sitemap.xml', '/.well-known/*', '/healthz', '/readyz'],
      ...[
        '/realtime/v1/websocket',
        '/realtime/v1/api/broadcast',
        '/realtime/v1/api/broadcast/*/events/*',
        '/realtime/v1/*',
        '/storage/v1/*',
      ],
    ],
    () => undefined,
  );
});

/** Sends bytes that are no request, or half of one, and reads until the server ends the connection. */
function sendBytes(bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve('') : reject(error),
    );
    socket.end(bytes);
    text(socket).then(resolve, () => resolve(''));
  });
}

test('bytes that are no request end their connection, and nothing else', async () => {
  const line = fc.constantFrom(
    'GET / HTTP/1.1',
    'GET /realtime/v1/websocket HTTP/1.1',
    'POST /auth/v1/token HTTP/1.1',
    'X',
    'GET  HTTP/9',
    'PRI * HTTP/2.0',
  );
  const header = fc.constantFrom(
    ...['Host: a', 'Host: a\r\nHost: b', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 99'],
    ...[
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: chunked, chunked',
      'Content-Length: 5',
      'Content-Length: -1',
      'Content-Length: 5\r\nContent-Length: 6',
    ],
    ...[' folded', ': none', `A: ${'b'.repeat(20_000)}`, 'A: \u0000', 'Expect: 100-continue', 'Expect: the unexpected'],
  );
  const head = fc.tuple(line, fc.array(header, { maxLength: 6 }), fc.uint8Array({ maxLength: 40 }));
  const bytes = fc.oneof(
    head.map(([first, headers, rest]) => Buffer.concat([Buffer.from(`${[first, ...headers].join('\r\n')}\r\n\r\n`, 'latin1'), rest])),
    fc.uint8Array({ maxLength: 200 }),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (sent) => {
      const told = await sendBytes(sent);
      expect(told).not.toMatch(/^HTTP\/1.1 5(?!0[15])/);
    }),
    { seed, numRuns },
  );
  await expectSound();
});
