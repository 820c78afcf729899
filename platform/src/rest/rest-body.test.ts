import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { TestUser } from '../core/test-stage.ts';
import { maximumBodyBytes } from './request-body.ts';
import { startTestRest } from './start-test-rest.ts';
import { answerOf } from './test-answer.ts';
import { testSchema } from './test-schema.ts';

/** What the roles lack, kind by kind; `drawer` is anybody's to write in one column. */
const schema = `${testSchema}
create materialized view public.summary as select count(*) as total from public.numbers;
create table public.partitioned (id int primary key) partition by range (id);
create table public.drawer (id int primary key, label text, data json);
grant insert (id, label, data), update (label) on public.drawer to anon;
grant select, insert, update on public.drawer to authenticated, service_role;
create function public.mixed(a int) returns int language sql immutable return a;
create function public.mixed(a int, b int) returns int language sql immutable return a + b;
create function public.closed(a int) returns int language sql immutable return a;
create function public.take(json) returns json language sql immutable return $1;
grant execute on function public.take, public.mixed(int, int) to anon;
`;

const said: string[] = [];
const hearing = (level: string) => (event: string) => void said.push(`${level} ${event}`);
const log = { debug: hearing('debug'), info: hearing('info'), warn: hearing('warn'), error: hearing('error') };
const rest = await startTestRest(schema, log);
afterAll(rest.stop);
const user = await rest.makeUser();

afterEach(async () => {
  await rest.owner.query('truncate public.drawer');
});

/** A body of which is known how much was asked for. */
function watchedBody(text: string) {
  const asked = { count: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        asked.count += 1;
        controller.enqueue(Buffer.from(text));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { asked, body };
}

function sendBody(method: string, path: string, body: NonNullable<RequestInit['body']>, as?: TestUser | 'service') {
  const init: RequestInit & { duplex: 'half' } = { method, body, duplex: 'half', headers: { 'content-type': 'application/json' } };
  return rest.send(path, init, as);
}

/** PostgreSQL's own words for a statement of a role. */
async function refusalOf(role: string, statement: string): Promise<unknown> {
  await rest.owner.query('begin');
  try {
    await rest.owner.query(`set local role ${role}`);
    await rest.owner.query(statement);
    return 'allowed';
  } catch (error) {
    return error instanceof Error ? error.message : error;
  } finally {
    await rest.owner.query('rollback');
  }
}

describe('a write that the role has no privilege for', () => {
  const cases: readonly (readonly [method: string, path: string, statement: string])[] = [
    ['POST', '/settings', 'insert into public.settings default values'],
    ['PATCH', '/settings?name=eq.a', 'update public.settings set name = name'],
    ['PUT', '/settings?name=eq.a', 'insert into public.settings default values'],
    ['POST', '/even_numbers', 'insert into public.even_numbers default values'],
    ['POST', '/summary', 'select from public.summary'],
    ['POST', '/partitioned', 'insert into public.partitioned default values'],
    ['POST', '/rpc/owners_only', 'select public.owners_only()'],
    ['POST', '/rpc/closed', 'select public.closed(1)'],
  ];

  test.each(cases)('%s %s of nobody is refused in PostgreSQL’s words, its body unread', async (method, path, statement) => {
    const { asked, body } = watchedBody('['.repeat(100));
    const response = await sendBody(method, path, body);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await answerOf(response)).toEqual({
      status: 401,
      body: { code: '42501', message: await refusalOf('anon', statement), details: null, hint: null },
      range: null,
    });
    expect(asked.count).toBe(0);
  });

  test.each([
    ['/pairs', 'insert into public.pairs default values'],
    ['/rpc/closed', 'select public.closed(1)'],
  ])('POST %s of somebody is a 403, its body unread', async (path, statement) => {
    const { asked, body } = watchedBody('{}');
    expect(await answerOf(await sendBody('POST', path, body, user))).toMatchObject({
      status: 403,
      body: { code: '42501', message: await refusalOf('authenticated', statement) },
    });
    expect(asked.count).toBe(0);
  });

  test('is allowed once it is granted', async () => {
    expect((await sendBody('POST', '/counted', '{"id":1}')).status).toBe(401);
    await rest.owner.query('grant insert on public.counted to anon');
    rest.time.nowMs += 1_000;
    expect((await sendBody('POST', '/counted', '{"id":1}')).status).toBe(201);
    await rest.owner.query('revoke insert on public.counted from anon');
    expect((await sendBody('POST', '/counted', '{"id":2}')).status).toBe(401);
  });
});

test('a privilege on one column, or on one of several functions, lets the body be read, and PostgreSQL check', async () => {
  expect((await sendBody('POST', '/drawer', '{"id":1,"label":"a"}')).status).toBe(201);
  expect((await sendBody('PATCH', '/drawer?limit=1&label=eq.a', '{"id":2}')).status).toBe(401);
  expect(await answerOf(await sendBody('POST', '/rpc/mixed', '{"a":1,"b":2}'))).toMatchObject({ status: 200, body: 3 });
  expect((await sendBody('POST', '/rpc/mixed', '{"a":1}')).status).toBe(401);
});

test.each([
  ['nobody', undefined, maximumBodyBytes.anon, 64 * 1024],
  ['somebody', user, maximumBodyBytes.authenticated, 16 * 1024 * 1024],
  ['the service', 'service' as const, maximumBodyBytes.service_role, 5 * 1024 * 1024],
])('a body of %s may be so long and no longer', async (_, as, limit, bytes) => {
  expect(limit).toBe(bytes);
  const fitting = `{"id":1,"label":"${'x'.repeat(bytes - 19)}"}`;
  expect((await sendBody('POST', '/drawer', `${fitting.slice(0, -1)} }`, as)).status).toBe(413);
  expect((await sendBody('POST', '/drawer', fitting, as)).status).toBe(201);
});

test('a body may be nested so deeply and no deeper, whatever it is for', async () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  expect((await sendBody('POST', '/rpc/take', `{"a":${nested(63)}}`)).status).toBe(200);
  expect(await answerOf(await sendBody('POST', '/rpc/take', `{"a":${nested(64)}}`))).toMatchObject({
    status: 400,
    body: { code: 'PGRST102' },
  });
  expect((await sendBody('POST', '/drawer', `{"id":1,"data":${nested(63)}}`)).status).toBe(201);
  expect((await sendBody('POST', '/drawer', `{"id":2,"data":${nested(64)}}`)).status).toBe(400);
});

test('an upload that breaks off is its sender’s fault', async () => {
  said.length = 0;
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) });
  expect((await sendBody('POST', '/drawer', broken, user)).status).toBe(400);
  expect(said).toEqual(['debug request_body_interrupted']);
});
