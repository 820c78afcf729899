import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { maximumBodyBytes } from './request-body.ts';
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

describe('a body', () => {
  const cases: readonly (readonly [string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number, string])[] = [
    ['that is not JSON', '{"name":', {}, 400, 'PGRST102'],
    ['that is empty', '', {}, 400, 'PGRST102'],
    ['of another content type', 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }, 400, 'PGRST102'],
    ['of text', 'a', { 'content-type': 'text/plain' }, 400, 'PGRST102'],
    ['of rows with different keys', '[{"name":"a"},{"value":"b"}]', {}, 400, 'PGRST102'],
    ['of rows that are no objects', '[1,2]', {}, 400, 'PGRST102'],
    ['that is not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}, 400, 'PGRST102'],
    ['with a NUL character', '{"name":"a\\u0000b"}', {}, 400, '22P05'],
    ['with a lone surrogate', '{"name":"\\ud800"}', {}, 400, '22P02'],
    ['with an unknown column', '{"nope":1}', {}, 400, 'PGRST204'],
    ['with a hostile column', '{"name\\") values (1); drop table settings; --":1}', {}, 400, 'PGRST204'],
    ['that is nested too deeply', `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, {}, 400, 'PGRST102'],
    ['that is too long', `{"name":"${'x'.repeat(maximumBodyBytes.service_role)}"}`, {}, 413, '413'],
    ['that says it is too long', '{}', { 'content-length': String(maximumBodyBytes.service_role + 1) }, 413, '413'],
    ['with a text for a number', '{"name":"a","changed_count":"many"}', {}, 400, '22P02'],
    ['with a number too large', '{"name":"a","changed_count":99999999999}', {}, 400, '22003'],
    ['with a huge number', '{"name":"a","changed_count":1e400}', {}, 400, '22P02'],
    ['without a value that must be', '{"value":"a"}', {}, 400, '23502'],
  ];

  test.each(cases)('%s is refused and nothing is written', async (_, body, headers, status, code) => {
    expect(await answerOf(await post('/settings', body, headers))).toMatchObject({ status, body: { code } });
    expect((await rest.owner.query('select from settings')).rowCount).toBe(0);
  });

  test('whose end never comes is not held', async () => {
    const sent = { chunks: 0 };
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent.chunks += 1;
        controller.enqueue(new Uint8Array(256 * 1024).fill(0x20));
      },
    });
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: endless, headers: json, duplex: 'half' };
    expect((await rest.send('/settings', init, 'service')).status).toBe(413);
    expect(sent.chunks).toBeLessThan(30);
  });
});

describe('a request', () => {
  const cases: readonly (readonly [string, string, RequestInit, number, string])[] = [
    ['of the root', '/', {}, 404, 'PGRST126'],
    ['of a longer path', '/settings/1', {}, 404, 'PGRST125'],
    ['of a broken path', '/%E0%A4%A', {}, 404, 'PGRST125'],
    ['of an unknown table', '/nope', {}, 404, 'PGRST205'],
    ['of a table of another schema', '/pg_class', {}, 404, 'PGRST205'],
    ['of a qualified table', '/auth.users', {}, 404, 'PGRST205'],
    ['with an unknown method', '/settings', { method: 'OPTIONS' }, 405, 'PGRST117'],
    ['that deletes a function', '/rpc/add', { method: 'DELETE' }, 405, 'PGRST101'],
    ['of another schema', '/settings', { headers: { 'accept-profile': 'private' } }, 406, 'PGRST106'],
    ['for a type that is not made', '/settings', { headers: { accept: 'application/geo+json' } }, 406, 'PGRST107'],
    ['for a query plan', '/settings', { headers: { accept: 'application/vnd.pgrst.plan+text' } }, 406, 'PGRST107'],
    ['with an unknown preference, strictly', '/settings', { headers: { prefer: 'handling=strict, anything' } }, 400, 'PGRST122'],
    ['with an unknown operator', '/settings?name=noop.0', {}, 400, 'PGRST100'],
    ['with no operator', '/settings?name=a', {}, 400, 'PGRST100'],
    ['with a broken group', '/settings?or=(name.eq.a', {}, 400, 'PGRST100'],
    ['with a broken order', '/settings?order=name.sideways', {}, 400, 'PGRST100'],
    ['with a broken select', '/settings?select=name,,', {}, 400, 'PGRST100'],
    ['with an order by an unknown column', '/settings?order=nope', {}, 400, '42703'],
    ['with a filter on what is not embedded', '/settings?child.id=eq.1', {}, 400, 'PGRST108'],
    ['with an order of what is not embedded', '/settings?child.order=id', {}, 400, 'PGRST108'],
    ['with a cast to an unknown type', '/settings?select=name::nope', {}, 400, '42704'],
    ['with a cast to a word of JavaScript', '/settings?select=name::constructor', {}, 400, '42704'],
    ['that casts what cannot be', '/settings?select=name::int&name=eq.zzz', {}, 200, ''],
    ['with an operator the type lacks', '/settings?changed_count=like.1', {}, 404, '42883'],
    ['with a value of the wrong type', '/settings?changed_count=eq.many', {}, 400, '22P02'],
    ['with a number out of range', '/settings?changed_count=eq.99999999999', {}, 400, '22003'],
    ['with a limit beyond all numbers', '/settings?limit=99999999999999999999999', {}, 200, ''],
    ['with an offset beyond all numbers', '/settings?offset=99999999999999999999999', {}, 400, '22003'],
    ['with a broken regular expression', '/settings?name=match.(', {}, 400, '2201B'],
    ['with an unknown search language', '/settings?name=fts(klingon).x', {}, 400, '42704'],
    ['with a number for a search language', '/settings?name=fts(1).x', {}, 400, 'PGRST100'],
    ['with another number for a search language', '/settings?name=not.plfts( 3748 ).x', {}, 400, 'PGRST100'],
    ['with a NUL character', '/settings?name=eq.a%00b', {}, 400, 'PGRST100'],
    ['with bytes that are not UTF-8', '/settings?name=eq.%FF', {}, 400, 'PGRST100'],
    ['with an encoded surrogate', '/settings?name=eq.%ED%A0%80', {}, 400, 'PGRST100'],
    ['with too deep a group', `/settings?or=(${'and('.repeat(500)}name.eq.a${')'.repeat(500)})`, {}, 400, 'PGRST100'],
    ['with too wide a group', `/settings?or=(${Array.from({ length: 600 }, () => 'name.eq.a').join(',')})`, {}, 400, 'PGRST100'],
    ['with a query string too long', `/settings?name=eq.${'a'.repeat(70_000)}`, {}, 414, '414'],
    ['with too many parameters', `/settings?${Array.from({ length: 1001 }, () => 'name=eq.a').join('&')}`, {}, 400, 'PGRST100'],
    ['for one of no rows', '/settings', { headers: { accept: 'application/vnd.pgrst.object+json' } }, 406, 'PGRST116'],
  ];

  test.each(cases)('%s is answered with its own code', async (_, path, init, status, code) => {
    const response = await rest.send(path, init);
    const answer = await answerOf(response);
    expect(answer).toMatchObject(code === '' ? { status } : { status, body: { code, message: expect.any(String) } });
    if (code !== '') expect(Object.keys(Object(answer.body)).sort()).toEqual(['code', 'details', 'hint', 'message']);
  });

  test('with a bad uuid is a 400, not a fault', async () => {
    expect(await answerOf(await rest.send('/remarks?user_id=eq.abc', {}, user))).toMatchObject({
      status: 400,
      body: { code: '22P02', message: 'invalid input syntax for type uuid: "abc"' },
    });
  });
});
