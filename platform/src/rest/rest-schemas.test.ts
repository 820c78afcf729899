import { createClient } from '@supabase/supabase-js';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import { startTestRest } from './start-test-rest.ts';

/** Tables of one name in three schemas, of which two are exposed; keys within one and between two. */
const schema = `
  create table public.items (id int primary key, name text not null);
  insert into public.items values (1, 'public''s');
  create table back_office.items (id int primary key, name text not null);
  insert into back_office.items values (1, 'hidden');
  create table shop.items (id int primary key, name text not null);
  insert into shop.items values (1, 'shop''s'), (2, 'bread');
  create table shop.orders (id int primary key, item int references shop.items, elsewhere int references public.items,
    hidden int references back_office.items);
  insert into shop.orders values (7, 2, 1, 1);
  create table shop.tags (id int primary key);
  insert into shop.tags values (5);
  create table shop.item_tags (item int references shop.items, tag int references shop.tags, primary key (item, tag));
  insert into shop.item_tags values (2, 5);
  create function shop.nearest(shop.items) returns setof shop.orders language sql stable rows 1 as $$ select * from shop.orders where item = $1.id $$;
  create function shop.add_item(id int, name text) returns shop.items language sql as $$ insert into shop.items values (id, name) returning * $$;
  create function shop.first_name() returns text language sql stable as $$ select name from items order by id limit 1 $$;
  create function public.first_name() returns text language sql stable as $$ select name from items order by id limit 1 $$;
  grant usage on schema shop, back_office to anon, authenticated;
  grant all on all tables in schema shop, back_office to authenticated;
  grant all on public.items to anon, authenticated;
  grant execute on all functions in schema shop to authenticated;
  grant execute on function public.first_name() to authenticated;`;
const rest = await startTestRest('', silentLog, undefined, { data: { letsClientsEndTransactions: false, schemas: ['shop', 'gone'] } });
const alone = await startTestRest('create table public.items (id int); grant select on public.items to authenticated');
await rest.superuser.query('create schema shop authorization postgres; create schema back_office authorization postgres');
await rest.owner.query(schema);
afterAll(() => Promise.all([rest.stop(), alone.stop()]));
const user = await rest.makeUser();

const clientOf = (name: string) =>
  createClient(rest.url, rest.keys.publishableKey, {
    db: { schema: name as 'public' },
    auth: { persistSession: false, autoRefreshToken: false },
    accessToken: async () => user.token,
  });
const shop = clientOf('shop');
const bodyOf = async (answer: Response) => JSON.parse((await answer.text()) || 'null');

test('a request is about the schema that it names: read, written, called and changed there alone', async () => {
  expect((await shop.from('items').select('name').order('id')).data).toEqual([{ name: "shop's" }, { name: 'bread' }]);
  expect((await clientOf('public').from('items').select('name')).data).toEqual([{ name: "public's" }]);
  expect((await shop.from('items').insert({ id: 3, name: 'salt' }).select().single()).data).toEqual({ id: 3, name: 'salt' });
  expect((await shop.from('items').update({ name: 'sugar' }).eq('id', 3).select('name')).data).toEqual([{ name: 'sugar' }]);
  expect((await shop.from('items').upsert({ id: 3, name: 'pepper' }).select('name')).data).toEqual([{ name: 'pepper' }]);
  expect((await shop.rpc('add_item', { id: 4, name: 'tea' })).data).toEqual({ id: 4, name: 'tea' });
  expect((await shop.from('items').delete().gt('id', 2).select('id')).data).toEqual([{ id: 3 }, { id: 4 }]);
  const { rows } = await rest.owner.query('select (select count(*) from public.items) here, (select count(*) from shop.items) there');
  expect(rows).toEqual([{ here: '1', there: '2' }]);
});

test('a function without a path of its own looks in the schema that was asked, then in public', async () => {
  expect((await shop.rpc('first_name')).data).toBe("shop's");
  expect((await clientOf('public').rpc('first_name')).data).toBe("public's");
  expect((await shop.rpc('first_name', {}, { get: true })).data).toBe("shop's");
});

test('what is embedded is of the same schema: by a key, a junction and a function, and never across', async () => {
  expect((await shop.from('orders').select('id, items(name)')).data).toEqual([{ id: 7, items: { name: 'bread' } }]);
  expect((await shop.from('items').select('id, tags(id), nearest(id)').eq('id', 2).single()).data).toEqual({
    id: 2,
    tags: [{ id: 5 }],
    nearest: { id: 7 },
  });
  for (const across of ['elsewhere(name)', 'hidden(name)', 'public.items(name)']) {
    const refused = await shop.from('orders').select(across);
    expect(refused.status, across).toBe(400);
  }
  const refused = await shop.from('orders').select('elsewhere(name)');
  expect(refused.error).toMatchObject({ code: 'PGRST200', details: expect.stringContaining("in the schema 'shop'") });
});

