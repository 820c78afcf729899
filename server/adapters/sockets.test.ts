import { BlockList, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSockets } from './sockets.ts';

let canary: Server;
let port = 0;
let connections = 0;

beforeAll(async () => {
  canary = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.write('hello');
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const address = canary.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

afterAll(() => canary.close());

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
const open = createSockets({ allowedNetworks: loopback });
const shut = createSockets({ allowedNetworks: new BlockList() });
const never = new AbortController().signal;

test.each([
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '100.64.0.1',
  'fe80::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '0.0.0.0',
  'fd00::1',
  '224.0.0.1',
])('%s is refused, as a host and as a place', async (address) => {
  const before = connections;
  expect(await shut.admit(address, never)).toEqual({ ok: false, failure: { code: 'address_refused' } });
  expect(await shut.connect({ address, port }, { signal: never, timeoutMs: 1000 })).toEqual({
    ok: false,
    failure: { code: 'address_refused' },
  });
  expect(connections).toBe(before);
});

test('a name with one private address among public ones is refused, and is asked for once', async () => {
  let asked = 0;
  const mixed = createSockets({
    allowedNetworks: new BlockList(),
    resolve: async () => {
      asked += 1;
      return ['93.184.216.34', '127.0.0.1'];
    },
  });
  expect(await mixed.admit('rebinding.example', never)).toEqual({ ok: false, failure: { code: 'address_refused' } });
  expect(asked).toBe(1);
});

test('a name is no place to connect to', async () => {
  expect(await open.connect({ address: 'localhost', port }, { signal: never, timeoutMs: 1000 })).toEqual({
    ok: false,
    failure: { code: 'address_refused' },
  });
});

test('the signal closes an open socket', async () => {
  const end = new AbortController();
  const opened = await open.connect({ address: '127.0.0.1', port }, { signal: end.signal, timeoutMs: 5000 });
  if (!opened.ok) throw new Error(opened.failure.code);
  const closed = new Promise((resolve) => opened.value.once('close', resolve));
  opened.value.resume();
  end.abort();
  await closed;
  expect(opened.value.destroyed).toBe(true);
});

test('what does not listen, and what is called off, is named', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const address = gone.address();
  await new Promise((resolve) => gone.close(resolve));
  const place = { address: '127.0.0.1', port: typeof address === 'object' && address !== null ? address.port : 0 };
  expect(await open.connect(place, { signal: never, timeoutMs: 5000 })).toEqual({ ok: false, failure: { code: 'connection_refused' } });
  expect(await open.connect(place, { signal: AbortSignal.abort(), timeoutMs: 5000 })).toEqual({ ok: false, failure: { code: 'aborted' } });
  const lost = createSockets({ allowedNetworks: loopback, resolve: async () => Promise.reject(new Error('ENOTFOUND')) });
  expect(await lost.admit('absent.example', never)).toEqual({ ok: false, failure: { code: 'name_not_found' } });
});
