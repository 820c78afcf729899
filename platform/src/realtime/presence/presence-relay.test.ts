import { randomUUID } from 'node:crypto';
import type { RealtimeChannel } from '@supabase/supabase-js';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { migrationSources } from '../../../../server/database/migration-sources.ts';
import { prepareDatabase } from '../../cluster/prepare-database.ts';
import { connectionConfig } from '../../core/database.ts';
import { createInbox, owner, startAnotherRealtime, startTestRealtime, subscribe } from '../start-test-realtime.ts';

const stage = await startTestRealtime();
const bare = { user: 'supabase_admin', tls: undefined, isPooled: false };
const { roles } = await prepareDatabase({ ...stage.address, shared: { ...bare, roles: new Map() } }, migrationSources);
const token = await stage.signToken({ sub: owner, session_id: randomUUID() });

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});
afterAll(() => stage.close());

const start = async (changed: Parameters<typeof startAnotherRealtime>[2] = {}) => {
  const started = await startAnotherRealtime(stage, { ...bare, roles }, { ...changed, limits: { presenceBeatMs: 20, ...changed.limits } });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await started.stop();
    isStopped = true;
  };
  endings.push(stop);
  return { ...started, stop };
};
type Started = Awaited<ReturnType<typeof start>>;

/** A client in a private channel at a server, and what it is told. */
async function join({ url }: Started, topic: string, key: string) {
  const client = await stage.connect(token, { url });
  const channel = client.channel(topic, { config: { private: true, presence: { key, enabled: true } } });
  const changes = createInbox<string>();
  const synced = createInbox<void>();
  channel.on('presence', { event: 'sync' }, () => synced.put());
  channel.on('presence', { event: 'join' }, ({ key: joined }) => changes.put(`+${joined}`));
  channel.on('presence', { event: 'leave' }, ({ key: left }) => changes.put(`-${left}`));
  expect((await subscribe(channel)).first).toBe('SUBSCRIBED');
  return { client, channel, changes, synced };
}

const present = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).sort();

test('who is present at one server is present at the other, for those who were there and for those who come', async () => {
  const [one, other] = [await start(), await start()];
  const near = await join(one, 'shared', 'near');
  const far = await join(other, 'shared', 'far');
  await far.channel.track({ n: 1 });
  expect([await near.changes.next(), await far.changes.next()]).toEqual(['+far', '+far']);
  await near.channel.track({ n: 2 });
  expect([await near.changes.next(), await far.changes.next()]).toEqual(['+near', '+near']);
  // What somebody says anew takes the place of what was said before.
  await near.channel.track({ n: 3 });
  while (
    JSON.stringify(far.channel.presenceState()['near'] ?? '')
      .match(/"n":\d/g)
      ?.join() !== '"n":3'
  )
    await far.synced.next();

  const late = await join(other, 'shared', 'late');
  while (present(late.channel).length < 2) await late.changes.next();
  expect(present(late.channel)).toEqual(['far', 'near']);
  // A server that starts later asks.
  const third = await start();
  const last = await join(third, 'shared', 'last');
  while (present(last.channel).length < 2) await last.changes.next();
  expect(present(last.channel)).toEqual(['far', 'near']);

  await near.channel.untrack();
  while (present(last.channel).includes('near')) await last.changes.next();
  await other.stop();
  while (present(last.channel).length > 0) await last.changes.next();
});

test('a server that says nothing any more is forgotten after its lease, and is there again once it speaks', async () => {
  const time = { nowMs: Date.now() };
  const clock = { nowMs: () => time.nowMs };
  const living = await start({ clock });
  const dying = await start();
  const witness = await join(living, 'lease', 'witness');
  const { channel } = await join(dying, 'lease', 'mortal');
  await channel.track({});
  expect(await witness.changes.next()).toBe('+mortal');
  // What it says does not arrive: as where its machine is cut off.
  const said = dying.database.realtime.query.bind(dying.database.realtime);
  const lost = createInbox<void>();
  dying.database.realtime.query = (async () => {
    lost.put();
    throw new Error('cut off');
  }) as never;
  await lost.next();
  // Its last word may still be on its way, and counts from when it is heard.
  const isForgotten = () => {
    time.nowMs += 15_001;
    return witness.changes.seen.includes('-mortal');
  };
  await expect.poll(isForgotten, { interval: 20 }).toBe(true);
  expect(await witness.changes.next()).toBe('-mortal');
  expect(present(witness.channel)).toEqual([]);
  dying.database.realtime.query = said;
  expect(await witness.changes.next()).toBe('+mortal');
});

test('however many are present, a server says that it lives in one notification at a time', async () => {
  const server = await start();
  const listener = new pg.Client(connectionConfig(stage.address, 'supabase_admin'));
  await listener.connect();
  endings.push(() => listener.end());
  const heard = createInbox<string>();
  listener.on('notification', ({ payload = '{}' }) => heard.put(JSON.parse(payload).kind));
  await listener.query('listen realtime_presences');
  for (let count = 0; count < 10; count += 1) await (await join(server, 'many', `one-${count}`)).channel.track({});
  for (let told = 0; told < 10; ) if ((await heard.next()) === 'here') told += 1;
  const kinds = [];
  for (let count = 0; count < 5; count += 1) kinds.push(await heard.next());
  expect(kinds).toEqual(['alive', 'alive', 'alive', 'alive', 'alive']);
});

test('a channel has so many presences over all servers, and what is too long for a notification stays with its server', async () => {
  const limits = { presencesPerChannel: 2 };
  const [one, other] = [await start({ limits }), await start({ limits })];
  const [first, second, third] = [
    await join(one, 'full', 'first'),
    await join(other, 'full', 'second'),
    await join(other, 'full', 'third'),
  ];
  await first.channel.track({});
  expect(await second.changes.next()).toBe('+first');
  expect(await second.channel.track({})).toBe('ok');
  expect(await third.channel.track({})).toBe('error');
  const [long, short] = [await join(one, 'long', 'long'), await join(other, 'long', 'short')];
  const beside = await join(one, 'long', 'beside');
  await long.channel.track({ text: 'x'.repeat(8_000) });
  expect(await beside.changes.next()).toBe('+long');
  await beside.channel.track({});
  expect(await short.changes.next()).toBe('+beside');
  expect(present(short.channel)).toEqual(['beside']);
});

test('what no server of ours would say is passed over', async () => {
  const server = await start();
  const { channel, changes } = await join(server, 'forged', 'true');
  for (const text of [
    '',
    '{',
    '[]',
    '{"server":"x","kind":"here"}',
    '{"server":"x","kind":"here","topic":"realtime:forged","key":"k","ref":"r","presence":"}"}',
  ]) {
    await stage.sql.query(`select pg_notify('realtime_presences', $1)`, [text]);
  }
  await channel.track({});
  expect(await changes.next()).toBe('+true');
  expect(present(channel)).toEqual(['true']);
});
