import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestUser } from '../core/test-stage.ts';
import { startTestRest } from './start-test-rest.ts';
import { testSchema } from './test-schema.ts';

const rest = await startTestRest(testSchema);
afterAll(rest.stop);
const user = await rest.makeUser();
const other = await rest.makeUser();

/** The unmodified client library, over a real socket, as a user, as the service or as nobody. */
function connect(as?: TestUser | 'service') {
  return createClient<AnyDatabase>(rest.url, as === 'service' ? rest.keys.secretKey : rest.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(as === undefined || as === 'service' ? {} : { accessToken: async () => as.token }),
  });
}

type Values = Record<string, unknown>;

/** Any table and any function: the tests also ask for those that are not there. */
type AnyDatabase = {
  // Tells the library's types that the server knows `max-affected`.
  __InternalSupabase: { PostgrestVersion: '14' };
  public: {
    Tables: Record<string, { Row: Values; Insert: Values; Update: Values; Relationships: [] }>;
    Views: Record<never, never>;
    Functions: Record<string, { Args: Values; Returns: Values[] }>;
  };
};

beforeEach(async () => {
  await rest.owner.query('truncate public.remarks, public.settings, public.pairs, public.children restart identity cascade');
});

const seed = [
  {
    title: 'first note',
    stars: 1,
    tags: ['red', 'blue'],
    data: { a: { b: 'x' }, list: [1, 2] },
    mood: 'calm',
    span: '[1,5)',
    is_open: true,
  },
  { title: 'second, note', stars: 2, tags: ['green'], data: { a: { b: 'y' } }, mood: 'tense', span: '[5,9)', is_open: false },
  { title: 'third (note)', stars: 3, tags: [], data: {}, mood: null, span: null, is_open: null },
];

async function plant() {
  const { error } = await connect(user).from('remarks').insert(seed);
  expect(error).toBeNull();
}

