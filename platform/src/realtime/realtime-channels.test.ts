import { afterAll, expect, test } from 'vitest';
import { createInbox, owner, startTestRealtime, stranger, subscribe } from './start-test-realtime.ts';

const clock = { offsetMs: 0, nowMs: () => Date.now() + clock.offsetMs };
const stage = await startTestRealtime({ authorityMs: 0, sweepIntervalMs: 20 }, clock);
afterAll(stage.close);

const ownerToken = await stage.signToken({ sub: owner });
const strangerToken = await stage.signToken({ sub: stranger });

type Message = { readonly event: string; readonly payload?: unknown };

test.each(['2.0.0', '1.0.0'])(
  'with version %s a broadcast is acknowledged and reaches the others, and its sender only if it asked',
  async (vsn) => {
    const inboxes = { sender: createInbox<Message>(), echoed: createInbox<Message>(), other: createInbox<Message>() };
    const join = async (inbox: keyof typeof inboxes, self: boolean) => {
      const channel = (await stage.connect(ownerToken, { vsn })).channel(`room-${vsn}`, {
        config: { private: true, broadcast: { ack: true, self } },
      });
      channel.on('broadcast', { event: '*' }, (message) => inboxes[inbox].put(message));
      expect((await subscribe(channel)).first).toBe('SUBSCRIBED');
      return channel;
    };
    const [sender, echoed] = await Promise.all([join('sender', false), join('echoed', true), join('other', false)]);
    expect(await sender.send({ type: 'broadcast', event: 'moved', payload: { to: 'Köln' } })).toBe('ok');
    expect(await inboxes.other.next()).toMatchObject({ event: 'moved', payload: { to: 'Köln' } });
    expect(await echoed.send({ type: 'broadcast', event: 'echoed', payload: {} })).toBe('ok');
    expect((await inboxes.echoed.next()).event).toBe('moved');
    expect((await inboxes.echoed.next()).event).toBe('echoed');
    await inboxes.sender.next();
    expect(inboxes.sender.seen.map(({ event }) => event)).toEqual(['echoed']);
  },
);

test('bytes reach the others as bytes', async () => {
  const config = { private: true, broadcast: { ack: true } };
  const received = createInbox<Message>();
  const sender = (await stage.connect(ownerToken)).channel('bytes', { config });
  const receiver = (await stage.connect(ownerToken)).channel('bytes', { config });
  receiver.on('broadcast', { event: 'picture' }, (message) => received.put(message));
  await subscribe(sender);
  await subscribe(receiver);
  const bytes = Uint8Array.of(0, 255, 10);
  expect(await sender.send({ type: 'broadcast', event: 'picture', payload: bytes.buffer })).toBe('ok');
  const { payload } = await received.next();
  expect(payload instanceof ArrayBuffer && [...new Uint8Array(payload)]).toEqual([...bytes]);
});

test('a private and a public channel of one name do not hear each other', async () => {
  const heard = createInbox<Message>();
  const join = async (isPrivate: boolean) => {
    const channel = (await stage.connect(ownerToken)).channel('split', { config: { private: isPrivate, broadcast: { ack: true } } });
    channel.on('broadcast', { event: '*' }, (message) => heard.put({ ...message, payload: isPrivate }));
    await subscribe(channel);
    return channel;
  };
  const [secret, open] = await Promise.all([join(true), join(false), join(true), join(false)]);
  await secret.send({ type: 'broadcast', event: 'one', payload: {} });
  await open.send({ type: 'broadcast', event: 'two', payload: {} });
  expect([await heard.next(), await heard.next()]).toMatchObject([
    { event: 'one', payload: true },
    { event: 'two', payload: false },
  ]);
});

test.each([
  ['a private channel', { private: true }],
  ['acknowledged broadcasts', { broadcast: { ack: true } }],
  ['presence', { presence: { enabled: true } }],
  ['nothing but the channel', {}],
])('%s is refused to anonymous callers, to strangers, and where the policy says no', async (_, config) => {
  for (const [token, topic] of [
    [undefined, 'room'],
    [strangerToken, 'room'],
    [ownerToken, 'forbidden'],
  ] as const) {
    const client = await stage.connect(token);
    expect((await subscribe(client.channel(topic, { config }))).first).toBe('CHANNEL_ERROR');
    await client.realtime.disconnect();
  }
});

