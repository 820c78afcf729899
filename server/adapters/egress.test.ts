import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, BlockList, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createEgress, type EgressRequest } from './egress.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');

/** Counts connections: none may ever reach it where loopback is not allowed. */
let connections = 0;
const seen: { path: string | undefined; host: string | undefined; authorization: string | undefined }[] = [];
const canary = createServer((request, response) => {
  seen.push({ path: request.url, host: request.headers.host, authorization: request.headers.authorization });
  answer(request.url ?? '', response);
});
canary.on('connection', () => (connections += 1));
const port = await listen(canary);
const other = createServer((request, response) => {
  seen.push({ path: request.url, host: request.headers.host, authorization: request.headers.authorization });
  response.end('the other');
});
const otherPort = await listen(other);
const garbage = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
garbage.listen(0, '127.0.0.1');
await once(garbage, 'listening');
const garbagePort = (garbage.address() as AddressInfo).port;
afterAll(() => {
  for (const server of [canary, other]) {
    server.closeAllConnections();
    server.close();
  }
  garbage.close();
});
beforeEach(() => {
  connections = 0;
  seen.length = 0;
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function answer(path: string, response: ServerResponse): void {
  const redirect = (status: number, location: string) => response.writeHead(status, { location }).end();
  if (path === '/to-other') redirect(302, `http://127.0.0.1:${otherPort}/arrived`);
  else if (path === '/to-private') redirect(302, 'http://10.0.0.1/');
  else if (path === '/to-metadata') redirect(307, 'http://169.254.169.254/latest/meta-data/');
  else if (path === '/to-v6') redirect(301, `http://[::1]:${port}/`);
  else if (path === '/to-file') redirect(302, 'file:///etc/passwd');
  else if (path === '/to-user') redirect(302, `http://user:word@127.0.0.1:${port}/`);
  else if (path === '/loop') redirect(302, '/loop');
  else if (path === '/long') response.end('x'.repeat(5000));
  else if (path === '/endless') setInterval(() => response.write('x'.repeat(100)), 5).unref();
  else if (path === '/silent') setTimeout(() => response.destroy(), 30_000).unref();
  else if (path === '/half') {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setTimeout(() => response.destroy(), 5);
  } else response.end('hello');
}

const strict = createEgress({ allowedNetworks: new BlockList() });
const open = createEgress({ allowedNetworks: loopback });
const send = (path: string, more: Partial<EgressRequest> = {}) => open.send({ url: `http://127.0.0.1:${port}${path}`, ...more });

/** Spellings of this machine, its network and its cloud, and tricks with the address as text. */
const hostileHosts = [
  '127.0.0.1', '127.1', '127.0.1', '127.0.0.1.', '2130706433', '017700000001', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1',
  '0x7f.1', '127.0x0.1', '127.000.000.001', '00000177.0.0.1', '127.127.127.127', '0.0.0.0', '0', '0x0', '00', '0.0.0.0.',
  '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '127。0。0。1', '①②⑦.⓪.⓪.①', '１２７.０.０.１', 'localhost', 'LOCALHOST',
  'localhost.', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'loc%61lhost', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000::1]', '[::]', '[::ffff:7f00:1]', '[::ffff:127.0.0.1]',
  '[::ffff:0:127.0.0.1]', '[::127.0.0.1]', '[::7f00:1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]', '[2001:0:4136:e378:8000:63bf:80ff:fffe]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]',
  '[2001:db8::1]', '[fec0::1]', '[fe80::5efe:7f00:1]', '10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '169.254.169.254', '0xa9fea9fe',
  '2852039166', '0251.0376.0251.0376', '192.0.0.192', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255',
] as const; // biome-ignore format: one list

const hostileAddresses = (hostPort: number): readonly string[] => [
  ...hostileHosts.map((host) => `http://${host}:${hostPort}/`),
  `https://127.0.0.1:${hostPort}/`,
  `http://1.1.1.1@127.0.0.1:${hostPort}/`,
  `http://1.1.1.1:80@127.0.0.1:${hostPort}/`,
  `http://127.0.0.1:${hostPort}@/`,
  `http://@127.0.0.1:${hostPort}/`,
  `http://:@127.0.0.1:${hostPort}/`,
  `http://user:word@127.0.0.1:${hostPort}/`,
  `http://1.1.1.1\\@127.0.0.1:${hostPort}/`,
  `http:\\\\127.0.0.1:${hostPort}/`,
  `http:/127.0.0.1:${hostPort}/`,
  `http:127.0.0.1:${hostPort}/`,
  `http:///127.0.0.1:${hostPort}/`,
  `//127.0.0.1:${hostPort}/`,
  `127.0.0.1:${hostPort}`,
  ` http://127.0.0.1:${hostPort}/`,
  `http://127.0.0.1:${hostPort}/ HTTP/1.1\r\nHost: x`,
  `ht\ttp://127.0.0.1:${hostPort}/`,
  `http://127.0.0.1\t:${hostPort}/`,
  `http://1.1.1.1\n127.0.0.1:${hostPort}/`,
  `http://[::1%25lo]:${hostPort}/`,
  `http://127.0.0.1:${hostPort}\u0000.example/`,
  `ftp://127.0.0.1:${hostPort}/`,
  `ws://127.0.0.1:${hostPort}/`,
  `gopher://127.0.0.1:${hostPort}/_GET`,
  'file:///etc/passwd',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'unix:/var/run/docker.sock',
  'http://127.0.0.1:0/',
  `http://127.0.0.1:${hostPort}99999/`,
  'http://',
  'http://.',
  `http://${'a'.repeat(9000)}/`,
  '',
];

describe('what is not public', () => {
  test('has more than sixty hostile spellings, and none of them reaches the canary', async () => {
    const addresses = hostileAddresses(port);
    expect(addresses.length).toBeGreaterThanOrEqual(60);
    const outcomes = await Promise.all(addresses.map(async (url) => [url, await strict.send({ url, maxRedirects: 5 })] as const));
    const reached = outcomes.filter(([, result]) => result.ok).map(([url]) => url);
    expect(reached).toEqual([]);
    const codes = new Set(outcomes.map(([, result]) => (result.ok ? 'ok' : result.failure.code)));
    expect([...codes].sort()).toEqual(['address_malformed', 'address_refused', 'name_not_found']);
    expect(connections).toBe(0);
  });

  test('is refused where a name resolves to it, alone or beside a public address', async () => {
    const answers = [
      ['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['1.1.1.1', '127.0.0.1'], ['2606:4700:4700::1111', '::1'], ['169.254.169.254'],
      ['64:ff9b::7f00:1'], ['0.0.0.0'], ['127.1'], ['localhost'], ['fe80::1%lo'], ['1.1.1.1', ''],
    ]; // biome-ignore format: one list
    for (const answered of answers) {
      const egress = createEgress({ allowedNetworks: new BlockList(), resolve: async () => answered });
      expect(await egress.send({ url: `http://rebind.example:${port}/` }), answered.join()).toMatchObject({
        failure: { code: 'address_refused' },
      });
    }
    expect(connections).toBe(0);
  });

  test('is not reached by a name that answers differently the second time: there is no second time', async () => {
    let asked = 0;
    const networks = new BlockList();
    networks.addAddress('127.0.0.2', 'ipv4');
    const egress = createEgress({
      allowedNetworks: networks,
      // The first answer may be reached and nobody listens there; the second is the canary's.
      resolve: async () => {
        asked += 1;
        return asked === 1 ? ['127.0.0.2'] : ['127.0.0.1'];
      },
    });
    expect(await egress.send({ url: `http://rebind.example:${port}/` })).toMatchObject({ failure: { code: 'connection_failed' } });
    expect(asked).toBe(1);
    expect(await egress.send({ url: `http://rebind.example:${port}/` })).toMatchObject({ failure: { code: 'address_refused' } });
    expect(connections).toBe(0);
  });

  test('is refused where a redirect leads there, and where it leads out of http', async () => {
    for (const path of ['/to-private', '/to-metadata', '/to-v6']) {
      expect(await send(path, { maxRedirects: 3 }), path).toMatchObject({ failure: { code: 'address_refused' } });
    }
    for (const path of ['/to-file', '/to-user']) {
      expect(await send(path, { maxRedirects: 3 }), path).toMatchObject({ failure: { code: 'redirect_malformed' } });
    }
    expect(seen.map(({ path }) => path)).toEqual(['/to-private', '/to-metadata', '/to-v6', '/to-file', '/to-user']);
  });

  test('is refused at the second hop of a name that has been rebound', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const egress = createEgress({ allowedNetworks: loopback, resolve: async () => answers.shift() ?? [] });
    expect(await egress.send({ url: `http://rebind.example:${port}/loop`, maxRedirects: 3 })).toMatchObject({
      failure: { code: 'address_refused' },
    });
    expect(connections).toBe(1);
  });
});

describe('a request that may leave', () => {
  test('goes to the address that was checked and keeps the name as Host', async () => {
    const egress = createEgress({ allowedNetworks: loopback, resolve: async () => ['127.0.0.1'] });
    const result = await egress.send({ url: `http://provider.example:${port}/hello?a=1` });
    expect(result).toMatchObject({ ok: true, value: { status: 200 } });
    expect(result.ok && result.value.body.toString()).toBe('hello');
    expect(seen).toMatchObject([{ path: '/hello?a=1', host: `provider.example:${port}` }]);
  });

  test('names its host to TLS while it goes to the address that was checked', async () => {
    const hello = Promise.withResolvers<string>();
    const tls = createTcpServer((socket) =>
      socket.once('data', (chunk) => {
        hello.resolve(chunk.toString('latin1'));
        socket.destroy();
      }),
    );
    tls.listen(0, '127.0.0.1');
    await once(tls, 'listening');
    const egress = createEgress({ allowedNetworks: loopback, resolve: async () => ['127.0.0.1'] });
    const result = await egress.send({ url: `https://provider.example:${(tls.address() as AddressInfo).port}/` });
    expect(result).toEqual({ ok: false, failure: { code: 'connection_failed' } });
    expect(await hello.promise).toContain('provider.example');
    tls.close();
  });

  test('does not follow a redirect unless asked, and tells another origin no credentials', async () => {
    expect(await send('/to-other')).toMatchObject({ ok: true, value: { status: 302 } });
    const headers = { Authorization: 'Bearer secret' };
    const followed = await send('/to-other', { maxRedirects: 1, headers });
    expect(followed.ok && followed.value.body.toString()).toBe('the other');
    expect(seen.at(-2)).toMatchObject({ path: '/to-other', authorization: 'Bearer secret' });
    expect(seen.at(-1)).toMatchObject({ path: '/arrived', authorization: undefined });
    expect(await send('/loop', { maxRedirects: 3 })).toEqual({ ok: false, failure: { code: 'too_many_redirects' } });
    expect(await send('/to-other', { maxRedirects: 3, method: 'POST', body: 'x' })).toMatchObject({ ok: true, value: { status: 302 } });
  });

  test('ends with its reason where the host does not do its part', async () => {
    const codeOf = async (path: string, more: Partial<EgressRequest> = {}) => {
      const result = await send(path, more);
      return result.ok ? 'ok' : result.failure.code;
    };
    expect(await codeOf('/long', { maxBodyBytes: 4999 })).toBe('body_too_long');
    expect(await codeOf('/long', { maxBodyBytes: 5000 })).toBe('ok');
    expect(await codeOf('/endless', { maxBodyBytes: 2000 })).toBe('body_too_long');
    expect(await codeOf('/endless', { timeoutMs: 100 })).toBe('timed_out');
    expect(await codeOf('/silent', { timeoutMs: 100 })).toBe('timed_out');
    expect(await codeOf('/half')).toBe('connection_failed');
    expect(await codeOf('/silent', { signal: AbortSignal.timeout(50) })).toBe('aborted');
    expect(await codeOf('/hello', { signal: AbortSignal.abort() })).toBe('aborted');
    expect(await open.send({ url: `http://127.0.0.1:${garbagePort}/` })).toEqual({ ok: false, failure: { code: 'connection_failed' } });
    expect(await open.send({ url: `https://127.0.0.1:${port}/` })).toEqual({ ok: false, failure: { code: 'connection_failed' } });
    expect(await open.send({ url: 'http://127.0.0.1:1/' })).toEqual({ ok: false, failure: { code: 'connection_failed' } });
    const slow = createEgress({ allowedNetworks: loopback, resolve: () => new Promise(() => {}) });
    expect(await slow.send({ url: 'http://slow.example/', timeoutMs: 50 })).toEqual({ ok: false, failure: { code: 'timed_out' } });
    const nowhere = createEgress({ allowedNetworks: loopback, resolve: () => Promise.reject(new Error('ENOTFOUND secret.example')) });
    expect(await nowhere.send({ url: 'http://secret.example/' })).toEqual({ ok: false, failure: { code: 'name_not_found' } });
  });
});