test('an answer says its schema where there are several or the request named one, and no refusal does', async () => {
  const profiles = async (named: Record<string, string>, which: typeof rest | typeof alone) =>
    (await which.send('/items', { headers: named }, await which.makeUser())).headers.get('content-profile');
  expect(await profiles({}, rest)).toBe('public');
  expect(await profiles({ 'accept-profile': 'shop' }, rest)).toBe('shop');
  expect(await profiles({}, alone)).toBe(null);
  expect((await rest.send('/nothing', { headers: { 'accept-profile': 'shop' } }, user)).headers.get('content-profile')).toBe(null);
  // A write goes by the other header, as PostgREST has it.
  const written = await rest.send('/orders', { method: 'POST', body: '{}', headers: { 'accept-profile': 'shop' } }, user);
  expect(written.status).toBe(404);
});

test('refusals name the schema that was asked', async () => {
  const headers = { 'accept-profile': 'shop', 'content-profile': 'shop' };
  const table = await bodyOf(await rest.send('/item', { headers }, user));
  expect(table).toMatchObject({
    code: 'PGRST205',
    message: "Could not find the table 'shop.item' in the schema cache",
    hint: "Perhaps you meant the table 'shop.items'",
  });
  const called = await bodyOf(await rest.send('/rpc/first_nam', { headers }, user));
  expect(called).toMatchObject({ code: 'PGRST202', message: expect.stringContaining('shop.first_nam') });
  expect(called.hint).toBe('Perhaps you meant to call the function shop.first_name');
});

test('any other schema is refused, whatever it is called and whatever is asked of it', async () => {
  const own = fc.constantFrom(
    'private',
    'auth',
    'storage',
    'realtime',
    'extensions',
    'castellan',
    'pg_catalog',
    'information_schema',
    'back_office',
  );
  const name = fc.oneof(own, fc.string({ minLength: 1, maxLength: 30, unit: fc.constantFrom(...'abpulic SHOP".,;_-') }));
  const path = fc.constantFrom('/', '/items', '/rpc/first_name', '/users');
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE');
  await fc.assert(
    fc.asyncProperty(
      name.filter((each) => !['public', 'shop', 'gone'].includes(each.trim())),
      path,
      method,
      async (profile, where, how) => {
        const answer = await rest.send(where, { method: how, headers: { 'accept-profile': profile, 'content-profile': profile } }, user);
        expect(answer.status).toBe(406);
        if (how !== 'HEAD') {
          expect(await bodyOf(answer)).toMatchObject({
            code: 'PGRST106',
            hint: 'Only the following schemas are exposed: public, shop, gone',
          });
        }
      },
    ),
    { numRuns: 120 },
  );
  const refused = await alone.send('/items', { headers: { 'accept-profile': 'shop' } });
  expect(await bodyOf(refused)).toMatchObject({ code: 'PGRST106', hint: 'Only the following schemas are exposed: public' });
});

test('privileges are PostgreSQL’s: who is granted nothing there gets nothing', async () => {
  const asNobody = createClient(rest.url, rest.keys.publishableKey, { db: { schema: 'shop' as 'public' } });
  expect((await asNobody.from('items').select()).error).toMatchObject({ code: '42501' });
  expect((await asNobody.from('items').insert({ id: 9, name: 'x' })).error).toMatchObject({ code: '42501' });
});

test('a schema that does not exist yet holds nothing, and what is made in it is found', async () => {
  expect((await clientOf('gone').from('late').select()).error).toMatchObject({ code: 'PGRST205' });
  await rest.superuser.query(`create schema gone; create table gone.late (id int); insert into gone.late values (1);
    grant usage on schema gone to authenticated; grant select on gone.late to authenticated`);
  rest.time.nowMs += 2000;
  expect((await clientOf('gone').from('late').select()).data).toEqual([{ id: 1 }]);
});

test('each schema is described by itself', async () => {
  const described = async (headers: Record<string, string>) => bodyOf(await rest.send('/', { headers }, user));
  const ofShop = await described({ 'accept-profile': 'shop' });
  expect(Object.keys(ofShop.definitions).sort()).toEqual(['item_tags', 'items', 'orders', 'tags']);
  expect(Object.keys(ofShop.paths)).toContain('/rpc/add_item');
  expect(JSON.stringify(ofShop)).not.toContain('back_office');
  const ofPublic = Object.keys((await described({})).definitions);
  expect(ofPublic).toContain('items');
  expect(ofPublic).not.toContain('orders');
});