test('who only listens to changes can neither send nor hear broadcasts', async () => {
  const heard = createInbox<Message>();
  const member = (await stage.connect(ownerToken)).channel('mixed', { config: { broadcast: { ack: true } } });
  member.on('broadcast', { event: '*' }, (message) => heard.put(message));
  await subscribe(member);
  const { socket, frames } = await stage.openSocket('1.0.0');
  const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'remarks' }] };
  const payload = { config, access_token: strangerToken };
  socket.send(JSON.stringify({ topic: 'realtime:mixed', event: 'phx_join', payload, ref: '1', join_ref: '1' }));
  await frames.next();
  await frames.next();
  socket.send(
    JSON.stringify({
      topic: 'realtime:mixed',
      event: 'broadcast',
      payload: { type: 'broadcast', event: 'forged', payload: {} },
      ref: '2',
      join_ref: '1',
    }),
  );
  expect(await frames.next()).toContain('Unauthorized');
  await member.send({ type: 'broadcast', event: 'real', payload: {} });
  socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '3' }));
  expect(await frames.next()).toContain('"ref":"3"');
  expect(heard.seen).toEqual([]);
  socket.close();
});

test('presence tells who came, who changed and who left', async () => {
  const synced = createInbox<unknown>();
  const join = async (key: string) => {
    const client = await stage.connect(ownerToken);
    const channel = client.channel('present', { config: { private: true, presence: { key, enabled: true } } });
    return { client, channel };
  };
  const watcher = await join('watcher');
  watcher.channel.on('presence', { event: 'sync' }, () => synced.put(structuredClone(watcher.channel.presenceState())));
  await subscribe(watcher.channel);
  expect(await synced.next()).toEqual({});
  const guest = await join('guest');
  await subscribe(guest.channel);
  expect(await guest.channel.track({ at: 'door' })).toBe('ok');
  expect(await synced.next()).toMatchObject({ guest: [{ at: 'door' }] });
  expect(await guest.channel.track({ at: 'table' })).toBe('ok');
  expect(await synced.next()).toMatchObject({ guest: [{ at: 'table' }] });
  expect(await watcher.channel.track({})).toBe('ok');
  await synced.next();
  await guest.client.realtime.disconnect();
  expect(Object.keys(Object(await synced.next()))).toEqual(['watcher']);
});

test('a newcomer is told who is present already', async () => {
  const config = { private: true, presence: { key: 'first', enabled: true } };
  const first = (await stage.connect(ownerToken)).channel('greeting', { config });
  await subscribe(first);
  await first.track({ name: 'one' });
  const synced = createInbox<unknown>();
  const second = (await stage.connect(ownerToken)).channel('greeting', { config: { private: true } });
  second.on('presence', { event: 'sync' }, () => synced.put(structuredClone(second.presenceState())));
  await subscribe(second);
  expect(await synced.next()).toMatchObject({ first: [{ name: 'one' }] });
});

test('a channel closes when its token runs out', async () => {
  const token = await stage.signToken({ sub: owner, exp: Math.floor(Date.now() / 1000) + 60 });
  const channel = (await stage.connect(token)).channel('short');
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'remarks' }, () => undefined);
  const { first, statuses } = await subscribe(channel);
  expect(first).toBe('SUBSCRIBED');
  clock.offsetMs = 61_000;
  expect(await statuses.next()).toBe('CLOSED');
  clock.offsetMs = 0;
});

