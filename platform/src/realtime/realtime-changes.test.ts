import { afterAll, expect, test, vi } from 'vitest';
import { createInbox, type Inbox, owner, startTestRealtime, stranger, subscribe } from './start-test-realtime.ts';

const stage = await startTestRealtime();
afterAll(stage.close);

type Change = { readonly eventType: string; readonly new: Record<string, unknown>; readonly old: Record<string, unknown> };

let lastTopic = 0;
let lastNote = 0;

async function listen(token: string, event: '*' | 'INSERT' | 'UPDATE', filter?: string) {
  const changes = createInbox<Change>();
  lastTopic += 1;
  const channel = (await stage.connect(token)).channel(`remarks-${lastTopic}`);
  channel.on(
    'postgres_changes',
    { event: event as '*', schema: 'public', table: 'remarks', ...(filter === undefined ? {} : { filter }) },
    (change) => changes.put(change),
  );
  const { first } = await subscribe(channel);
  expect(first).toBe('SUBSCRIBED');
  return changes;
}

async function insertNote(userId: string, isPublic = false): Promise<number> {
  lastNote += 1;
  await stage.sql.query('insert into public.remarks (id, user_id, is_public, body) values ($1, $2, $3, $4)', [
    lastNote,
    userId,
    isPublic,
    'b',
  ]);
  return lastNote;
}

async function nextThat(changes: Inbox<Change>, isWanted: (change: Change) => boolean): Promise<Change> {
  for (;;) {
    const change = await changes.next();
    if (isWanted(change)) return change;
  }
}

const ids = (changes: readonly Change[]) => changes.map((change) => change.new['id']);

test('an inserted row reaches whom its policy shows it to, and nobody else', async () => {
  const [mine, theirs] = await Promise.all([
    listen(await stage.signToken({ sub: owner }), 'INSERT'),
    listen(await stage.signToken({ sub: stranger }), 'INSERT'),
  ]);
  const own = await insertNote(owner);
  const other = await insertNote(stranger);
  const shown = await insertNote(owner, true);
  await Promise.all([mine.next(), mine.next(), theirs.next(), theirs.next()]);
  expect(ids(mine.seen)).toEqual([own, shown]);
  expect(ids(theirs.seen)).toEqual([other, shown]);
});

test('a record holds the columns that its reader may select, and no other', async () => {
  const changes = await listen(await stage.signToken({ sub: owner }), 'INSERT');
  const id = await insertNote(owner);
  expect(await changes.next()).toMatchObject({ eventType: 'INSERT', new: { id, user_id: owner, is_public: false, body: 'b' }, old: {} });
  expect(Object.keys(changes.seen[0]?.new ?? {})).not.toContain('hidden');
});

test('an update tells the new row and the old key', async () => {
  const changes = await listen(await stage.signToken({ sub: owner }), 'UPDATE');
  const id = await insertNote(owner);
  await stage.sql.query('update public.remarks set body = $2 where id = $1', [id, 'changed']);
  expect(await changes.next()).toMatchObject({ eventType: 'UPDATE', new: { id, body: 'changed' }, old: { id } });
});

test('a deletion tells the key alone, to those whom the channel lets in', async () => {
  const [mine, theirs] = await Promise.all([
    listen(await stage.signToken({ sub: owner }), '*'),
    listen(await stage.signToken({ sub: stranger }), '*'),
  ]);
  const id = await insertNote(stranger);
  await stage.sql.query('delete from public.remarks where id = $1', [id]);
  const shown = await insertNote(owner, true);
  const deletion = await nextThat(mine, ({ eventType }) => eventType === 'DELETE');
  expect(deletion).toMatchObject({ new: {}, old: { id } });
  expect(Object.keys(deletion.old)).toEqual(['id']);
  // The order of changes is kept: who has heard of the last has heard of all there was for them.
  await nextThat(theirs, (change) => change.new['id'] === shown);
  expect(theirs.seen.filter(({ eventType }) => eventType === 'DELETE')).toEqual([]);
});

test('a change costs no transaction for those whose role may read nothing of its table', async () => {
  const changes = createInbox<Change>();
  // The service key's role is granted nothing on it.
  for (const client of [
    await stage.connect(undefined, { apiKey: stage.secretKey }),
    await stage.connect(await stage.signToken({ sub: owner })),
  ]) {
    lastTopic += 1;
    const channel = client.channel(`guarded-${lastTopic}`);
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public' }, (change) => changes.put(change));
    expect((await subscribe(channel)).first).toBe('SUBSCRIBED');
  }
  const connecting = vi.spyOn(stage.context.database.requests, 'connect');
  await stage.sql.query('insert into public.guarded values (1)');
  expect(await changes.next()).toMatchObject({ new: { id: 1 } });
  expect(connecting).toHaveBeenCalledTimes(1);
  connecting.mockRestore();
});

