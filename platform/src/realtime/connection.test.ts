import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { silentLog } from '../core/log.ts';
import { Connection } from './connection.ts';
import { realtimeLimits } from './realtime-limits.ts';
import { WaitingFrames } from './waiting-frames.ts';

const frameBytes = realtimeLimits.anonymousFrameBytes;
/** Room for eight frames of the greatest length. */
const limits = { ...realtimeLimits, anonymousWaitingBytes: 8 * (frameBytes + 512) };
const waitingFrames = new WaitingFrames(limits);
const http = createServer().listen(0, '127.0.0.1');
const sockets = new WebSocketServer({ server: http });
const facts = { method: 'GET', path: '/', userAgent: '', context: { address: '127.0.0.1', secure: false, requestId: 'test' } };
await once(http, 'listening');
afterAll(() => {
  sockets.close();
  http.close();
});

/** A client, and the connection that the server made for it: nothing that it sends is handled before `release`. */
async function openHeld() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const handled: string[] = [];
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const [socket] = (await once(sockets, 'connection')) as [WebSocket];
  const connection = new Connection({
    socket,
    version: '2.0.0',
    facts,
    limits,
    waitingFrames,
    clock: { nowMs: () => Date.now() },
    log: silentLog,
    open: () => held,
    handle: async (_, message) => void handled.push(message.kind),
    closed: () => undefined,
  });
  const closed = once(client, 'close').then(([code, reason]) => ({ code: Number(code), reason: String(reason) }));
  if (client.readyState !== WebSocket.OPEN) await once(client, 'open');
  return { client, connection, closed, release, handled };
}

/** A frame whose payload is as costly to keep parsed as JSON can be. */
const hostileFrame = (length: number) => {
  const [head, tail] = ['[null,"1","phoenix","heartbeat",[{}', ']]'];
  const filler = ',{}'.repeat(Math.floor((length - head.length - tail.length) / 3));
  return `${head}${filler}${tail}`.padEnd(length, ' ');
};

test('a flood of hostile frames over several sockets waits within one budget, and whoever asks for more is closed', async () => {
  const [first, second] = [await openHeld(), await openHeld()];
  for (let count = 0; count < 6; count += 1) first.client.send(hostileFrame(frameBytes));
  // An answer to a ping says that what was sent before it has arrived.
  first.client.ping();
  await once(first.client, 'pong');
  for (let count = 0; count < 3; count += 1) second.client.send(hostileFrame(frameBytes));
  expect(await second.closed).toEqual({ code: 1013, reason: 'too many messages are waiting' });
  expect(first.connection.isOpen).toBe(true);
  second.release();
  first.release();
  await vi.waitFor(() => expect(first.handled).toHaveLength(6), { timeout: 30_000 });
  // What was handled waits no longer: there is room again.
  const third = await openHeld();
  for (let count = 0; count < 8; count += 1) third.client.send(hostileFrame(frameBytes));
  third.release();
  await vi.waitFor(() => expect(third.handled).toHaveLength(8), { timeout: 30_000 });
  for (const { client } of [first, third]) client.terminate();
});

test('a stranger’s frame above a few kB closes its socket before anything parses it', async () => {
  const { client, closed, release } = await openHeld();
  // No JSON: parsed, it would be closed as malformed.
  client.send('x'.repeat(frameBytes + 1));
  expect(await closed).toEqual({ code: 1009, reason: 'frame too big' });
  release();
});

test('a signed-in socket may send long frames', async () => {
  const { client, connection, release, handled } = await openHeld();
  connection.keyCaller = { role: 'service_role', claims: null };
  client.send(hostileFrame(realtimeLimits.frameBytes));
  release();
  await vi.waitFor(() => expect(handled).toHaveLength(1), { timeout: 30_000 });
  client.terminate();
});