test('a token that is expired or forged joins nothing', async () => {
  const expired = await stage.signToken({ sub: owner, exp: Math.floor(Date.now() / 1000) - 1 });
  for (const [token, reason] of [
    [expired, 'token is expired'],
    ['nonsense', 'token is malformed'],
    [`${ownerToken}x`, 'signature is invalid'],
    ['a b', 'malformed'],
  ]) {
    const { socket, frames } = await stage.openSocket('2.0.0');
    socket.send(JSON.stringify(['1', '1', 'realtime:x', 'phx_join', { access_token: token }]));
    const reply = await frames.next();
    expect(reply).toContain('"status":"error"');
    expect(reply).toContain(reason);
    socket.close();
  }
});

test('a new token is judged again: one that may not be there ends the channel', async () => {
  const { socket, frames } = await stage.openSocket('2.0.0');
  socket.send(JSON.stringify(['1', '1', 'realtime:swap', 'phx_join', { config: { private: true }, access_token: ownerToken }]));
  expect(await frames.next()).toContain('"status":"ok"');
  socket.send(JSON.stringify(['1', '2', 'realtime:swap', 'access_token', { access_token: await stage.signToken({ sub: owner }) }]));
  socket.send(JSON.stringify(['1', '3', 'realtime:swap', 'access_token', { access_token: strangerToken }]));
  expect(await frames.next()).toContain('Unauthorized');
  expect(JSON.parse(await frames.next())).toEqual(['1', '1', 'realtime:swap', 'phx_close', {}]);
  socket.close();
});

test('signing out leaves a channel without any change, also of rows that anybody may read', async () => {
  const { socket, frames } = await stage.openSocket('2.0.0');
  const config = { postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'remarks' }] };
  socket.send(JSON.stringify(['1', '1', 'realtime:out', 'phx_join', { config, access_token: ownerToken }]));
  await frames.next();
  await frames.next();
  socket.send(JSON.stringify(['1', '2', 'realtime:out', 'access_token', { access_token: 'sb_publishable_test' }]));
  socket.send(JSON.stringify([null, '3', 'phoenix', 'heartbeat', {}]));
  await frames.next();
  const hearing = await stage.openSocket('2.0.0');
  hearing.socket.send(JSON.stringify(['1', '1', 'realtime:in', 'phx_join', { config, access_token: ownerToken }]));
  await hearing.frames.next();
  await hearing.frames.next();
  await stage.sql.query('insert into public.remarks (id, user_id, is_public) values (1, $1, false), (2, $1, true)', [owner]);
  await hearing.frames.next();
  expect(await hearing.frames.next()).toContain('"id":2');
  // Both were told of at the same moment; the next that the signed-out one hears is the answer to its own question.
  socket.send(JSON.stringify([null, '4', 'phoenix', 'heartbeat', {}]));
  expect(await frames.next()).toContain('"4"');
  socket.close();
  hearing.socket.close();
});

test('the sockets of an ended session close at once, others stay, and its token joins nothing any more', async () => {
  const session = '33333333-3333-4333-8333-333333333333';
  const token = await stage.signToken({ sub: owner, session_id: session });
  const ended = await stage.openSocket('2.0.0');
  const other = await stage.openSocket('2.0.0');
  const join = (access_token: string) => JSON.stringify(['1', '1', 'realtime:s', 'phx_join', { config: { private: true }, access_token }]);
  ended.socket.send(join(token));
  other.socket.send(join(ownerToken));
  await Promise.all([ended.frames.next(), other.frames.next()]);
  stage.service.endSessions([session]);
  expect(await ended.closed).toEqual({ code: 1008, reason: 'session ended' });
  other.socket.send(join(token));
  expect(await other.frames.next()).toContain('the session has ended');
  other.socket.close();
});

test('a session that ended elsewhere hears nothing more, and loses its channel', async () => {
  const session = '44444444-4444-4444-8444-444444444444';
  const leaver = await stage.openSocket('2.0.0');
  const token = await stage.signToken({ sub: owner, session_id: session });
  leaver.socket.send(JSON.stringify(['1', '1', 'realtime:cut', 'phx_join', { config: { private: true }, access_token: token }]));
  await leaver.frames.next();
  const sender = (await stage.connect(ownerToken)).channel('cut', { config: { private: true, broadcast: { ack: true } } });
  await subscribe(sender);
  await stage.sql.query('insert into private.ended_test_sessions values ($1)', [session]);
  expect(await sender.send({ type: 'broadcast', event: 'secret', payload: {} })).toBe('ok');
  expect(await leaver.frames.next()).toContain('Unauthorized');
  expect(await leaver.frames.next()).toContain('phx_close');
  leaver.socket.close();
});

