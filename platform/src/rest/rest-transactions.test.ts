import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import { startTestRest } from './start-test-rest.ts';

const schema = `
  create table public.things (id int primary key, name text not null);
  grant all on public.things to anon, authenticated;
  create function public.add_thing(id int) returns int language sql as $$ insert into public.things values (id, 'made') returning id $$;
  grant execute on function public.add_thing(int) to anon, authenticated;`;
const kept = await startTestRest(schema);
const open = await startTestRest(schema, silentLog, undefined, { data: { letsClientsEndTransactions: true, schemas: [] } });
afterAll(() => Promise.all([kept.stop(), open.stop()]));
beforeEach(() => Promise.all([kept, open].map(({ owner }) => owner.query('truncate public.things'))));

const count = async ({ owner }: typeof open) => Number((await owner.query('select count(*) from public.things')).rows[0].count);
const post = (rest: typeof open, prefer: string, path = '/things', body: unknown = { id: 1, name: 'one' }) =>
  rest.send(path, { method: 'POST', headers: { prefer, 'content-type': 'application/json' }, body: JSON.stringify(body) });

test('where clients may end transactions, a write that asks for it is answered and undone', async () => {
  const answer = await post(open, 'tx=rollback, return=representation');
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual([{ id: 1, name: 'one' }]);
  expect(answer.headers.get('preference-applied')).toBe('return=representation, tx=rollback');
  expect(await count(open)).toBe(0);
  expect(await (await post(open, 'tx=rollback', '/rpc/add_thing', { id: 2 })).json()).toBe(2);
  expect(await count(open)).toBe(0);
  expect((await post(open, 'tx=commit')).headers.get('preference-applied')).toBe('tx=commit');
  expect(await count(open)).toBe(1);
});

test('where they may not, it is kept and nothing is said to be undone', async () => {
  const answer = await post(kept, 'tx=rollback, return=representation');
  expect(answer.headers.get('preference-applied')).toBe('return=representation');
  expect(await count(kept)).toBe(1);
});

test('the unmodified client undoes what it tries', async () => {
  const things = createClient(open.url.replace('/rest/v1', ''), open.keys.publishableKey).from('things');
  const added = await things.insert({ id: 3, name: 'three' }).select().rollback().single();
  expect(added).toMatchObject({ error: null, data: { id: 3 } });
  expect(await count(open)).toBe(0);
  await things.insert({ id: 3, name: 'three' });
  expect((await things.delete().eq('id', 3).rollback()).error).toBeNull();
  expect(await count(open)).toBe(1);
});
