import { randomUUID } from 'node:crypto';
import { type RequestFacts, runAs, takeRole } from '@castellan/platform/core/run-as';
import { afterAll, describe, expect, test } from 'vitest';
import { attempt, insufficientPrivilege, openLawDatabase, requestFactsOfTest, sqlStateOf } from './law-database.ts';
import { addAccount, addOwner, addSession } from './people.ts';

const { auth, machine, superuser, requests, drop } = await openLawDatabase();
afterAll(drop);
const owner = await addSession(superuser, await addOwner(superuser, auth), 'aal1');

const insertLog = 'insert into public.activity_logs (activity_type, activity_description) values ($1, $2) returning *';

function factsFrom(address: string, userAgent: string): RequestFacts {
  return { ...requestFactsOfTest, userAgent, context: { ...requestFactsOfTest.context, address } };
}

describe('what the server says of a row', () => {
  test('overwrites whatever a client puts in its place', async () => {
    const spoofed = {
      id: randomUUID(),
      sequence: 4711,
      created_at: '2001-01-01T00:00:00Z',
      ip_address: '203.0.113.99',
      address_verified: false,
      user_agent: 'Forged/9.9',
      reported_by: 'server',
      previous_hash: Buffer.alloc(32, 1),
      hash: Buffer.alloc(32, 2),
    };
    const columns = Object.keys(spoofed);
    const text = `insert into public.activity_logs (activity_type, activity_description, ${columns.join(', ')})
      values ('app_activity', 'Opened', ${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning *, now() as asked_at`;
    const answer = await attempt(requests, owner.caller, { text, values: Object.values(spoofed) }, factsFrom('2001:DB8::0:7', 'Real/1.0'));
    const row = answer.ok ? answer.rows[0] : undefined;
    expect(row).toMatchObject({
      sequence: '1',
      ip_address: '2001:db8::7',
      address_verified: true,
      user_agent: 'Real/1.0',
      reported_by: 'client',
      user_id: owner.userId,
      description: 'Opened',
      previous_hash: Buffer.alloc(32),
    });
    expect(row?.['id']).not.toBe(spoofed.id);
    expect(row?.['hash']).not.toEqual(spoofed.hash);
    expect(Number(row?.['created_at'])).toBeGreaterThanOrEqual(Number(row?.['asked_at']));
  });

  test('keeps what the client reports as it came', async () => {
    const text = `insert into public.activity_logs (activity_type, activity_description, success, metadata, page_url, session_id)
      values ('game_activity', 'Snake', false, '{"score": 12, "address_verified": true}', '/snake-game', 'tab-1') returning *`;
    const answer = await attempt(requests, owner.caller, { text });
    expect(answer).toMatchObject({
      ok: true,
      rows: [{ success: false, metadata: { score: 12, address_verified: true }, page_url: '/snake-game', session_id: 'tab-1' }],
    });
  });

  test.each([
    ['198.51.100.1, 10.0.0.1', { ip_address: '198.51.100.1', address_verified: false }],
    ['not an address', { ip_address: null, address_verified: null }],
    ['10.0.0.0/8', { ip_address: null, address_verified: null }],
    ['999.1.1.1', { ip_address: null, address_verified: null }],
  ])('takes the first forwarded address (%s) as unverified where no server vouches for one', async (forwarded, expected) => {
    const headers = JSON.stringify({ 'x-forwarded-for': forwarded, 'user-agent': 'Tab\there \u202ereversed' });
    const row = await runAs(requests, owner.caller, requestFactsOfTest, async (client) => {
      await client.query(`select set_config('request.address', '', true), set_config('request.headers', $1, true)`, [headers]);
      return (await client.query(insertLog, ['app_activity', forwarded])).rows[0];
    });
    expect(row).toMatchObject({ ...expected, user_agent: 'Tab here  reversed' });
  });

  test("believes the server's address rather than a forwarded one", async () => {
    const row = await runAs(requests, owner.caller, requestFactsOfTest, async (client) => {
      await client.query(`select set_config('request.headers', '{"x-forwarded-for": "203.0.113.99"}', true)`);
      return (await client.query(insertLog, ['app_activity', 'x'])).rows[0];
    });
    expect(row).toMatchObject({ ip_address: '198.51.100.7', address_verified: true });
  });

  test.each(['', 'no json', '[]', '{"user-agent": {"a": 1}, "x-forwarded-for": 5}'])('survives garbled headers (%s)', async (headers) => {
    const client = await requests.connect();
    await client.query('begin');
    await takeRole(client, owner.caller, requestFactsOfTest);
    await client.query(`select set_config('request.address', '', true), set_config('request.headers', $1, true)`, [headers]);
    const { rows } = await client.query(insertLog, ['app_activity', 'x']);
    await client.query('rollback');
    client.release();
    expect(rows).toMatchObject([{ ip_address: null, address_verified: null }]);
  });
});

