import { afterAll, expect, test, vi } from 'vitest';
import { owner, startTestRealtime } from './start-test-realtime.ts';

// It stands still unless a test moves it on: allowances fill by the clock.
const startedMs = Date.now();
const clock = { offsetMs: 0, nowMs: () => startedMs + clock.offsetMs };
const stage = await startTestRealtime(
  {
    sockets: 6,
    socketsPerAddress: 4,
    channelsPerSocket: 3,
    anonymousChannelsPerSocket: 2,
    anonymousChannelsPerAddress: 3,
    frameBytes: 20_000,
    framesPerSecond: 20,
    bufferedBytes: 100_000,
    silenceMs: 1_000_000_000,
    sweepIntervalMs: 20,
  },
  clock,
);
afterAll(stage.close);

const token = await stage.signToken({ sub: owner });
const heartbeat = JSON.stringify([null, '9', 'phoenix', 'heartbeat', {}]);

async function isAlive(): Promise<boolean> {
  const { socket, frames, closed } = await stage.openSocket('2.0.0');
  socket.send(heartbeat);
  const reply = await frames.next();
  socket.close();
  await closed;
  return reply.includes('"status":"ok"');
}

test.each([
  ['no JSON', 'hello'],
  ['an object where an array belongs', '{"topic":"phoenix"}'],
  ['an array too short', '[1,2]'],
  ['a topic that is no text', '[null,"1",{},"phx_join",{}]'],
  ['an empty frame', ''],
  ['lists nested beyond measure', `[null,"1","phoenix","heartbeat",${'['.repeat(4_000)}${']'.repeat(4_000)}]`],
  ['an unknown binary kind', Buffer.from([9, 0, 0, 0, 0, 0, 0])],
  ['a binary frame whose lengths lie', Buffer.from([3, 255, 255, 255, 255, 255, 1])],
  ['a binary frame that is cut off', Buffer.from([3])],
  ['a binary frame with no UTF-8', Buffer.from([3, 0, 0, 1, 1, 0, 1, 0xff, 0x61])],
  ['a binary frame with broken JSON', Buffer.concat([Buffer.from([3, 0, 0, 1, 1, 0, 1]), Buffer.from('te{')])],
])('a socket that sends %s is closed, and the service goes on', async (_, rubbish) => {
  const { socket, closed } = await stage.openSocket('2.0.0');
  socket.send(rubbish);
  expect(await closed).toEqual({ code: 1007, reason: 'malformed message' });
  expect(await isAlive()).toBe(true);
});

test.each([
  ['a join without a config', 'realtime:x', 'phx_join', null],
  ['a join whose config is a list', 'realtime:x', 'phx_join', { config: [] }],
  ['a join with an unknown event', 'realtime:x', 'phx_join', { config: { postgres_changes: [{ event: 'DROP' }] } }],
  ['a topic of another kind', 'nothing', 'phx_join', {}],
  ['a message to a topic that was not joined', 'realtime:y', 'broadcast', { event: 'x' }],
  ['a message without a topic of channels', '__proto__', 'access_token', {}],
])('%s is answered with a reason', async (_, topic, event, payload) => {
  const { socket, frames } = await stage.openSocket('2.0.0');
  socket.send(JSON.stringify(['1', '1', topic, event, payload]));
  expect(JSON.parse(await frames.next())).toMatchObject([
    '1',
    '1',
    topic,
    'phx_reply',
    { status: 'error', response: { reason: expect.any(String) } },
  ]);
  socket.close();
});

test('an unknown version and an unknown API key are refused', async () => {
  expect(await (await stage.openSocket('3.0.0')).closed).toEqual({ code: 1008, reason: 'unsupported version' });
  expect(await (await stage.openSocket('2.0.0', 'sb_publishable_other')).closed).toEqual({ code: 1008, reason: 'invalid API key' });
});

test('a frame over the limit closes its socket', async () => {
  const { socket, frames, closed } = await stage.openSocket('2.0.0');
  socket.send(JSON.stringify(['1', '1', 'realtime:long', 'phx_join', { config: { private: true }, access_token: token }]));
  expect(await frames.next()).toContain('"ok"');
  socket.send(JSON.stringify([null, '1', 'phoenix', 'heartbeat', { filler: 'x'.repeat(20_000) }]));
  expect(await closed).toEqual({ code: 1009, reason: 'frame too big' });
});

