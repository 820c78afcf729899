import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { BlockList } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { DatagramEars } from '../../../server/adapters/datagrams.ts';
import { createSockets, type Sockets } from '../../../server/adapters/sockets.ts';
import { loopback } from '../../../tests/support/tool-runs.ts';
import type { UdpService } from '../knowledge/udp/udp-ports.ts';
import { udpServices } from '../knowledge/udp/udp-ports.ts';
import { sweepUdp } from './udp-sweep.ts';

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

/** A UDP server on a free port of loopback. */
async function serve(answer: (bytes: Buffer, from: RemoteInfo, socket: Socket) => void): Promise<number> {
  const socket = createSocket('udp4');
  open.push(socket);
  socket.on('message', (bytes, from) => answer(bytes, from, socket));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return socket.address().port;
}

const serviceOn = (port: number): UdpService => {
  const service = udpServices.get(port);
  if (service === undefined) throw new Error(`nothing is known of ${port}`);
  return service;
};
const timing = { gapMs: 1, politeGapMs: 2, patienceMs: 150 };
const never = new AbortController().signal;
const randomBytes = (count: number) => Uint8Array.from({ length: count }, (_, index) => (index * 37 + 11) % 256);

/** Asks these ports of loopback as if they were the usual ones. */
async function sweep(
  services: ReadonlyMap<number, UdpService>,
  sockets: Pick<Sockets, 'datagrams'> = createSockets({ allowedNetworks: loopback }),
) {
  const [facts] = await sweepUdp({
    hosts: [{ address: '127.0.0.1', roundTripMs: 1 }],
    ...{ sockets, randomBytes, signal: never, onSettled: () => {}, timing, services },
  });
  if (facts === undefined) throw new Error('no host was asked');
  return facts;
}

test('a port is open by an answer, closed by ICMP, and open or filtered where nothing comes back', async () => {
  let asked = 0;
  const clock = await serve((bytes, from, socket) => {
    const answer = Buffer.alloc(48);
    answer.set([0x24, 2]);
    bytes.copy(answer, 24, 40, 48);
    socket.send(answer, from.port);
  });
  const quiet = await serve(() => {
    asked += 1;
  });
  const gone = await serve(() => {});
  await new Promise<void>((resolve) => open.pop()?.close(resolve));
  const facts = await sweep(new Map([clock, quiet, gone].map((port) => [port, serviceOn(123)])));
  expect(facts.open).toEqual([
    { port: clock, service: 'ntp', by: 'answer', confidence: 10, banners: { greeting: 'NTP version 4, stratum 2' } },
  ]);
  expect(facts).toMatchObject({ closed: String(gone), silent: String(quiet), filtered: '', untried: '' });
  expect(asked).toBe(2);
});

test('a refusal from another port than the one that was asked is taken, as TFTP sends it', async () => {
  const port = await serve((_, from) => {
    const other = createSocket('udp4');
    open.push(other);
    other.send(Buffer.from('\0\x05\0\x01File not found\0', 'latin1'), from.port, '127.0.0.1');
  });
  const facts = await sweep(new Map([[port, serviceOn(69)]]));
  expect(facts.open).toMatchObject([{ service: 'tftp', by: 'answer', banners: { greeting: 'File not found' } }]);
});

test('another answer than the protocol’s leaves the name to the port number; an echo is called that', async () => {
  const odd = await serve((_, from, socket) => socket.send('hello', from.port));
  const echo = await serve((bytes, from, socket) => socket.send(bytes, from.port));
  const facts = await sweep(new Map([odd, echo].map((port) => [port, serviceOn(53)])));
  expect(facts.open).toMatchObject([
    { port: odd, service: 'domain', by: 'port', banners: { greeting: 'hello' } },
    { port: echo, service: 'echo' },
  ]);
});

/** A host that sends `burst` ICMP errors, and then one for every `each` datagrams. */
function limitedHost(burst: number, each: number): { readonly sockets: Pick<Sockets, 'datagrams'>; readonly sent: () => number } {
  let sent = 0;
  const datagrams = (_: unknown, { onFailure }: DatagramEars) => ({
    close: () => {},
    send: () => {
      sent += 1;
      if (sent <= burst || (sent - burst) % each === 0) queueMicrotask(() => onFailure({ code: 'refused' }));
    },
  });
  return { sockets: { datagrams }, sent: () => sent };
}

const twenty = new Map(Array.from({ length: 20 }, (_, index) => [1000 + index, serviceOn(514)]));

test('where ICMP errors come slowly the silent ports are asked again, three times at most, and the report says so', async () => {
  const { sockets, sent } = limitedHost(6, 3);
  const facts = await sweep(twenty, sockets);
  expect(facts.icmp).toBe('limited');
  expect(facts.open).toEqual([]);
  expect(sent()).toBeLessThanOrEqual(60);
});

test('where ICMP errors stop the rest is open or filtered, and the report says so', async () => {
  const { sockets, sent } = limitedHost(6, Number.POSITIVE_INFINITY);
  expect(await sweep(twenty, sockets)).toMatchObject({ icmp: 'stopped', closed: '1000-1005', silent: '1006-1019' });
  expect(sent()).toBe(20 + 14);
});

test('no datagram goes to an address that the guard refuses', async () => {
  let received = 0;
  const port = await serve(() => {
    received += 1;
  });
  const facts = await sweep(new Map([[port, serviceOn(53)]]), createSockets({ allowedNetworks: new BlockList() }));
  expect(facts).toMatchObject({ open: [], filtered: String(port) });
  expect(received).toBe(0);
});

test('a signal ends the sweep at once, and what was not asked twice counts as not tried', async () => {
  const cancel = new AbortController();
  let sent = 0;
  const datagrams = () => ({
    close: () => {},
    send: () => {
      sent += 1;
      if (sent === 3) cancel.abort();
    },
  });
  const [facts] = await sweepUdp({
    hosts: [{ address: '127.0.0.1', roundTripMs: 1 }],
    ...{ sockets: { datagrams }, randomBytes, signal: cancel.signal, onSettled: () => {}, timing, services: twenty },
  });
  expect(facts).toMatchObject({ untried: '1000-1019', silent: '' });
  expect(sent).toBe(3);
});
