import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, BlockList, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { silentLog } from '@castellan/platform/core/log';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createListener } from './listener.ts';
import { wantsSocket } from './sockets.ts';

const warnings: string[] = [];
const log = { ...silentLog, warn: (event: string) => void warnings.push(event) };
const closers: (() => void)[] = [];
beforeEach(() => warnings.splice(0));
afterAll(() => {
  for (const close of closers) close();
});

/** A listening server of ours, which answers everything with the address it saw. Returns its port. */
async function listen(trustedProxies = new BlockList()): Promise<number> {
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
    answers: () => [(_, { address }) => new Response(address)],
  });
  http.on('upgrade', (_, socket) => socket.end('HTTP/1.1 426 Upgraded\r\n\r\n'));
  http.on('request', (request, response) => void listener(request, response));
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
