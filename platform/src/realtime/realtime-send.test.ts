import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { resolveCaller } from '../core/caller.ts';
import { silentLog } from '../core/log.ts';
import { callerRules } from '../core/platform-context.ts';
import { requestFacts, runAs } from '../core/run-as.ts';
import { createBroadcastRelay } from './broadcast-relay.ts';
import { createInbox, owner, startTestRealtime, stranger, subscribe } from './start-test-realtime.ts';

type Message = { readonly event: string; readonly payload: Readonly<Record<string, unknown>> };

const stage = await startTestRealtime();
const ownerToken = await stage.signToken({ sub: owner, session_id: randomUUID() });
afterAll(() => stage.close());

const heard = createInbox<Message>();
const heardOpenly = createInbox<Message>();

beforeAll(async () => {
  for (const [isPrivate, inbox] of [
    [true, heard],
    [false, heardOpenly],
  ] as const) {
    const channel = (await stage.connect(ownerToken)).channel('news', { config: { private: isPrivate } });
    channel.on('broadcast', { event: '*' }, ({ event, ['payload']: payload }) => inbox.put({ event, payload }));
    expect((await subscribe(channel)).first).toBe('SUBSCRIBED');
  }
});

beforeEach(() => stage.sql.query('delete from public.remarks'));

/** What was heard until now: the next thing that is said is heard after it. */
async function heardSoFar(inbox: typeof heard): Promise<readonly Message[]> {
  await stage.sql.query(
    `select realtime.send('{"last": true}', 'last', 'news', true), realtime.send('{"last": true}', 'last', 'news', false)`,
  );
  const messages: Message[] = [];
  for (let message = await inbox.next(); message.event !== 'last'; message = await inbox.next()) messages.push(message);
  return messages;
}

test('the database sends to a private or a public channel what a transaction that is kept sent, once for each, in order', async () => {
  const client = await stage.sql.connect();
  await client.query('begin');
  await client.query(`select realtime.send('{"n": 1}', 'said', 'news')`);
  await client.query('rollback');
  await client.query('begin');
  for (const n of [2, 3]) await client.query(`select realtime.send($1, 'said', 'news')`, [{ n, id: 'its own' }]);
  await client.query(`select realtime.send('{"n": 3, "id": "its own"}', 'said', 'news')`);
  await client.query(`select realtime.send('{"n": 4}', 'said', 'news', false)`);
  await client.query(`select realtime.send('[5]', 'said', 'news', false)`);
  await client.query('commit');
  client.release();
  const messages = [await heard.next(), await heard.next(), await heard.next()];
  expect(messages).toMatchObject([2, 3, 3].map((n) => ({ event: 'said', payload: { n, id: 'its own' } })));
  expect([await heardOpenly.next(), await heardOpenly.next()]).toMatchObject([
    { payload: { n: 4, id: expect.any(String) } },
    { payload: [5] },
  ]);
  const { rows } = await stage.sql.query('select count(*)::int as kept from realtime.messages');
  expect(rows).toEqual([{ kept: 0 }]);
});

test('a caller of the API sends where the policies let it, and what it may not send or is too long is a warning and nothing more', async () => {
  const { requests } = stage.context.database;
  const send = async (sub: string, topic: string, payload: object = { by: sub }) => {
    const token = await stage.signToken({ sub, session_id: randomUUID() });
    const request = new Request(stage.context.publicUrl, { headers: { authorization: `Bearer ${token}` } });
    const caller = await resolveCaller(request, stage.context.keys(), callerRules(stage.context));
    if (!caller.ok) throw new Error('The token is none.');
    const facts = requestFacts(request, { address: '127.0.0.1', secure: false, requestId: 'test' });
    await runAs(requests, caller.value, facts, (client) => client.query(`select realtime.send($1, 'said', $2)`, [payload, topic]));
  };
  await send(stranger, 'news');
  await send(owner, 'news', { long: 'x'.repeat(8_000) });
  await send(owner, 'news', { long: 'é'.repeat(3_000) });
  await send(owner, '', {});
  await send(owner, 'n'.repeat(241), {});
  await send(owner, 'forbidden');
  await send(owner, 'news');
  await send(stranger, 'open-news');
  expect(await heardSoFar(heard)).toMatchObject([{ payload: { long: 'é'.repeat(3_000) } }, { payload: { by: owner } }]);
});

test('a trigger tells of each row before and after, as the hosted service does', async () => {
  await stage.sql.query(`
    create function private.tell_of_remarks() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      perform realtime.broadcast_changes('news', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
    create trigger tell_of_remarks after insert or update or delete on public.remarks
      for each row execute function private.tell_of_remarks()`);
  await stage.sql.query(`insert into public.remarks (id, user_id, body) values (1, $1, 'a')`, [owner]);
  await stage.sql.query(`update public.remarks set body = 'b'`);
  await stage.sql.query('delete from public.remarks');
  const named = { table: 'remarks', schema: 'public' };
  expect(await heardSoFar(heard)).toMatchObject([
    { event: 'INSERT', payload: { ...named, operation: 'INSERT', record: { id: 1, body: 'a' }, old_record: null } },
    { event: 'UPDATE', payload: { ...named, operation: 'UPDATE', record: { body: 'b' }, old_record: { body: 'a' } } },
    { event: 'DELETE', payload: { ...named, operation: 'DELETE', record: null, old_record: { body: 'b' } } },
  ]);
  await expect(
    stage.sql.query(
      `select realtime.broadcast_changes('news', 'x', 'TRUNCATE', 'remarks', 'public', null::public.remarks, null::public.remarks)`,
    ),
  ).rejects.toThrow('Unexpected operation type: TRUNCATE');
});

test('of more than can be delivered at once the newest are lost, which is said once, and then all is delivered again', async () => {
  const said: string[] = [];
  const relay = createBroadcastRelay(stage.context.database, { ...silentLog, warn: (event) => said.push(event) });
  const isFree = Promise.withResolvers<void>();
  const delivered: unknown[] = [];
  const take = (json: string) =>
    relay.take(JSON.stringify({ server: '', topic: 'realtime:news', event: 'said', json }), async (_, { content }) => {
      await isFree.promise;
      delivered.push(content.kind === 'json' ? content.json : content.kind);
    });
  const numbers = Array.from({ length: 1_500 }, (_, index) => String(index));
  const taken = numbers.map(take);
  expect(said).toEqual(['realtime_broadcasts_dropped']);
  isFree.resolve();
  await Promise.all(taken);
  await take('after');
  expect(delivered).toEqual([...numbers.slice(0, 1_000), 'after']);
});