test('leaving is answered, and joining a topic again replaces the first join', async () => {
  const { socket, frames } = await stage.openSocket('2.0.0');
  const join = (ref: string) =>
    JSON.stringify([ref, ref, 'realtime:again', 'phx_join', { config: { private: true }, access_token: ownerToken }]);
  socket.send(join('1'));
  await frames.next();
  socket.send(join('2'));
  expect(JSON.parse(await frames.next())).toEqual(['1', '1', 'realtime:again', 'phx_close', {}]);
  expect(JSON.parse(await frames.next())).toEqual([
    '2',
    '2',
    'realtime:again',
    'phx_reply',
    { status: 'ok', response: { postgres_changes: [] } },
  ]);
  socket.send(JSON.stringify(['2', '3', 'realtime:again', 'phx_leave', {}]));
  expect(JSON.parse(await frames.next())).toEqual(['2', '3', 'realtime:again', 'phx_reply', { status: 'ok', response: {} }]);
  expect(JSON.parse(await frames.next())).toEqual(['2', '2', 'realtime:again', 'phx_close', {}]);
  socket.close();
});

test('a session that another process ends loses its channels as soon as that is announced, whatever they are for', async () => {
  const session = '55555555-5555-4555-8555-555555555555';
  const token = await stage.signToken({ sub: owner, session_id: session });
  const { socket, frames } = await stage.openSocket('2.0.0');
  const config = { postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'remarks' }] };
  socket.send(JSON.stringify(['1', '1', 'realtime:elsewhere', 'phx_join', { config, access_token: token }]));
  await frames.next();
  await frames.next();
  await stage.sql.query('insert into private.ended_test_sessions values ($1)', [session]);
  // Whichever rows it meets, the statement is what is announced.
  await stage.context.database.auth.query('delete from auth.sessions where false');
  expect(await frames.next()).toContain('Unauthorized');
  expect(JSON.parse(await frames.next())).toEqual(['1', '1', 'realtime:elsewhere', 'phx_close', {}]);
  socket.close();
});

test('a message may be sent without a socket, by those whom the policy of its topic lets in', async () => {
  const heard = createInbox<Message>();
  const receiver = (await stage.connect(ownerToken)).channel('posted', { config: { private: true } });
  receiver.on('broadcast', { event: '*' }, (message) => heard.put(message));
  await subscribe(receiver);
  const post = (path: string, token: string, body: string, type = 'application/json') =>
    stage.service.handle(
      new Request(`${stage.context.publicUrl}/realtime/v1/api/broadcast${path}`, {
        method: 'POST',
        headers: { apikey: 'sb_publishable_test', authorization: `Bearer ${token}`, 'content-type': type },
        body,
      }),
      { address: '127.0.0.1', secure: false, requestId: 'test' },
    );
  const batch = JSON.stringify({ messages: [{ topic: 'posted', event: 'batched', payload: { n: 1 }, private: true }] });
  expect((await post('', strangerToken, batch)).status).toBe(403);
  expect((await post('', 'nonsense', batch)).status).toBe(401);
  expect((await post('', ownerToken, '{}')).status).toBe(422);
  expect((await post('/posted/events/single', ownerToken, '{')).status).toBe(422);
  expect((await post('/%/events/single', ownerToken, '{}')).status).toBe(404);
  expect((await post('', ownerToken, ' '.repeat(300_000))).status).toBe(413);
  expect((await post('', ownerToken, batch)).status).toBe(202);
  expect((await post('/posted/events/single?private=true', ownerToken, '{"n":2}')).status).toBe(202);
  expect(await heard.next()).toMatchObject({ event: 'batched', payload: { n: 1 } });
  expect(await heard.next()).toMatchObject({ event: 'single', payload: { n: 2 } });
});
