import type { RealtimeChannel } from '@supabase/supabase-js';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readChannelRights } from './channel-authority.ts';
import { createInbox, owner, startTestRealtime, stranger, subscribe } from './start-test-realtime.ts';

const stage = await startTestRealtime({ authorityMs: 0 });
afterAll(stage.close);

const tokenOf = { owner: await stage.signToken({ sub: owner }), stranger: await stage.signToken({ sub: stranger }) };

type Message = { readonly event: string; readonly payload?: unknown };
type Config = NonNullable<Parameters<RealtimeChannel['socket']['channel']>[1]>['config'];

async function join(topic: string, config: Config, token = tokenOf.owner) {
  const channel = (await stage.connect(token)).channel(topic, { config: { private: true, ...config } });
  const heard = createInbox<Message>();
  channel.on('broadcast', { event: '*' }, (message) => heard.put(message));
  const synced = createInbox<unknown>();
  if (config.presence?.enabled) channel.on('presence', { event: 'sync' }, () => synced.put(structuredClone(channel.presenceState())));
  return { channel, heard, synced, ...(await subscribe(channel)) };
}

function rightsOf(sub: string | undefined, topic: string) {
  const claims = {
    sub: sub ?? '',
    role: 'authenticated',
    session_id: '33333333-3333-4333-8333-333333333333',
    aal: 'aal1',
    exp: 4_102_444_800,
  } as const;
  const caller = sub === undefined ? ({ role: 'anon', claims: null } as const) : ({ role: 'authenticated', claims } as const);
  const facts = { method: 'GET', path: '/', userAgent: '', context: { address: '127.0.0.1', secure: false, requestId: 'test' } };
  return readChannelRights(stage.context.database.requests, { caller, facts }, topic);
}

const all = { hearsBroadcasts: true, sendsBroadcasts: true, hearsPresence: true, sendsPresence: true };
const none = { hearsBroadcasts: false, sendsBroadcasts: false, hearsPresence: false, sendsPresence: false };

test('each right is the answer of its own policy about its own extension', async () => {
  expect(await rightsOf(owner, 'room')).toEqual(all);
  expect(await rightsOf(owner, 'deaf-to-broadcast')).toEqual({ ...all, hearsBroadcasts: false });
  expect(await rightsOf(owner, 'deaf-to-presence')).toEqual({ ...all, hearsPresence: false });
  expect(await rightsOf(owner, 'mute-in-broadcast')).toEqual({ ...all, sendsBroadcasts: false });
  expect(await rightsOf(owner, 'mute-in-presence')).toEqual({ ...all, sendsPresence: false });
  expect(await rightsOf(stranger, 'room')).toEqual(none);
  expect(await rightsOf(undefined, 'room')).toEqual(none);
  expect(await rightsOf(undefined, 'open-to-all')).toEqual(all);
});

test('a policy that fails lets nobody in, and the next question is answered as if there had been none', async () => {
  expect(await rightsOf(owner, 'broken-by-a-cast')).toEqual(none);
  expect(await rightsOf(owner, 'room')).toEqual(all);
  expect(stage.warnings).toEqual([]);
});

test('whatever a channel is called, the policies hear exactly that, and no row of the question stays', async () => {
  const topics = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
    .filter((topic) => topic.isWellFormed() && !topic.includes('\0'));
  await fc.assert(
    fc.asyncProperty(topics, async (topic) => {
      const open = `open-${topic}`;
      expect(await rightsOf(stranger, open)).toEqual(all);
      expect(await rightsOf(stranger, `closed-${topic}`)).toEqual(none);
    }),
    { numRuns: 40 },
  );
  expect((await stage.sql.query('select from realtime.messages')).rowCount).toBe(0);
});

test('who may not hear broadcasts joins no channel of them', async () => {
  expect((await join('deaf-to-broadcast', {})).first).toBe('CHANNEL_ERROR');
});

test('who may hear and not send is refused each broadcast, over the socket and without one', async () => {
  const { channel, first } = await join('mute-in-broadcast', { broadcast: { ack: true, self: true } });
  expect(first).toBe('SUBSCRIBED');
  expect(await channel.send({ type: 'broadcast', event: 'said', payload: {} })).toBe('error');
  await expect(channel.httpSend('said', {})).rejects.toThrow('Unauthorized');
  expect(
    await (await join('mute-in-presence', { broadcast: { ack: true } })).channel.send({ type: 'broadcast', event: 'said', payload: {} }),
  ).toBe('ok');
});

test('who may send and not hear sends without a socket, and nobody else does', async () => {
  const post = async (token: string, topic: string) =>
    (await stage.connect(token)).channel(topic, { config: { private: true } }).httpSend('said', { n: 1 });
  expect(await post(tokenOf.owner, 'deaf-to-broadcast')).toEqual({ success: true });
  await expect(post(tokenOf.stranger, 'deaf-to-broadcast')).rejects.toThrow('Unauthorized');
});

