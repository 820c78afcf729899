import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createEgress } from '../../../server/adapters/egress.ts';
import { makeTestCall } from '../../../server/functions/test-call.ts';
import { createRelayFunction } from './relay-function.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
const clock = { nowMs: () => Date.now() };

type Seen = { readonly host: string; readonly line: string; readonly key: string | undefined; readonly body: string };
let bytes = Buffer.alloc(0);
const seen: Seen[] = [];
beforeEach(() => {
  seen.length = 0;
});

/** Answers on loopback; the same port by another name is another origin. */
const far = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  bytes = Buffer.concat(chunks);
  const body = bytes.toString();
  const { host = '' } = request.headers;
  seen.push({ host, line: `${request.method} ${request.url}`, key: request.headers['x-key'] as string | undefined, body });
  const [, path, code] = (request.url ?? '').split('/');
  if (path === 'elsewhere') return response.writeHead(Number(code), { location: `${other}/end` }).end();
  if (path === 'here') return response.writeHead(Number(code), { location: '/end' }).end();
  if (path === 'loop') return response.writeHead(302, { location: '/loop' }).end();
  if (path === 'inside') return response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
  return response.writeHead(201, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] }).end('made');
});
far.listen(0, '127.0.0.1');
await once(far, 'listening');
const { port } = far.address() as AddressInfo;
const here = `http://127.0.0.1:${port}`;
const other = `http://127.0.0.2:${port}`;
const second = createServer((request, response) => far.emit('request', request, response)).listen(port, '127.0.0.2');
await once(second, 'listening');
afterAll(() => {
  for (const server of [far, second]) {
    server.closeAllConnections();
    server.close();
  }
});

const saidSchema = z.object({
  outcome: z.string().optional(),
  code: z.string().optional(),
  notFollowed: z.string().optional(),
  body: z.string().default(''),
  hops: z.array(z.object({ url: z.string(), status: z.number(), headers: z.array(z.tuple([z.string(), z.string()])) })).default([]),
});

async function ask(changes: Readonly<Record<string, unknown>>) {
  const relay = createRelayFunction({ egress: createEgress({ allowedNetworks: loopback }), clock });
  const body = { method: 'GET', url: `${here}/end`, headers: [['X-Key', 'secret']], followRedirects: true, ...changes };
  const request = new Request('http://castellan.example/functions/v1/api-lab-relay', { method: 'POST', body: JSON.stringify(body) });
  const answer = await relay.handle(request, makeTestCall());
  return { status: answer.status, said: saidSchema.parse(await answer.json()) };
}

test('a request goes out as given, and its answer comes back with every header', async () => {
  const { said } = await ask({ method: 'POST', body: 'x=1' });
  expect(seen).toMatchObject([{ line: 'POST /end', key: 'secret', body: 'x=1' }]);
  expect(said.outcome).toBe('answered');
  expect(Buffer.from(said.body, 'base64').toString()).toBe('made');
  expect(said.hops).toMatchObject([{ url: `${here}/end`, status: 201 }]);
  expect(said.hops[0]?.headers.filter(([name]) => name === 'set-cookie')).toEqual([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ]);
});

test('redirects are followed hop by hop; POST goes on as GET after 301, 302 and 303, and as itself after 307 and 308', async () => {
  for (const [code, line] of [
    [301, 'GET /end'],
    [303, 'GET /end'],
    [307, 'POST /end'],
    [308, 'POST /end'],
  ] as const) {
    seen.length = 0;
    const { said } = await ask({ method: 'POST', body: 'x', url: `${here}/here/${code}` });
    expect([code, seen[1]?.line, seen[1]?.key]).toEqual([code, line, 'secret']);
    expect(said.hops.map(({ status }) => status)).toEqual([code, 201]);
  }
});