test('a filter lets through only what meets it', async () => {
  const changes = await listen(await stage.signToken({ sub: owner }), 'INSERT', `user_id=eq.${owner},is_public=is.true`);
  await insertNote(owner);
  await insertNote(stranger, true);
  const wanted = await insertNote(owner, true);
  await changes.next();
  expect(ids(changes.seen)).toEqual([wanted]);
});

test('a transaction that commits late is told of, though its ids are older', async () => {
  const changes = await listen(await stage.signToken({ sub: owner }), 'INSERT');
  const slow = await stage.sql.connect();
  await slow.query('begin');
  lastNote += 1;
  const late = lastNote;
  await slow.query('insert into public.remarks (id, user_id) values ($1, $2)', [late, owner]);
  const early = await insertNote(owner);
  // It is delivered while the older transaction is still open: nobody waits for it.
  await changes.next();
  await slow.query('commit');
  slow.release();
  await changes.next();
  expect(ids(changes.seen)).toEqual([early, late]);
});

test('a transaction that is rolled back is not told of', async () => {
  const changes = await listen(await stage.signToken({ sub: owner }), 'INSERT');
  const client = await stage.sql.connect();
  await client.query('begin');
  await client.query('insert into public.remarks (id, user_id) values (100001, $1)', [owner]);
  await client.query('rollback');
  client.release();
  const told = await insertNote(owner);
  await changes.next();
  expect(ids(changes.seen)).toEqual([told]);
});

test('changes made while the listening connection is down are told of once it is back', async () => {
  const changes = await listen(await stage.signToken({ sub: owner }), 'INSERT');
  const terminated = await stage.context.database.realtime.query(
    `select pg_terminate_backend(pid) as done from pg_stat_activity where application_name = 'castellan realtime listener' and datname = current_database()`,
  );
  expect(terminated.rows).toEqual([{ done: true }]);
  const told = [await insertNote(owner), await insertNote(owner), await insertNote(owner)];
  await Promise.all([changes.next(), changes.next(), changes.next()]);
  expect(ids(changes.seen)).toEqual(told);
});

test('many rows of one statement are all told of, in order', async () => {
  const changes = await listen(await stage.signToken({ sub: owner }), 'INSERT');
  await stage.sql.query('insert into public.remarks (id, user_id) select n, $1 from generate_series(200001, 201200) as n', [owner]);
  for (let count = 0; count < 1200; count += 1) await changes.next();
  expect(ids(changes.seen)).toEqual(Array.from({ length: 1200 }, (_, index) => 200_001 + index));
});

test('the same channel may ask several times, and each gets its own', async () => {
  const inserted = createInbox<Change>();
  const updated = createInbox<Change>();
  const channel = (await stage.connect(await stage.signToken({ sub: owner }))).channel('several');
  channel
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'remarks', select: ['id'] }, (change) => inserted.put(change))
    .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'remarks' }, (change) => updated.put(change));
  expect((await subscribe(channel)).first).toBe('SUBSCRIBED');
  const id = await insertNote(owner);
  expect((await inserted.next()).new).toEqual({ id });
  await stage.sql.query('update public.remarks set body = $2 where id = $1', [id, 'again']);
  expect((await updated.next()).new).toMatchObject({ id, body: 'again' });
  expect(inserted.seen).toHaveLength(1);
});

test.each([
  ['a table that is not published', { table: 'unpublished' }, 'enabled for the table'],
  ['a table that does not exist', { table: 'nothing' }, 'enabled for the table'],
  ['a column that does not exist', { table: 'remarks', filter: 'nothing=eq.1' }, 'no column "nothing"'],
  ['a value that does not fit its column', { table: 'remarks', filter: 'user_id=eq.me' }, 'invalid input syntax for type uuid'],
  ['an operator that does not fit its column', { table: 'remarks', filter: 'body=is.true' }, 'filter: '],
  ['an unknown operator', { table: 'remarks', filter: 'body=or.1' }, 'the operator "or" is not known'],
])('a subscription to %s is refused with the reason', async (_, request, reason) => {
  const { socket, frames } = await stage.openSocket('2.0.0');
  const change = { event: 'INSERT', schema: 'public', ...request };
  const access_token = await stage.signToken({ sub: owner });
  socket.send(JSON.stringify(['1', '1', 'realtime:refused', 'phx_join', { config: { postgres_changes: [change] }, access_token }]));
  const reply = await frames.next();
  expect(reply).toContain('"status":"error"');
  expect(reply.replaceAll('\\"', '"')).toContain(reason);
  socket.close();
});
