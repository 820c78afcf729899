import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { migrationSources } from '../../../server/database/migration-sources.ts';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { anonymousCaller } from '../core/caller.ts';
import { connectionConfig, type DatabaseAddress, inTransaction, openPool } from '../core/database.ts';
import { runAs } from '../core/run-as.ts';
import type { SharedLogin } from '../core/shared-login.ts';
import { prepareDatabase } from './prepare-database.ts';

const database = await createTestDatabase();
// The cluster's superuser is the login that may do the most: as whom nothing must run.
const bare: SharedLogin = { user: 'supabase_admin', tls: undefined, isPooled: false, roles: new Map() };
const { roles, applied } = await prepareDatabase({ ...database.address, shared: bare }, migrationSources);
const addressFor = (isPooled: boolean, given: SharedLogin['roles'] = roles): DatabaseAddress => ({
  ...database.address,
  shared: { ...bare, isPooled, roles: given },
});
const admin = new pg.Client(connectionConfig(database.address, 'supabase_admin'));
await admin.connect();
await admin.query('create table public.marks (name text); grant all on public.marks to public');
afterAll(async () => {
  await admin.end();
  await database.drop();
});

const facts = { method: 'GET', path: '/', userAgent: '', context: { address: '192.0.2.1', secure: true, requestId: 'r' } };
const who = `select current_user as role, session_user as login, current_setting('search_path') as path, current_setting('timezone') as zone,
  current_setting('statement_timeout') as timeout`;

test('a database that was made embedded keeps its owner, and nothing is applied twice', () => {
  expect(applied).toEqual([]);
  expect(roles.get('postgres')?.name).toBe('postgres');
});

describe.each([
  ['directly', false],
  ['through a pooler', true],
])('one login %s', (_, isPooled) => {
  const open = async (role: 'authenticator' | 'postgres' | 'supabase_auth_admin', work: (pool: pg.Pool) => Promise<void>) => {
    const pool = openPool(addressFor(isPooled), role, { max: 2 });
    try {
      await work(pool);
    } finally {
      await pool.end();
    }
  };

  test('every statement runs as the role of its pool, alone or in a transaction, with the settings of a sign-in', async () => {
    for (const role of ['authenticator', 'postgres', 'supabase_auth_admin'] as const) {
      await open(role, async (pool) => {
        const alone = await pool.query(who);
        const within = await inTransaction(pool, (client) => client.query(who));
        expect(alone.rows).toEqual(within.rows);
        expect(alone.rows).toMatchObject([{ role, login: 'supabase_admin', zone: 'UTC' }]);
      });
    }
    await open('supabase_auth_admin', async (pool) => {
      expect((await pool.query(who)).rows).toMatchObject([{ path: '""', timeout: '10s' }]);
    });
  });

  test('a request runs as its caller, and the connection is nobody in particular afterwards', async () => {
    await open('authenticator', async (pool) => {
      const asked = await runAs(pool, anonymousCaller, facts, (client) => client.query(who));
      expect(asked.rows).toMatchObject([{ role: 'anon', timeout: '1500ms' }]);
      expect((await pool.query(who)).rows).toMatchObject([{ role: 'authenticator', timeout: '8s' }]);
    });
  });

  test('what a transaction set is gone in the next, and a failure leaves the connection usable', async () => {
    await open('postgres', async (pool) => {
      await expect(pool.query('select 1/0')).rejects.toThrow('division by zero');
      await expect(
        inTransaction(pool, async (client) => {
          await client.query("set local statement_timeout = '1ms'; select pg_sleep(1)");
        }),
      ).rejects.toThrow('statement timeout');
      expect((await pool.query(who)).rows).toMatchObject([{ role: 'postgres', timeout: '0' }]);
    });
  });

  test('where the role cannot be taken nothing runs, neither as the login nor as anybody', async () => {
    const gone = new Map([['postgres', { name: 'postgres', prologue: 'set local role "no_such_role"' }]] as const);
    const pool = openPool(addressFor(isPooled, gone), 'postgres', { max: 1 });
    await expect(pool.query("insert into public.marks values ('alone')")).rejects.toThrow('no_such_role');
    await expect(inTransaction(pool, (client) => client.query("insert into public.marks values ('within')"))).rejects.toThrow();
    const client = await pool.connect();
    // Sent without waiting for `begin`, as a request does.
    const sent = await Promise.allSettled(
      ['begin', "insert into public.marks values ('behind')", 'commit'].map((text) => client.query(text)),
    );
    expect(sent.slice(0, 2).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    client.release();
    await pool.end();
    expect((await admin.query('select * from public.marks')).rows).toEqual([]);
  });

  test('a caller whose role the login may not take gets nothing', async () => {
    await open('authenticator', async (pool) => {
      const stranger = { role: 'no_such_role', claims: null } as never;
      await expect(runAs(pool, stranger, facts, (client) => client.query(who))).rejects.toThrow();
    });
  });

  test('statements are named only where a connection is one’s own', async () => {
    await open('postgres', async (pool) => {
      await inTransaction(pool, async (client) => {
        await client.query({ name: 'counted', text: 'select 1' });
        const { rows } = await client.query("select count(*)::int as n from pg_prepared_statements where name = 'counted'");
        expect(rows).toEqual([{ n: isPooled ? 0 : 1 }]);
      });
    });
  });
});

test('a role that is not known for a login opens no connection', () => {
  expect(() => openPool({ ...database.address, shared: bare }, 'authenticator', { max: 1 })).toThrow('is not known');
});