test('what is asked to be stored is refused, over the socket and without one, and reaches nobody', async () => {
  const { heard } = await join('kept', {});
  const { channel } = await join('kept', { broadcast: { ack: true } });
  expect(await channel.send({ type: 'broadcast', event: 'kept', payload: {}, persist: true })).not.toBe('ok');
  expect(await channel.send({ type: 'broadcast', event: 'kept', payload: {}, persist: { ttl: 60 } })).not.toBe('ok');
  await expect(channel.httpSend('kept', {}, { persist: true })).rejects.toThrow('Messages are not stored');
  await expect(channel.httpSend('kept', {}, { persist: { ttl: 60 } })).rejects.toThrow('Messages are not stored');
  expect(await channel.send({ type: 'broadcast', event: 'sent', payload: {} })).toBe('ok');
  expect((await heard.next()).event).toBe('sent');
});

test('presence is told to those who may hear it, and taken from those who may tell it', async () => {
  const presence = { key: 'one', enabled: true };
  const mute = await join('mute-in-presence', { presence });
  expect(await mute.synced.next()).toEqual({});
  expect(await mute.channel.track({ at: 'door' })).toBe('error');
  const deaf = await join('deaf-to-presence', { presence, broadcast: { ack: true, self: true } });
  expect(await deaf.channel.track({ at: 'door' })).toBe('ok');
  // The answer to what it sends itself comes behind everything that the service had to tell it.
  expect(await deaf.channel.send({ type: 'broadcast', event: 'said', payload: {} })).toBe('ok');
  expect((await deaf.heard.next()).event).toBe('said');
  expect(deaf.synced.seen).toEqual([]);
});

test('who vanishes without a word leaves, by a difference that names the presence', async () => {
  const watcher = await stage.openSocket('2.0.0');
  const vanished = await stage.openSocket('2.0.0');
  const joinAs = (key: string) =>
    JSON.stringify([
      '1',
      '1',
      'realtime:seen',
      'phx_join',
      { config: { private: true, presence: { key, enabled: true } }, access_token: tokenOf.owner },
    ]);
  watcher.socket.send(joinAs('watcher'));
  await watcher.frames.next();
  expect(JSON.parse(await watcher.frames.next())).toEqual([null, null, 'realtime:seen', 'presence_state', {}]);
  vanished.socket.send(joinAs('vanished'));
  await vanished.frames.next();
  vanished.socket.send(
    JSON.stringify(['1', '2', 'realtime:seen', 'presence', { type: 'presence', event: 'track', payload: { at: 'door' } }]),
  );
  const [, , , event, told] = JSON.parse(await watcher.frames.next());
  expect([event, told]).toEqual([
    'presence_diff',
    { joins: { vanished: { metas: [expect.objectContaining({ at: 'door' })] } }, leaves: {} },
  ]);
  vanished.socket.terminate();
  expect(JSON.parse(await watcher.frames.next())[4]).toEqual({ joins: {}, leaves: told.joins });
  watcher.socket.close();
});

test('a new token of the same person goes on with the channel; another person’s ends it', async () => {
  const client = await stage.connect();
  await client.realtime.setAuth(tokenOf.owner);
  const channel = client.channel('renewed', { config: { private: true, broadcast: { ack: true } } });
  const { first, statuses } = await subscribe(channel);
  expect(first).toBe('SUBSCRIBED');
  await client.realtime.setAuth(await stage.signToken({ sub: owner, session_id: '33333333-3333-4333-8333-333333333333' }));
  expect(await channel.send({ type: 'broadcast', event: 'said', payload: {} })).toBe('ok');
  await client.realtime.setAuth(tokenOf.stranger);
  expect(await statuses.next()).toBe('CLOSED');
});

test('an answer that is still remembered is never another caller’s', async () => {
  const remembering = await startTestRealtime({ authorityMs: 3_600_000 });
  try {
    const { socket, frames } = await remembering.openSocket('2.0.0');
    const tell = (ref: string, event: string, payload: unknown) => socket.send(JSON.stringify(['1', ref, 'realtime:room', event, payload]));
    const config = { postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'remarks' }] };
    const said = { type: 'broadcast', event: 'said', payload: {} };
    tell('1', 'phx_join', { config, access_token: await remembering.signToken({ sub: stranger }) });
    await frames.next();
    await frames.next();
    tell('2', 'broadcast', said);
    expect(await frames.next()).toContain('Unauthorized');
    tell('3', 'access_token', { access_token: await remembering.signToken({ sub: owner }) });
    tell('4', 'presence', { event: 'track', payload: {} });
    expect(JSON.parse(await frames.next())).toEqual(['1', '4', 'realtime:room', 'phx_reply', { status: 'ok', response: {} }]);
    tell('5', 'access_token', { access_token: await remembering.signToken({ sub: stranger }) });
    tell('6', 'broadcast', said);
    expect(await frames.next()).toContain('Unauthorized');
    socket.close();
  } finally {
    await remembering.close();
  }
});