test('a join is remembered by the fields that are known, however many others it brings', async () => {
  const { socket, frames } = await stage.openSocket('2.0.0');
  const change = { event: 'INSERT', schema: 'public', table: 'remarks', filler: Array.from({ length: 500 }, () => ({})) };
  socket.send(
    JSON.stringify([
      '1',
      '1',
      'realtime:strange',
      'phx_join',
      { config: { postgres_changes: [change] }, access_token: token, filler: 'x' },
    ]),
  );
  expect(JSON.parse(await frames.next())[4].response.postgres_changes).toEqual([
    { event: 'INSERT', schema: 'public', table: 'remarks', id: expect.any(Number) },
  ]);
  socket.close();
});

test('a flood of frames closes its socket', async () => {
  const { socket, closed } = await stage.openSocket('2.0.0');
  for (let count = 0; count < 150; count += 1) socket.send(heartbeat);
  expect(await closed).toEqual({ code: 1008, reason: 'too many messages' });
});

test('a socket may join so many channels and no more', async () => {
  const { socket, frames } = await stage.openSocket('2.0.0');
  const join = (topic: string) =>
    socket.send(JSON.stringify(['1', '1', topic, 'phx_join', { config: { private: true }, access_token: token }]));
  for (const topic of ['realtime:a', 'realtime:b', 'realtime:c', 'realtime:d']) join(topic);
  expect(await frames.next()).toContain('"ok"');
  expect(await frames.next()).toContain('"ok"');
  expect(await frames.next()).toContain('"ok"');
  expect(await frames.next()).toContain('Too many channels');
  socket.close();
});

/** Sockets of earlier tests may still be saying goodbye. */
const everybodyLeft = () => vi.waitFor(() => expect(stage.service.connectionCount()).toBe(0), { timeout: 30_000 });

/** Joins without a token and resolves with the whole of what was answered. */
async function joinAnonymously({ socket, frames }: Awaited<ReturnType<typeof stage.openSocket>>, topic: string): Promise<string> {
  socket.send(JSON.stringify(['1', '1', topic, 'phx_join', { config: { private: true } }]));
  for (;;) {
    const frame = await frames.next();
    if (frame.includes('phx_reply')) return frame;
  }
}

test('who is not signed in may join fewer channels over a socket, and fewer from an address', async () => {
  await everybodyLeft();
  const [first, second, elsewhere] = [
    await stage.openSocket('2.0.0', undefined, '2001:db8::1'),
    await stage.openSocket('2.0.0', undefined, '2001:db8::2'),
    await stage.openSocket('2.0.0', undefined, '2001:db8:1::1'),
  ];
  expect(await joinAnonymously(first, 'realtime:open-a')).toContain('"ok"');
  expect(await joinAnonymously(first, 'realtime:open-b')).toContain('"ok"');
  expect(await joinAnonymously(first, 'realtime:open-c')).toContain('Too many channels');
  // Joining again takes the place of the join before.
  expect(await joinAnonymously(first, 'realtime:open-b')).toContain('"ok"');
  expect(await joinAnonymously(second, 'realtime:open-d')).toContain('"ok"');
  expect(await joinAnonymously(second, 'realtime:open-e')).toContain('Too many channels');
  expect(await joinAnonymously(elsewhere, 'realtime:open-e')).toContain('"ok"');
  second.socket.send(JSON.stringify(['1', '1', 'realtime:f', 'phx_join', { config: { private: true }, access_token: token }]));
  expect(await second.frames.next()).toContain('"ok"');
  for (const { socket } of [first, second, elsewhere]) socket.close();
});

test('the addresses of one IPv6 block hold so many sockets together', async () => {
  await everybodyLeft();
  const held = [];
  for (let count = 0; count < 4; count += 1) held.push(await stage.openSocket('2.0.0', undefined, `2001:db8::${count}`));
  const late = await stage.openSocket('2.0.0', undefined, '2001:db8::f');
  expect(await late.closed).toEqual({ code: 1013, reason: 'too many connections' });
  for (const { socket } of held) socket.close();
});

test('an address may hold so many sockets and no more', async () => {
  await everybodyLeft();
  const held = [];
  for (let count = 0; count < 4; count += 1) held.push(await stage.openSocket('2.0.0'));
  expect(await (await stage.openSocket('2.0.0')).closed).toEqual({ code: 1013, reason: 'too many connections' });
  for (const { socket } of held) socket.close();
});