describe('the unmodified client library', () => {
  test('inserts and gets back what was inserted', async () => {
    const { data, error, status } = await connect(user)
      .from('remarks')
      .insert({ title: 'hello', price: 12.5 })
      .select('id,title,price,body')
      .single();
    expect({ data, error, status }).toEqual({ data: { id: 1, title: 'hello', price: 12.5, body: 'empty' }, error: null, status: 201 });
  });

  test('sees its own rows only', async () => {
    await plant();
    expect((await connect(user).from('remarks').select('id')).data).toHaveLength(3);
    expect((await connect(other).from('remarks').select('id')).data).toEqual([]);
    const denied = await connect().from('remarks').select('id');
    expect([denied.status, denied.error?.code]).toEqual([401, '42501']);
    expect((await connect('service').from('remarks').select('id')).data).toHaveLength(3);
  });

  test('may not write a row that its policy refuses', async () => {
    const { error, status } = await connect(other).from('remarks').insert({ title: 'forged', user_id: user.id });
    expect([status, error?.code]).toEqual([403, '42501']);
  });

  const filters: readonly (readonly [
    string,
    (query: ReturnType<typeof selectTitles>) => PromiseLike<{ data: unknown; error: unknown }>,
    readonly number[],
  ])[] = [
    ['eq', (query) => query.eq('title', 'second, note'), [2]],
    ['neq', (query) => query.neq('stars', 2), [1, 3]],
    ['gt and lte', (query) => query.gt('stars', 1).lte('stars', 2), [2]],
    ['like', (query) => query.like('title', '%note'), [1, 2]],
    ['ilike', (query) => query.ilike('title', 'FIRST%'), [1]],
    ['likeAnyOf', (query) => query.likeAnyOf('title', ['first%', 'third%']), [1, 3]],
    ['ilikeAllOf', (query) => query.ilikeAllOf('title', ['%N%', 'S%']), [2]],
    ['regexMatch', (query) => query.regexMatch('title', '^f.*e$'), [1]],
    ['regexIMatch', (query) => query.regexIMatch('title', '^F'), [1]],
    ['is null', (query) => query.is('mood', null), [3]],
    ['is true', (query) => query.is('is_open', true), [1]],
    ['not is null', (query) => query.not('mood', 'is', null), [1, 2]],
    ['isDistinct', (query) => query.isDistinct('stars', 1), [2, 3]],
    ['in with a comma', (query) => query.in('title', ['second, note', 'first note']), [1, 2]],
    ['in with parentheses', (query) => query.in('title', ['third (note)']), [3]],
    ['in of nothing', (query) => query.in('stars', []), []],
    ['notIn', (query) => query.notIn('stars', [1, 3]), [2]],
    ['in of an enum', (query) => query.in('mood', ['calm']), [1]],
    ['contains an array', (query) => query.contains('tags', ['red']), [1]],
    ['contains json', (query) => query.contains('data', { a: { b: 'y' } }), [2]],
    ['containedBy', (query) => query.containedBy('tags', ['green', 'black']), [2, 3]],
    ['overlaps', (query) => query.overlaps('tags', ['green', 'blue']), [1, 2]],
    ['rangeGt', (query) => query.rangeGt('span', '[1,4)'), [2]],
    ['rangeLt', (query) => query.rangeLt('span', '[5,9)'), [1]],
    ['rangeAdjacent', (query) => query.rangeAdjacent('span', '[9,12)'), [2]],
    ['textSearch', (query) => query.textSearch('search', 'notes & first', { config: 'english' }), [1]],
    ['textSearch of a text', (query) => query.textSearch('title', 'second', { type: 'websearch' }), [2]],
    ['match', (query) => query.match({ stars: 3, title: 'third (note)' }), [3]],
    ['or', (query) => query.or('stars.eq.1,and(stars.eq.2,title.eq."second, note")'), [1, 2]],
    ['or with not and in', (query) => query.or('stars.not.in.(1,2),tags.cs.{red,blue}'), [1, 3]],
    ['a json path', (query) => query.eq('data->a->>b', 'x'), [1]],
    ['a json index', (query) => query.eq('data->list->>1', '2'), [1]],
    ['filter eq(any)', (query) => query.filter('stars', 'eq(any)', '{1,3}'), [1, 3]],
    ['char(n)', (query) => query.is('code', null), [1, 2, 3]],
  ];

  const selectTitles = () => connect(user).from('remarks').select('id').order('id');

  test.each(filters)('filters by %s', async (_, apply, expected) => {
    await plant();
    const { data, error } = await apply(selectTitles());
    expect(error).toBeNull();
    expect(data).toEqual(expected.map((id) => ({ id })));
  });

  test('selects aliases, casts and places in json', async () => {
    await plant();
    // A wider type than the literal's: the library's types cannot parse this many JSON paths.
    const columns: string = 'name:title,stars::text,data->a->>b,first:data->list->0,data->list->1,tags->0';
    const { data, error } = await connect(user).from('remarks').select(columns).eq('id', 1).single();
    expect(error).toBeNull();
    expect(data).toEqual({ name: 'first note', stars: '1', b: 'x', first: 1, list: 2, tags: 'red' });
  });

  test('orders, limits and counts', async () => {
    await plant();
    const client = connect(user);
    const descending = await client
      .from('remarks')
      .select('id', { count: 'exact' })
      .order('mood', { ascending: false, nullsFirst: false })
      .range(0, 1);
    expect([descending.data, descending.count, descending.status]).toEqual([[{ id: 2 }, { id: 1 }], 3, 206]);
    const head = await client.from('remarks').select('*', { count: 'exact', head: true });
    expect([head.data, head.count, head.status]).toEqual([null, 3, 200]);
    const beyond = await client.from('remarks').select('id', { count: 'exact' }).range(5, 9);
    expect([beyond.status, beyond.error?.code]).toEqual([416, 'PGRST103']);
    for (const count of ['planned', 'estimated'] as const) {
      expect((await connect().from('numbers').select('value', { count, head: true })).count).toBe(1200);
    }
  });

  test('answers single, maybeSingle and csv', async () => {
    await plant();
    const client = connect(user);
    const many = await client.from('remarks').select('id').single();
    expect([many.status, many.error?.code, many.error?.details]).toEqual([406, 'PGRST116', 'The result contains 3 rows']);
    expect((await client.from('remarks').select('id').eq('id', 99).maybeSingle()).data).toBeNull();
    expect((await client.from('remarks').select('id,title').eq('id', 1).csv()).data).toBe('id,title\n1,"first note"');
    expect((await client.from('remarks').select('id,mood').eq('id', 3).single().stripNulls()).data).toEqual({ id: 3 });
  });

  test('updates and deletes what the filters leave', async () => {
    await plant();
    const client = connect(user);
    const updated = await client.from('remarks').update({ stars: 9 }).eq('id', 1).select('stars');
    expect([updated.data, updated.status]).toEqual([[{ stars: 9 }], 200]);
    const counted = await client.from('remarks').update({ stars: 8 }, { count: 'exact' }).gt('id', 1);
    expect([counted.count, counted.status, counted.data]).toEqual([2, 204, null]);
    expect((await client.from('remarks').delete().eq('id', 2)).status).toBe(204);
    expect((await client.from('remarks').select('id').order('id')).data).toEqual([{ id: 1 }, { id: 3 }]);
    expect((await connect(other).from('remarks').delete({ count: 'exact' }).gt('id', 0)).count).toBe(0);
  });

  test('changes no more rows than maxAffected allows', async () => {
    await plant();
    const client = connect(user);
    const refused = await client.from('remarks').update({ stars: 7 }).gt('id', 0).maxAffected(2);
    expect([refused.status, refused.error?.code]).toEqual([400, 'PGRST124']);
    expect((await client.from('remarks').select('id').eq('stars', 7)).data).toEqual([]);
    expect((await client.from('remarks').delete().gt('id', 0).maxAffected(3)).error).toBeNull();
  });

  test('takes back what single() refuses after the fact', async () => {
    await plant();
    const refused = await connect(user).from('remarks').update({ stars: 7 }).gt('id', 0).select().single();
    expect(refused.error?.code).toBe('PGRST116');
    expect((await connect(user).from('remarks').select('id').eq('stars', 7)).data).toEqual([]);
  });

  test('inserts many rows with different keys, and defaults for what is missing', async () => {
    const client = connect(user);
    const rows = [
      { title: 'a', stars: 5 },
      { title: 'b', body: 'own' },
    ];
    const withNulls = await client.from('remarks').insert(rows).select('stars,body');
    expect(withNulls.error?.code).toBe('23502');
    const withDefaults = await client.from('remarks').insert(rows, { defaultToNull: false }).select('title,stars,body');
    expect(withDefaults.data).toEqual([
      { title: 'a', stars: 5, body: 'empty' },
      { title: 'b', stars: 0, body: 'own' },
    ]);
    expect((await client.from('remarks').insert([])).status).toBe(201);
  });

  test('upserts: 201 for new rows, 200 where all were there', async () => {
    const client = connect('service');
    const first = await client.from('settings').upsert({ name: 'theme', value: 'dark' }).select();
    expect([first.status, first.data]).toEqual([201, [{ name: 'theme', value: 'dark', changed_count: 0 }]]);
    const second = await client.from('settings').upsert({ name: 'theme', value: 'light' });
    expect(second.status).toBe(200);
    const ignored = await client.from('settings').upsert({ name: 'theme', value: 'none' }, { ignoreDuplicates: true }).select();
    expect([ignored.status, ignored.data]).toEqual([201, []]);
    const pair = await client.from('pairs').upsert(
      [
        { a: 1, b: 1, label: 'x' },
        { a: 1, b: 2, label: 'y' },
      ],
      { onConflict: 'a,b' },
    );
    expect(pair.error).toBeNull();
    expect((await client.from('settings').select('value').single()).data).toEqual({ value: 'light' });
  });

  test('hears of a broken constraint, at once or at the commit', async () => {
    const client = connect('service');
    await client.from('settings').insert({ name: 'a' });
    const twice = await client.from('settings').insert({ name: 'a' });
    expect([twice.status, twice.error?.code]).toEqual([409, '23505']);
    const deferred = await client.from('children').insert({ id: 1, setting: 'missing' });
    expect([deferred.status, deferred.error?.code]).toEqual([409, '23503']);
    const sameTwice = await client.from('settings').upsert([{ name: 'b' }, { name: 'b' }]);
    expect([sameTwice.status, sameTwice.error?.code]).toEqual([400, '21000']);
  });

  test('calls functions: scalar, row, set, table, void', async () => {
    const client = connect('service');
    expect((await client.rpc('add', { a: 1, b: 2 })).data).toBe(3);
    expect((await client.rpc('add', { a: 1 })).data).toBe(11);
    expect((await client.rpc('add', { a: 1 }, { get: true })).data).toBe(11);
    expect((await client.rpc('one_number', { wanted: 7 })).data).toEqual({ value: 7, label: 'number 7' });
    expect((await client.rpc('words')).data).toEqual(['a', 'b']);
    expect((await client.rpc('table_of', { count: 2 })).data).toEqual([
      { place: 1, square: 1 },
      { place: 2, square: 4 },
    ]);
    const set = await client
      .rpc('numbers_up_to', { top: 10 }, { count: 'exact' })
      .select('value')
      .gt('value', 5)
      .order('value', { ascending: false })
      .limit(2);
    expect(set.error).toBeNull();
    expect([set.data, set.count, set.status]).toEqual([[{ value: 10 }, { value: 9 }], 5, 206]);
    expect((await client.rpc('numbers_up_to', { top: 10 }).eq('value', 3).single()).data).toEqual({ value: 3, label: 'number 3' });
    const done = await client.rpc('remember', { setting: 'k', new_value: 'v' });
    expect([done.status, done.data, done.error]).toEqual([204, null, null]);
    expect((await client.rpc('joined', { parts: ['x', 'y'] })).data).toBe('x-y');
    expect((await client.rpc('echo', { any: [1] })).data).toEqual({ any: [1] });
  });

  test('is refused a writing function by GET, and nothing is written', async () => {
    const refused = await connect('service').rpc('remember', { setting: 'k', new_value: 'v' }, { get: true });
    expect([refused.status, refused.error?.code]).toEqual([405, '25006']);
    expect((await connect('service').from('settings').select()).data).toEqual([]);
  });

  test('is refused what does not exist', async () => {
    const client = connect('service');
    const table = await client.from('nope').select();
    expect([table.status, table.error?.code]).toEqual([404, 'PGRST205']);
    const column = await client.from('settings').select('nope');
    expect([column.status, column.error?.code, column.error?.message]).toEqual([400, '42703', 'column settings.nope does not exist']);
    const filter = await client.from('settings').select().eq('nope', 1);
    expect([filter.status, filter.error?.code]).toEqual([400, '42703']);
    const body = await client.from('settings').insert({ nope: 1 });
    expect([body.status, body.error?.code]).toEqual([400, 'PGRST204']);
    const called = await client.rpc('nope', { a: 1 });
    expect([called.status, called.error?.code]).toEqual([404, 'PGRST202']);
    const several = await client.rpc('twice', { a: 1 });
    expect([several.status, several.error?.code]).toEqual([300, 'PGRST203']);
    const embedded = await client.from('children').select('id,numbers(value)');
    expect([embedded.status, embedded.error?.code]).toEqual([400, 'PGRST200']);
  });
});