test('another origin is told no secret: no header of the request, and no body', async () => {
  await ask({ url: `${here}/elsewhere/302` });
  expect(seen.map(({ key }) => key)).toEqual(['secret', undefined]);
  seen.length = 0;
  const { said } = await ask({ method: 'POST', body: 'secret', url: `${here}/elsewhere/307` });
  expect(seen).toHaveLength(1);
  expect(said.hops[0]?.status).toBe(307);
});

test('a request with a secret follows no redirect to another origin: its headers, its body and an address that repeats it stay here', async () => {
  for (const given of [{}, { headers: [['Accept', 'secret']] }, { method: 'POST', body: 'secret' }])
    for (const code of [301, 302, 303, 307, 308]) {
      seen.length = 0;
      const { said } = await ask({ ...given, url: `${here}/elsewhere/${code}/secret`, carriesSecret: true });
      expect(seen.map(({ host }) => host)).toEqual([`127.0.0.1:${port}`]);
      expect(said).toMatchObject({ outcome: 'answered', hops: [{ status: code }], notFollowed: other });
    }
  seen.length = 0;
  const { said } = await ask({ url: `${here}/here/302`, carriesSecret: true });
  expect(seen.map(({ key }) => key)).toEqual(['secret', 'secret']);
  expect([said.hops.length, said.notFollowed]).toEqual([2, undefined]);
});

test('a request with a secret leaves over https or to loopback alone, whoever asks', async () => {
  for (const url of [
    'http://api.example.org/',
    'http://10.0.0.1/',
    'http://localhost.example.org/',
    'ftp://a.example/',
    'http://u:p@127.0.0.1/',
  ])
    expect((await ask({ url, carriesSecret: true })).said).toMatchObject({ outcome: 'failed', code: 'secret_refused', hops: [] });
  expect(seen).toEqual([]);
});

test('redirects are left alone where they are not wanted, end after ten, and lead into no private network', async () => {
  expect((await ask({ url: `${here}/here/302`, followRedirects: false })).said.hops).toHaveLength(1);
  expect((await ask({ url: `${here}/loop` })).said).toMatchObject({ outcome: 'failed', code: 'too_many_redirects' });
  expect((await ask({ url: `${here}/inside` })).said).toMatchObject({ outcome: 'failed', code: 'address_refused' });
});

test('headers of the connection, line breaks and other schemes are refused before anything is sent', async () => {
  for (const headers of [[['Host', 'x']], [['Transfer-Encoding', 'chunked']], [['X', 'a\r\nb: c']], [['Na me', 'x']]])
    expect((await ask({ headers })).status).toBe(400);
  expect((await ask({ url: 'file:///etc/passwd' })).said).toMatchObject({ outcome: 'failed', code: 'address_malformed' });
  expect(seen).toEqual([]);
});

test('bytes go out byte for byte, up to 3 MB; more, other texts than base64, and two bodies at once are refused before anything is sent', async () => {
  const given = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => at % 251));
  const { said } = await ask({ method: 'POST', bodyBase64: given.toString('base64') });
  expect(said.outcome).toBe('answered');
  expect(bytes.equals(given)).toBe(true);
  seen.length = 0;
  for (const body of [{ bodyBase64: 'A'.repeat(4_000_004) }, { bodyBase64: 'no base64' }, { bodyBase64: 'AAAA', body: 'x' }])
    expect((await ask({ method: 'POST', ...body })).status).toBe(400);
  expect((await ask({ method: 'POST', bodyBase64: 'A'.repeat(4_400_000) })).status).toBe(400);
  expect(seen).toEqual([]);
});

test('a refusal repeats nothing of what was to be sent', async () => {
  const relay = createRelayFunction({ egress: createEgress({ allowedNetworks: loopback }), clock });
  for (const body of [
    '{"headers": CANARY',
    JSON.stringify({ method: 'POST', url: here, headers: [['X-Key', 'CANARY\n']], followRedirects: true }),
  ]) {
    const request = new Request('http://castellan.example/functions/v1/api-lab-relay', { method: 'POST', body });
    const answer = await relay.handle(request, makeTestCall());
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain('CANARY');
  }
});
