import { createHash } from 'node:crypto';
import { runAs, takeRole } from '@castellan/platform/core/run-as';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLawDatabase, requestFactsOfTest } from './law-database.ts';
import { addOwner, addSession } from './people.ts';

const { auth, machine, superuser, requests, drop } = await openLawDatabase();
afterAll(drop);
const owner = await addSession(superuser, await addOwner(superuser, auth), 'aal1');

const insertLog = 'insert into public.activity_logs (activity_type, activity_description) values ($1, $2)';
const verify = 'select * from public.verify_activity_log_chain($1, $2)';
const rowCount = 25;

beforeAll(async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      runAs(requests, owner.caller, requestFactsOfTest, (client) => client.query(insertLog, ['app_activity', `Parallel ${index}`])),
    ),
  );
  await runAs(requests, owner.caller, requestFactsOfTest, (client) =>
    client.query(`insert into public.activity_logs (activity_type, activity_description, metadata, page_url)
      select 'app_activity', 'Grüße ' || n, '{"bb": 1.50, "a": "ü"}', '/' from generate_series(1, 5) as n`),
  );
});

/** Lets a superuser tamper, asks the owner's verification, and takes everything back. */
async function verifyAfter(tamper: (client: pg.PoolClient) => Promise<unknown>, from = 1, limit = 1000): Promise<unknown> {
  const client = await superuser.connect();
  try {
    await client.query('begin');
    await client.query('alter table public.activity_logs disable trigger user');
    await tamper(client);
    await takeRole(client, owner.caller, requestFactsOfTest);
    return (await client.query(verify, [from, limit])).rows[0];
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const broken = (sequence: number, problem: string) => ({ ok: false, complete: false, broken_sequence: String(sequence), problem });

describe('the chain', () => {
  test('is unbroken after 20 parallel inserts and one of many rows, in the order of time', async () => {
    const { rows } = await machine.query('select sequence::int, created_at from public.activity_logs order by created_at');
    expect(rows.map((row) => row.sequence)).toEqual(Array.from({ length: rowCount }, (_, index) => index + 1));
    const answer = await verifyAfter(async () => undefined);
    expect(answer).toMatchObject({
      ok: true,
      complete: true,
      checked_rows: '25',
      last_sequence: '25',
      broken_sequence: null,
      problem: null,
    });
  });

  test('is checked in parts that continue each other', async () => {
    const nothing = async () => undefined;
    expect(await verifyAfter(nothing, 1, 10)).toMatchObject({ ok: true, complete: false, last_sequence: '10' });
    expect(await verifyAfter(nothing, 11, 15)).toMatchObject({ ok: true, complete: false, last_sequence: '25', checked_rows: '15' });
    expect(await verifyAfter(nothing, 26, 15)).toMatchObject({ ok: true, complete: true, last_sequence: '25', checked_rows: '0' });
  });

  test('has no gap where an insert fails, is rolled back or skips conflicts', async () => {
    const client = await superuser.connect();
    await client.query('begin');
    await client.query('savepoint first');
    await takeRole(client, owner.caller, requestFactsOfTest);
    await client.query(insertLog, ['app_activity', 'taken back']);
    await client.query('rollback to savepoint first');
    await takeRole(client, owner.caller, requestFactsOfTest);
    await client.query(`insert into public.activity_logs (id, activity_type, activity_description)
      select id, activity_type, 'again' from public.activity_logs limit 3 on conflict do nothing`);
    const { rows } = await client.query(verify, [1, 1000]);
    await client.query('rollback');
    client.release();
    expect(rows).toMatchObject([{ ok: true, complete: true, checked_rows: '28' }]);
  });

  test('can be recomputed from the documented bytes by another program', async () => {
    const { rows } = await machine.query<Record<string, string | null>>(`select
      sequence::text, encode(previous_hash, 'hex') as previous_hash, id::text,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at, activity_type, activity_description,
      success::text, metadata::text, ip_address, address_verified::text, user_agent, page_url, session_id, user_id::text, reported_by,
      encode(hash, 'hex') as hash from public.activity_logs order by activity_logs.sequence`);
    let previous = '00'.repeat(32);
    for (const { hash, sequence, previous_hash, ...rest } of rows) {
      expect(previous_hash).toBe(previous);
      const { id, created_at, ...reported } = rest;
      const texts = (values: readonly (string | null | undefined)[]) => values.map((value) => (value == null ? null : Buffer.from(value)));
      const fields = [
        ...texts(['castellan.activity_log.1', sequence]),
        Buffer.from(previous, 'hex'),
        ...texts([id, created_at, ...Object.values(reported)]),
      ];
      previous = createHash('sha256')
        .update(Buffer.concat(fields.flatMap(framed)))
        .digest('hex');
      expect(hash).toBe(previous);
    }
    expect(rows).toHaveLength(rowCount);
  });
});

function framed(field: Buffer | null): readonly Buffer[] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(field === null ? 0xffffffff : field.length);
  return field === null ? [length] : [length, field];
}

describe('tampering is found at the first broken row:', () => {
  const columns = {
    activity_type: `'vault_activity'`,
    activity_description: `'Other'`,
    success: 'not success',
    metadata: `'{"a": 2}'`,
    ip_address: `'192.0.2.1'`,
    address_verified: 'not address_verified',
    user_agent: 'null',
    page_url: `'/x'`,
    session_id: `'x'`,
    reported_by: `'server'`,
    created_at: `created_at + interval '1 microsecond'`,
    id: 'gen_random_uuid()',
    hash: `sha256('x')`,
  };

  test.each(Object.entries(columns))('%s changed', async (column, value) => {
    const answer = await verifyAfter((client) => client.query(`update public.activity_logs set ${column} = ${value} where sequence = 7`));
    expect(answer).toMatchObject({ ...broken(7, 'content_changed'), last_sequence: '6', checked_rows: '6' });
  });

  test('an empty text is not the same as none', async () => {
    const answer = await verifyAfter((client) => client.query(`update public.activity_logs set page_url = '' where sequence = 7`));
    expect(answer).toMatchObject(broken(7, 'content_changed'));
  });

  test('the user changed', async () => {
    const answer = await verifyAfter(async (client) => {
      await client.query(`insert into auth.users (id, email, encrypted_password) values (gen_random_uuid(), 'x@law.example', 'none')`);
      await client.query(
        `update public.activity_logs set user_id = (select id from auth.users where email = 'x@law.example') where sequence = 3`,
      );
    });
    expect(answer).toMatchObject(broken(3, 'content_changed'));
  });

  test('a row removed', async () => {
    expect(await verifyAfter((client) => client.query('delete from public.activity_logs where sequence = 7'))).toMatchObject(
      broken(7, 'row_missing'),
    );
  });

  test('the first row removed', async () => {
    expect(await verifyAfter((client) => client.query('delete from public.activity_logs where sequence = 1'))).toMatchObject(
      broken(1, 'row_missing'),
    );
  });

  test('a row rewritten with a hash of its own', async () => {
    const answer = await verifyAfter(async (client) => {
      await client.query(`update public.activity_logs set activity_description = 'Other' where sequence = 7`);
      await client.query('update public.activity_logs l set hash = sha256(private.activity_log_bytes(l)) where sequence = 7');
    });
    expect(answer).toMatchObject(broken(8, 'link_broken'));
  });

  test('a part that begins after the rewritten row is checked against it', async () => {
    const rewrite = (client: pg.PoolClient) => client.query(`update public.activity_logs set hash = sha256('x') where sequence = 7`);
    expect(await verifyAfter(rewrite, 8)).toMatchObject(broken(8, 'link_broken'));
  });

  test('the newest rows removed', async () => {
    const cut = (client: pg.PoolClient) => client.query('delete from public.activity_logs where sequence > 20');
    expect(await verifyAfter(cut)).toMatchObject({ ...broken(21, 'tail_missing'), checked_rows: '20' });
    expect(await verifyAfter(cut, 21)).toMatchObject(broken(21, 'tail_missing'));
    const cutOne = (client: pg.PoolClient) => client.query('delete from public.activity_logs where sequence = 25');
    expect(await verifyAfter(cutOne, 26)).toMatchObject({ ok: false });
  });

  test('the log emptied', async () => {
    expect(await verifyAfter((client) => client.query('delete from public.activity_logs'))).toMatchObject(broken(1, 'tail_missing'));
  });

  test('the newest row replaced', async () => {
    const answer = await verifyAfter(async (client) => {
      await client.query(`update public.activity_logs set activity_description = 'Other' where sequence = 25`);
      await client.query('update public.activity_logs l set hash = sha256(private.activity_log_bytes(l)) where sequence = 25');
    });
    expect(answer).toMatchObject(broken(25, 'head_mismatch'));
  });

  test('the head turned back', async () => {
    const answer = await verifyAfter((client) => client.query('update private.activity_log_head set sequence = 20'));
    expect(answer).toMatchObject(broken(21, 'head_mismatch'));
  });
});