test('where all places are taken, the oldest socket on which nobody is signed in gives up its own', async () => {
  await everybodyLeft();
  const signedIn = await stage.openSocket('2.0.0');
  signedIn.socket.send(JSON.stringify(['1', '1', 'realtime:full', 'phx_join', { config: { private: true }, access_token: token }]));
  await signedIn.frames.next();
  const strangers = [];
  for (let count = 0; count < 5; count += 1) strangers.push(await stage.openSocket('2.0.0', undefined, `192.0.2.${count}`));
  const [oldest] = strangers;
  const late = await stage.openSocket('2.0.0', undefined, '192.0.2.99');
  late.socket.send(heartbeat);
  expect(await late.frames.next()).toContain('"ok"');
  expect(await oldest?.closed).toEqual({ code: 1013, reason: 'too many connections' });
  expect(stage.service.connectionCount()).toBe(6);
  for (const { socket } of [...strangers, signedIn, late]) socket.close();
});

test('a stranger is told of no change, whatever it asks for, and the database is not asked', async () => {
  const { socket, frames } = await stage.openSocket('2.0.0');
  const change = { event: 'INSERT', schema: 'public', table: 'remarks', filter: 'body=match.(x{1,90}){1,30}y' };
  socket.send(JSON.stringify(['1', '1', 'realtime:open-changes', 'phx_join', { config: { postgres_changes: [change] } }]));
  expect(await frames.next()).toContain('changes are told of to signed-in callers only');
  socket.close();
});

test('a join costs by the changes it asks for', async () => {
  await everybodyLeft();
  const { socket, frames, closed } = await stage.openSocket('2.0.0');
  const change = { event: 'INSERT', schema: 'public', table: 'remarks' };
  const join = (count: number) =>
    JSON.stringify([
      '1',
      '1',
      `realtime:cost-${count}`,
      'phx_join',
      { config: { postgres_changes: Array.from({ length: count }, () => change) }, access_token: token },
    ]);
  // Of an allowance of 100 these take 5 + 50, and then 5 + 45.
  socket.send(join(10));
  expect(await frames.next()).toContain('"ok"');
  socket.send(join(9));
  expect(await closed).toEqual({ code: 1008, reason: 'too many messages' });
});

test('a socket that does not read is dropped, and the sender is not held up', async () => {
  await everybodyLeft();
  const slow = await stage.openSocket('2.0.0');
  const sender = await stage.openSocket('2.0.0');
  const join = JSON.stringify([
    '1',
    '1',
    'realtime:slow',
    'phx_join',
    { config: { private: true, broadcast: { ack: true } }, access_token: token },
  ]);
  slow.socket.send(join);
  sender.socket.send(join);
  await Promise.all([slow.frames.next(), sender.frames.next()]);
  slow.socket.pause();
  const before = stage.service.connectionCount();
  const message = JSON.stringify(['1', '2', 'realtime:slow', 'broadcast', { type: 'broadcast', event: 'x', payload: 'y'.repeat(18_000) }]);
  while (stage.service.connectionCount() === before) {
    sender.socket.send(message);
    await sender.frames.next();
    // Each message comes a second after the last, so that no allowance runs out.
    clock.offsetMs += 1_000;
  }
  expect(stage.warnings).toEqual(['realtime_socket_too_slow']);
  slow.socket.resume();
  await slow.closed;
  sender.socket.close();
  await sender.closed;
});

test('a socket that has been silent for too long is dropped', async () => {
  const { closed } = await stage.openSocket('2.0.0');
  clock.offsetMs += 1_000_000_001;
  expect((await closed).code).toBe(1006);
});

test('a flood of strangers’ joins, each as slow as it can be, holds up no join of a session', async () => {
  await everybodyLeft();
  // The clock was moved on.
  const fresh = await stage.signToken({ sub: owner });
  const strangers = [];
  for (let count = 0; count < 5; count += 1) strangers.push(await stage.openSocket('2.0.0', undefined, `192.0.2.${count}`));
  const answered: string[] = [];
  for (const { socket } of strangers) {
    socket.on('message', (data) => answered.push(String(data)));
    socket.send(JSON.stringify(['1', '1', 'realtime:open-slowly', 'phx_join', { config: { private: true } }]));
  }
  // Both turns of strangers are taken now, and the others wait.
  const { strangers: pool } = stage.context.database;
  await vi.waitFor(() => expect(pool.totalCount - pool.idleCount).toBe(2), { timeout: 30_000 });
  const { socket, frames } = await stage.openSocket('2.0.0');
  socket.send(JSON.stringify(['1', '1', 'realtime:mine', 'phx_join', { config: { private: true }, access_token: fresh }]));
  expect(await frames.next()).toContain('"ok"');
  expect(answered).toEqual([]);
  for (const opened of [...strangers, { socket }]) opened.socket.terminate();
});
