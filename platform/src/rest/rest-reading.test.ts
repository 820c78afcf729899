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

describe('reading', () => {
  test('stops at 1000 rows without a word', async () => {
    const response = await rest.send('/numbers?select=value');
    expect([response.status, response.headers.get('content-range')]).toEqual([200, '0-999/*']);
    expect(await response.json()).toHaveLength(1000);
    expect((await rest.send('/numbers?limit=5000')).headers.get('content-range')).toBe('0-999/*');
  });

  test('writes numbers and times as PostgreSQL does', async () => {
    await rest.owner.query(
      "insert into remarks (user_id, title, price, happened_at, raw) values ($1, 'x', 12345678901234567890.10, '2026-01-02 03:04:05.678+00', '{\"b\":1,  \"a\":2}')",
      [user.id],
    );
    const response = await rest.send('/remarks?select=price,happened_at,raw', {}, user);
    expect(await response.text()).toBe(
      '[{"price":12345678901234567890.10,"happened_at":"2026-01-02T03:04:05.678+00:00","raw":{"b":1,  "a":2}}]',
    );
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('content-location')).toBe('/remarks?select=price%2Chappened_at%2Craw');
  });

  test('takes a Range header for GET', async () => {
    const headers = { range: '10-14', prefer: 'count=exact' };
    const answer = await answerOf(await rest.send('/numbers?select=value&order=value', { headers }));
    expect(answer).toEqual({ status: 206, range: '10-14/1200', body: [11, 12, 13, 14, 15].map((value) => ({ value })) });
    const narrowed = await answerOf(await rest.send('/numbers?limit=2&offset=12&select=value&order=value', { headers }));
    expect(narrowed.range).toBe('12-13/1200');
    expect(await answerOf(await rest.send('/numbers', { headers: { range: '5-2' } }))).toMatchObject({
      status: 416,
      body: { code: 'PGRST103' },
    });
  });

  test('knows the edges of a range', async () => {
    expect(await answerOf(await rest.send('/numbers?limit=0', { headers: { prefer: 'count=exact' } }))).toMatchObject({
      status: 206,
      range: '*/1200',
      body: [],
    });
    expect(await answerOf(await rest.send('/numbers?offset=1200', { headers: { prefer: 'count=exact' } }))).toMatchObject({
      status: 206,
      range: '*/1200',
      body: [],
    });
    expect(await answerOf(await rest.send('/numbers?offset=1201', { headers: { prefer: 'count=exact' } }))).toMatchObject({
      status: 416,
      body: { code: 'PGRST103', details: 'An offset of 1201 was requested, but there are only 1200 rows.' },
    });
    expect(await answerOf(await rest.send('/numbers?offset=5000'))).toMatchObject({ status: 200, range: '*/*', body: [] });
    expect(await answerOf(await rest.send('/numbers?limit=-1'))).toMatchObject({ status: 416, body: { code: 'PGRST103' } });
    expect((await answerOf(await rest.send('/numbers?offset=-1&limit=3'))).range).toBe('0-1/*');
    expect(await answerOf(await rest.send('/settings', { headers: { prefer: 'count=exact' } }))).toMatchObject({
      status: 200,
      range: '*/0',
    });
  });

  test('answers HEAD like GET without a body', async () => {
    const response = await rest.send('/numbers?limit=10', { method: 'HEAD', headers: { prefer: 'count=exact' } });
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([206, '0-9/1200', '']);
    expect(response.headers.get('preference-applied')).toBe('count=exact');
  });

  test('reads views, and names that need quoting', async () => {
    expect(await answerOf(await rest.send('/even_numbers?select=value&value=lt.5&order=value.desc'))).toMatchObject({
      body: [{ value: 4 }, { value: 2 }],
    });
    const path = `/${encodeURIComponent('Odd "Table"')}?select=${encodeURIComponent('"we\\"ird col",select,"x y":"a,b"')}&"a,b"=eq.x`;
    expect(await answerOf(await rest.send(path))).toMatchObject({ status: 200, body: [{ 'we"ird col': 1, select: 'one', 'x y': 'x' }] });
  });

  test('needs a privilege on the columns it shows only', async () => {
    expect(await answerOf(await rest.send('/narrow?select=id,shown'))).toMatchObject({ status: 200, body: [{ id: 1, shown: 'shown' }] });
    expect(await answerOf(await rest.send('/narrow'))).toMatchObject({ status: 401, body: { code: '42501' } });
    const headers = { ...json, prefer: 'return=representation' };
    const written = await rest.send('/narrow?select=id', { method: 'POST', headers, body: '{"id":2,"kept":"k"}' });
    expect(await answerOf(written)).toMatchObject({ status: 201, body: [{ id: 2 }] });
  });

  test('compares a short character column with the whole value', async () => {
    await rest.owner.query("insert into remarks (user_id, title, code, flags) values ($1, 'x', 'abc', '1010')", [user.id]);
    for (const filter of ['code=eq.abc', 'code=in.(abc)', 'flags=eq.1010', 'flags=in.(1010)']) {
      expect((await answerOf(await rest.send(`/remarks?select=id&${filter}`, {}, user))).body).toEqual([{ id: 1 }]);
    }
  });

  test('strips nulls where asked', async () => {
    await rest.owner.query("insert into settings (name) values ('a')");
    const headers = { accept: 'application/vnd.pgrst.array+json;nulls=stripped' };
    const response = await rest.send('/settings', { headers });
    expect(response.headers.get('content-type')).toBe('application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8');
    expect(await response.json()).toEqual([{ name: 'a', changed_count: 0 }]);
  });

  test('sees a table that was made after the schema had been read', async () => {
    expect((await rest.send('/late')).status).toBe(404);
    await rest.owner.query('create table public.late (id int); grant select on public.late to anon');
    rest.time.nowMs += 1500;
    expect(await answerOf(await rest.send('/late?select=id'))).toMatchObject({ status: 200, body: [] });
    await rest.owner.query('drop table public.late');
    expect(await answerOf(await rest.send('/late?select=id'))).toMatchObject({ status: 404, body: { code: '42P01' } });
  });
});