describe('a row', () => {
  test('in the name of another user is refused', async () => {
    const text = `insert into public.activity_logs (activity_type, activity_description, user_id) values ('app_activity', 'x', $1)`;
    const answer = await attempt(requests, owner.caller, { text, values: [await addAccount(superuser)] });
    expect(answer).toMatchObject({ ok: false, sqlState: insufficientPrivilege });
  });

  test.each([
    ['a type with spaces', { activity_type: 'terminal access' }],
    ['a type with a line break', { activity_type: 'terminal_access\n' }],
    ['an endless type', { activity_type: 'a'.repeat(65) }],
    ['an empty description', { activity_description: '' }],
    ['an endless description', { activity_description: 'a'.repeat(1001) }],
    ['a line break', { activity_description: 'one\ntwo' }],
    ['an escape sequence', { activity_description: '\u001b[31mred' }],
    ['text that turns its direction', { activity_description: 'abc\u202edef' }],
    ['an endless page address', { page_url: `/${'a'.repeat(2048)}` }],
    ['a session id with control characters', { session_id: '\u0007' }],
    ['metadata that is a list', { metadata: '[]' }],
    ['endless metadata', { metadata: JSON.stringify({ a: 'b'.repeat(9000) }) }],
  ])('with %s is refused', async (_name, fields) => {
    const row = {
      activity_type: 'app_activity',
      activity_description: 'Opened',
      page_url: null,
      session_id: null,
      metadata: '{}',
      ...fields,
    };
    const text = `insert into public.activity_logs (${Object.keys(row).join(', ')}) values ($1, $2, $3, $4, $5)`;
    expect(await attempt(requests, owner.caller, { text, values: Object.values(row) })).toMatchObject({ ok: false, sqlState: '23514' });
  });

  test('is never changed or removed, not even by the owner of the table or a superuser', async () => {
    await auth.query(`select private.record_server_event('app_activity', 'x', true, '{}', null, null)`);
    const changes = [
      'update public.activity_logs set success = success',
      'delete from public.activity_logs',
      'truncate public.activity_logs cascade',
    ];
    for (const change of changes) {
      expect(await machine.query(change).then(() => 'done', sqlStateOf)).toBe(insufficientPrivilege);
      const replica = await superuser.connect();
      await replica.query('set session_replication_role = replica');
      expect(await replica.query(change).then(() => 'done', sqlStateOf)).toBe(insufficientPrivilege);
      await replica.query('reset session_replication_role');
      replica.release();
    }
    expect((await machine.query('select from public.activity_logs')).rowCount).toBeGreaterThan(0);
  });
});

describe("the server's own entry", () => {
  test("is the owner's, says so, and is cleaned rather than refused", async () => {
    const { rows } = await auth.query<{ id: string }>(`select private.record_server_event('failed_login', $1, false, $2, $3, $4) as id`, [
      `3 sign-ins\u0007\n${'x'.repeat(2000)}`,
      { attempts: 3 },
      '2001:DB8::1',
      `Bad\nAgent ${'y'.repeat(900)}`,
    ]);
    const entry = await machine.query('select * from public.activity_logs where id = $1', [rows[0]?.id]);
    expect(entry.rows).toMatchObject([
      {
        activity_type: 'failed_login',
        activity_description: `3 sign-ins ${'x'.repeat(989)}`,
        success: false,
        metadata: { attempts: 3 },
        ip_address: '2001:db8::1',
        address_verified: true,
        reported_by: 'server',
        user_id: owner.userId,
      },
    ]);
    expect(entry.rows[0]?.user_agent).toMatch(/^Bad Agent y{502}$/);
  });

  test('with nothing but a type is still recorded', async () => {
    const { rows } = await auth.query(`select private.record_server_event('failed_login', null, null, null, 'nonsense', null) as id`);
    expect(rows).toEqual([{ id: expect.any(String) }]);
  });
});

test('the log and the notifications are published to realtime', async () => {
  const { rows } = await machine.query(`select tablename from pg_publication_tables where pubname = 'supabase_realtime' order by 1`);
  expect(rows.map((row) => row.tablename)).toEqual(expect.arrayContaining(['activity_logs', 'notifications']));
});
