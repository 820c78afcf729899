import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestRest } from './start-test-rest.ts';
import { answerOf } from './test-answer.ts';
import { testSchema } from './test-schema.ts';

const rest = await startTestRest(testSchema);
afterAll(rest.stop);
const user = await rest.makeUser();

beforeEach(async () => {
  await rest.owner.query(
    'truncate public.remarks, public.settings, public.pairs, public.counted, public.children restart identity cascade',
  );
});

const json = { 'content-type': 'application/json' };

function post(path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  return rest.send(path, { method: 'POST', body, headers: { ...json, ...headers } }, 'service');
}

describe('writing', () => {
  test('says nothing unless asked, then where the row is, then the row', async () => {
    const minimal = await post('/settings', '{"name":"a"}');
    expect([minimal.status, await minimal.text(), minimal.headers.get('content-range'), minimal.headers.get('location')]).toEqual([
      201,
      '',
      '*/*',
      null,
    ]);
    const located = await post('/settings', '{"name":"b c"}', { prefer: 'return=headers-only, count=exact' });
    expect([located.status, located.headers.get('location'), located.headers.get('content-range')]).toEqual([
      201,
      '/settings?name=eq.b%20c',
      '*/1',
    ]);
    const shown = await post('/settings', '{"name":"d"}', { prefer: 'return=representation' });
    expect(shown.headers.get('preference-applied')).toBe('return=representation');
    expect(await answerOf(shown)).toMatchObject({ status: 201, body: [{ name: 'd', value: null, changed_count: 0 }] });
  });

  test('puts one row at its own address', async () => {
    const put = (path: string, body: string) =>
      rest.send(path, { method: 'PUT', body, headers: { ...json, prefer: 'return=representation' } }, 'service');
    expect((await put('/settings?name=eq.a', '{"name":"a","value":"1"}')).status).toBe(201);
    expect(await answerOf(await put('/settings?name=eq.a', '{"name":"a","value":"2"}'))).toMatchObject({
      status: 200,
      body: [{ value: '2' }],
    });
    expect(await answerOf(await put('/settings?name=eq.a', '{"name":"b"}'))).toMatchObject({ status: 400, body: { code: 'PGRST115' } });
    expect(await answerOf(await put('/settings?value=eq.a', '{"name":"a"}'))).toMatchObject({ status: 405, body: { code: 'PGRST105' } });
    expect(await answerOf(await put('/settings?name=eq.a&limit=1', '{"name":"a"}'))).toMatchObject({
      status: 400,
      body: { code: 'PGRST114' },
    });
    expect((await rest.owner.query('select name, value from settings')).rows).toEqual([{ name: 'a', value: '2' }]);
  });

  test('refuses to change or delete every row at once', async () => {
    await post('/settings', '{"name":"a"}');
    const patched = await rest.send('/settings', { method: 'PATCH', body: '{"value":"x"}', headers: json }, 'service');
    expect(await answerOf(patched)).toMatchObject({ status: 400, body: { code: '21000', message: 'UPDATE requires a WHERE clause' } });
    const deleted = await rest.send('/settings', { method: 'DELETE' }, 'service');
    expect(await answerOf(deleted)).toMatchObject({ status: 400, body: { code: '21000', message: 'DELETE requires a WHERE clause' } });
    const empty = await rest.send('/settings', { method: 'PATCH', body: '{}', headers: json }, 'service');
    expect(empty.status).toBe(204);
    expect((await rest.owner.query('select value from settings')).rows).toEqual([{ value: null }]);
  });

  test('takes an object without keys as a row of defaults', async () => {
    await rest.owner.query('grant all on public.counted to service_role; alter table public.counted alter id set default 5');
    rest.time.nowMs += 1500;
    expect((await post('/counted', '{}')).status).toBe(201);
    expect((await rest.owner.query('select id from counted')).rows).toEqual([{ id: 5 }]);
  });

  test('keeps every digit of a number and every character of a text', async () => {
    const title = 'ünï "quoted" \\ back 🚀 \n line';
    const body = `{"user_id":"${user.id}","price":12345678901234567890.123456789,"title":${JSON.stringify(title)},"data":{"k":[1,{"x":null}]}}`;
    expect((await post('/remarks', body)).status).toBe(201);
    expect((await rest.owner.query('select price, title, data from remarks')).rows).toEqual([
      { price: '12345678901234567890.123456789', title, data: { k: [1, { x: null }] } },
    ]);
  });

  test('an insert in which one row fails leaves none', async () => {
    expect(await answerOf(await post('/settings', '[{"name":"a"},{"name":"a"}]'))).toMatchObject({ status: 409, body: { code: '23505' } });
    expect((await rest.owner.query('select from settings')).rowCount).toBe(0);
  });
});

describe('a function', () => {
  test('that raises says what it says', async () => {
    expect(await answerOf(await post('/rpc/refuse', '{"reason":"why not"}'))).toMatchObject({
      status: 400,
      body: { code: 'P0001', message: 'refused: why not', details: 'some detail', hint: 'some hint' },
    });
    expect(await answerOf(await post('/rpc/teapot', ''))).toMatchObject({ status: 418, body: { code: 'PT418', message: 'a teapot' } });
  });

  test('is not found with too few, too many or other arguments', async () => {
    for (const body of ['{}', '{"b":1}', '{"a":1,"c":2}', '[1]']) {
      expect((await post('/rpc/add', body)).status).toBeGreaterThanOrEqual(400);
      expect((await post('/rpc/add', body)).status).toBeLessThan(500);
    }
    expect(await answerOf(await rest.send('/rpc/add?a=1&c=2'))).toMatchObject({
      status: 404,
      body: { code: 'PGRST202', message: 'Could not find the function public.add(a, c) in the schema cache' },
    });
  });

  test('takes arguments from the query string, any number of them where it is variadic', async () => {
    expect((await answerOf(await rest.send('/rpc/joined?parts=x&parts=y,z'))).body).toBe('x-y,z');
    expect((await answerOf(await rest.send('/rpc/add?a=2&b=3'))).body).toBe(5);
    expect(await answerOf(await rest.send('/rpc/add?a=x'))).toMatchObject({ status: 400, body: { code: '22P02' } });
    expect((await rest.send('/rpc/nothing', { method: 'HEAD' })).status).toBe(204);
  });

  test('that returns one value refuses max-affected', async () => {
    const headers = { prefer: 'handling=strict, max-affected=1' };
    expect(await answerOf(await post('/rpc/add', '{"a":1}', headers))).toMatchObject({ status: 400, body: { code: 'PGRST128' } });
    expect(await answerOf(await post('/rpc/words', '{}', headers))).toMatchObject({ status: 400, body: { code: 'PGRST124' } });
  });
});
