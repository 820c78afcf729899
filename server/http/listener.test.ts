import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, BlockList, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { silentLog } from '@castellan/platform/core/log';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { DirectAnswer } from './direct-answer.ts';
import { createListener } from './listener.ts';
import { wantsSocket } from './sockets.ts';

const warnings: string[] = [];
const log = { ...silentLog, warn: (event: string) => void warnings.push(event) };
const closers: (() => void)[] = [];
beforeEach(() => warnings.splice(0));
afterAll(() => {
  for (const close of closers) close();
});

/** A listening server of ours, which answers everything with the address it saw. Returns its port; `heard` is told of each request. */
async function listen(trustedProxies = new BlockList(), directAnswers: readonly DirectAnswer[] = [], heard = () => {}): Promise<number> {
  const http = createServer({ shouldUpgradeCallback: wantsSocket }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  closers.push(() => http.close());
  const { port } = http.address() as AddressInfo;
  const publicUrl = () => `http://127.0.0.1:${port}`;
  const listener = createListener({
    log,
    listensOn: '127.0.0.1',
    publicUrl,
    trustedProxies,
    directAnswers: () => directAnswers,
    answers: () => [(_, { address }) => new Response(address)],
  });
  http.on('upgrade', (_, socket) => socket.end('HTTP/1.1 426 Upgraded\r\n\r\n'));
  http.on('request', (request, response) => {
    heard();
    listener(request, response);
  });
  return port;
}

/** Sends the lines as they are, and resolves with the whole answer. */
async function exchange(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end([...lines, 'Connection: close', '', ''].join('\r\n'));
  return text(socket);
}

test.each(['X-Forwarded-For: 192.0.2.1', 'X-Real-IP: 192.0.2.1', 'Forwarded: for=192.0.2.1'])(
  'where no proxy is trusted, the first request with "%s" is told of, once, and the header counts for nothing',
  async (header) => {
    const port = await listen();
    for (let count = 0; count < 3; count += 1) {
      expect(await exchange(port, ['GET / HTTP/1.1', `Host: 127.0.0.1:${port}`, header])).toContain('127.0.0.1');
    }
    expect(warnings).toEqual(['a proxy is not trusted']);
  },
);

test('a trusted proxy is told of by nobody', async () => {
  const trusted = new BlockList();
  trusted.addAddress('127.0.0.1');
  const port = await listen(trusted);
  expect(await exchange(port, ['GET / HTTP/1.1', `Host: 127.0.0.1:${port}`, 'X-Forwarded-For: 192.0.2.1'])).toContain('192.0.2.1');
  expect(warnings).toEqual([]);
});

test('a request with two hosts is refused, whichever comes first', async () => {
  const port = await listen();
  const own = `Host: 127.0.0.1:${port}`;
  for (const hosts of [
    [own, 'Host: attacker.example'],
    ['Host: attacker.example', own],
    [own, own],
  ]) {
    expect(await exchange(port, ['GET / HTTP/1.1', ...hosts])).toMatch(/^HTTP\/1\.1 400 /);
  }
});

test('an upgrade to anything but a WebSocket is passed over and the request answered', async () => {
  const port = await listen();
  const ask = (upgrade: string) =>
    exchange(port, ['GET / HTTP/1.1', `Host: 127.0.0.1:${port}`, `Upgrade: ${upgrade}`, 'Connection: Upgrade, HTTP2-Settings']);
  expect(await ask('h2c')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask('WebSocket')).toMatch(/^HTTP\/1\.1 426 /);
});

test('a direct answer sees the path as it was spelled, and carries the headers that every answer carries', async () => {
  const port = await listen(new BlockList(), [({ path }) => (path === '/%63V/' ? { status: 200, headers: {}, body: path } : undefined)]);
  const answer = await exchange(port, ['GET /%63V/?q HTTP/1.1', `Host: 127.0.0.1:${port}`]);
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*x-content-type-options: nosniff[\s\S]*content-length: 6\r\n[\s\S]*\r\n\/%63V\/$/i);
  expect(await exchange(port, ['HEAD /%63V/ HTTP/1.1', `Host: 127.0.0.1:${port}`])).toMatch(/content-length: 6\r\n[\s\S]*\r\n\r\n$/i);
});

test.each(['/a/../b', '/%2e%2E/b', '//host/b', '/a\\b', '*'])('the address %s reaches no direct answer', async (address) => {
  const port = await listen(new BlockList(), [() => ({ status: 200, headers: {}, body: 'direct' })]);
  expect(await exchange(port, [`GET ${address} HTTP/1.1`, `Host: 127.0.0.1:${port}`])).not.toContain('direct');
});

test('a direct answer that fails is a 500 that says which request it was and nothing else, and one for a foreign host is not asked', async () => {
  const port = await listen(new BlockList(), [
    ({ path }) => {
      if (path === '/now') throw new Error('secret');
      return path === '/later' ? Promise.reject(new Error('secret')) : { status: 200, headers: {}, body: 'direct' };
    },
  ]);
  for (const path of ['/now', '/later']) {
    const answer = await exchange(port, [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`]);
    expect(answer).toMatch(/^HTTP\/1\.1 500 /);
    expect(answer).not.toContain('secret');
    const page = await exchange(port, [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Accept: text/html']);
    expect(page).toMatch(/^HTTP\/1\.1 500 [\s\S]*content-security-policy: default-src 'none'/i);
    // People are shown what finds the reason in the log.
    const id = /x-request-id: (\S+)/i.exec(page)?.[1] ?? 'none';
    expect(page).toContain(`<p class="place">${id}</p>`);
    expect(page).not.toContain('secret');
  }
  expect(await exchange(port, ['GET / HTTP/1.1', 'Host: attacker.example'])).toMatch(/^HTTP\/1\.1 421 /);
});

test('a connection that sends hundreds of requests before it is answered is closed, and each of the first is answered', async () => {
  let [answered, made] = [0, 0];
  const held = Promise.withResolvers<undefined>();
  const hold = () => {
    answered += 1;
    return held.promise;
  };
  const port = await listen(new BlockList(), [hold], () => {
    made += 1;
  });
  const socket = connect(port, '127.0.0.1')
    .resume()
    .on('error', () => {});
  socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(1000));
  await once(socket, 'close');
  expect(answered).toBeLessThanOrEqual(16);
  // What is behind them in the same piece is not even parsed: requests that nobody answers held up the loop for seconds.
  expect(made).toBe(17);
  held.resolve(undefined);
});

test('TRACE is refused before anything is asked, with a body or without', async () => {
  const port = await listen();
  expect(await exchange(port, ['TRACE /auth/v1/user HTTP/1.1', `Host: 127.0.0.1:${port}`])).toMatch(
    /^HTTP\/1\.1 405 .*TRACE is not served\./s,
  );
});
