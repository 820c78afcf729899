import { afterAll, describe, expect, test } from 'vitest';
import { startTestRest } from './start-test-rest.ts';
import { answerOf } from './test-answer.ts';
import { testSchema } from './test-schema.ts';

const rest = await startTestRest(testSchema);
afterAll(rest.stop);

const call = async (name: string, type: string, body: NonNullable<RequestInit['body']>) =>
  answerOf(await rest.send(`/rpc/${name}`, { method: 'POST', headers: { 'content-type': type }, body }));

describe('a function with one unnamed parameter takes the whole body, by its type', () => {
  test.each([
    ['shouted', 'text/plain', 'grün', 'GRÜN'],
    ['shouted', 'text/plain; charset=utf-8', '', ''],
    ['read_xml', 'text/xml', '<a>b</a>', '<a>b</a>'],
    ['echo', 'application/json', '{"a":1}', { a: 1 }],
  ])('%s, %s', async (name, type, body, answer) => {
    expect(await call(name, type, body)).toMatchObject({ status: 200, body: answer });
  });

  test('bytes of every value', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect(await call('measured', 'application/octet-stream', bytes)).toMatchObject({ status: 200, body: 256 });
  });

  test('text that is no UTF-8, and text with a NUL in it, are the client’s fault', async () => {
    expect((await call('shouted', 'text/plain', Uint8Array.of(0xff))).status).toBe(400);
    expect((await call('shouted', 'text/plain', 'a\0b')).status).toBe(400);
  });

  test('of several the type of the body chooses, and named arguments come first', async () => {
    expect((await call('both_ways', 'application/json', '{"x":1}')).body).toBe('json');
    expect((await call('both_ways', 'text/plain', 'x')).body).toBe('text');
    expect((await call('both_ways', 'application/json', '{"a":1}')).body).toBe('named');
  });

  test('a body of another type than any function takes is not found, in PostgREST’s words', async () => {
    expect(await call('add', 'text/plain', 'x')).toMatchObject({
      status: 404,
      body: {
        code: 'PGRST202',
        message: 'Could not find the function public.add in the schema cache',
        details:
          'Searched for the function public.add with a single unnamed text parameter, but no matches were found in the schema cache.',
      },
    });
    expect(await call('shouted', 'application/json', '{"a":1}')).toMatchObject({ status: 404, body: { code: 'PGRST202' } });
    expect(await call('shouted', 'application/x-www-form-urlencoded', 'a=1')).toMatchObject({ status: 400, body: { code: 'PGRST102' } });
  });
});

test('functions among which none can be chosen are named with fewer parameters first, then by names and types', async () => {
  expect(await call('in_order', 'application/json', '{"b":1}')).toMatchObject({
    status: 300,
    body: {
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: public.in_order(b => integer), public.in_order(b => text), public.in_order(b => integer, a => integer)',
    },
  });
});

test('of functions among which none can be chosen only those are named that the caller may call', async () => {
  await rest.owner.query(`
    create function public.half_open(a int) returns int language sql immutable return 1;
    create function public.half_open(a text, secret text default '') returns int language sql immutable return 2;
    create function public.closed(a int) returns int language sql immutable return 1;
    create function public.closed(a text) returns int language sql immutable return 2;
    grant execute on function public.half_open(int) to anon`);
  rest.time.nowMs += 2000;
  expect(await answerOf(await rest.send('/rpc/half_open?a=1'))).toMatchObject({
    status: 300,
    body: { message: 'Could not choose the best candidate function between: public.half_open(a => integer)' },
  });
  expect(await answerOf(await rest.send('/rpc/closed?a=1'))).toMatchObject({
    status: 401,
    body: { code: '42501', message: 'permission denied for function closed' },
  });
});

test('the database is told the request’s headers as the hosted service tells them, less what proves who asks', async () => {
  const headers = { 'X-Client-Info': 'tests/1', 'X-Forwarded-For': '198.51.100.1', Cookie: 'a=b', 'User-Agent': 'a browser' };
  const { body } = await answerOf(await rest.send('/rpc/headers', { headers }, await rest.makeUser()));
  expect(body).toMatchObject({ 'x-client-info': 'tests/1', 'user-agent': 'a browser' });
  expect(Object.keys(Object(body)).filter((name) => ['apikey', 'authorization', 'cookie'].includes(name))).toEqual([]);
  // What a client claims of its address counts for nothing.
  expect(body).not.toMatchObject({ 'x-forwarded-for': '198.51.100.1' });
});

test('what is not embedded is said to be missing from the select list', async () => {
  for (const query of ['select=name&children.order=id', 'select=name,kids:children(id)&children.id=eq.1']) {
    expect(await answerOf(await rest.send(`/settings?${query}`))).toMatchObject({ status: 400, body: { code: 'PGRST108' } });
  }
});

describe('a body whose only key is empty', () => {
  test('is given whole to the one unnamed parameter, whatever its type', async () => {
    expect(await call('shouted', 'application/json', '{"":"foo"}')).toMatchObject({ status: 200, body: '{"":"FOO"}' });
    expect(await call('echo', 'application/json', '{"":1}')).toMatchObject({ status: 200, body: { '': 1 } });
  });

  test('finds nothing where parameters have names, or another type', async () => {
    expect(await call('add', 'application/json', '{"":1}')).toMatchObject({ status: 404, body: { code: 'PGRST202' } });
    expect(await call('unnamed_number', 'application/json', '{"":1}')).toMatchObject({ status: 404, body: { code: 'PGRST202' } });
  });

  test('is ambiguous where a function without parameters and one with an unnamed default both fit an empty call', async () => {
    expect(await call('either', 'application/json', '{}')).toMatchObject({
      status: 300,
      body: {
        code: 'PGRST203',
        message: 'Could not choose the best candidate function between: public.either(), public.either( => text)',
        details: null,
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    });
    expect(await call('either', 'application/json', '{"":"x"}')).toMatchObject({ status: 200, body: 'one' });
  });
});

test('what was meant is guessed from the names that the caller may call', async () => {
  const hint = async (name: string, body: string) => Object(Object(await call(name, 'application/json', body)).body).hint;
  expect(await hint('shouting', '{"x":1}')).toBe(null);
  expect(await hint('shoutet', '{"x":1}')).toBe('Perhaps you meant to call the function public.shouted');
  expect(await hint('add', '{"a":1,"c":2}')).toBe('Perhaps you meant to call the function public.add(a, b)');
  expect(await hint('add', '{"completely":1,"different":2}')).toBe(null);
  expect(await hint('owners_onl', '{}')).toBe(null);
  expect(await hint('owners_only', '{"x":1}')).toBe(null);
});

test('a table that is nearly named is guessed from those that the caller may read', async () => {
  expect(await answerOf(await rest.send('/setting'))).toMatchObject({
    status: 404,
    body: { code: 'PGRST205', hint: "Perhaps you meant the table 'public.settings'" },
  });
  expect(await answerOf(await rest.send('/hiddem'))).toMatchObject({ status: 404, body: { code: 'PGRST205', hint: null } });
});
