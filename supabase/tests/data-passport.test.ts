import type { Caller } from '@castellan/platform/core/caller';
import { runAs } from '@castellan/platform/core/run-as';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { attempt, openLawDatabase, requestFactsOfTest } from './law-database.ts';
import { addAccount, addOwner, addSession, type Person, verifyFactor } from './people.ts';
import { tableLaws } from './policy-matrix.ts';

const { auth, superuser, machine, requests, drop } = await openLawDatabase();
afterAll(drop);
const ownerId = await addOwner(superuser, auth);
const strangerId = await addAccount(superuser);
await verifyFactor(auth, ownerId);
const owner = await addSession(superuser, ownerId, 'aal2');
const publicTables = Object.keys(tableLaws).filter((name) => name.startsWith('public.'));

beforeAll(async () => {
  for (const { insert } of Object.values(tableLaws)) {
    await machine.query(insert, [ownerId]);
    await machine.query(insert, [strangerId]);
  }
  await machine.query('insert into private.vaults (user_id, vault_id, epoch) values ($1, gen_random_uuid(), 3)', [ownerId]);
  await machine.query(`insert into private.vault_parts (user_id, part, envelope) values ($1, -1, 'm2.sealed')`, [ownerId]);
  await machine.query(
    `insert into private.music_connection (sealed_tokens, connected_at, expires_at) values ('sealed', now(), now() + interval '1 hour')`,
  );
  await machine.query(
    `insert into storage.objects (bucket_id, name, metadata) values
    ('note-files', $1 || '/0000', '{"size": 1048604}'), ('note-files', $1 || '/loose', '{"size": 1}')`.replaceAll(
      '$1',
      `'${'a'.repeat(32)}'`,
    ),
  );
  await machine.query(`insert into private.model_connection (sealed, changed_at) values ('sealed', now())`);
  await machine.query(
    `insert into private.tool_schedules (tool, title, target, every, renewed_at, next_at)
     values ('tls-inspector', 'TLS Inspector', 'example.org', 'daily', now(), now())`,
  );
});

/** The owner, who showed a code, or something else, so many seconds ago. */
function provenAgo({ caller }: Person, seconds: number, method = 'totp'): Caller {
  const timestamp = Math.round(Date.now() / 1000) - seconds;
  return {
    ...caller,
    claims: {
      ...caller.claims,
      amr: [
        { method: 'password', timestamp: timestamp + seconds },
        { method, timestamp },
      ],
    },
  } as Caller;
}

const placesSchema = z.array(
  z.object({ place: z.string(), rows: z.number(), removed: z.number().nullable(), bytes: z.number().positive() }),
);

async function readPassport() {
  const { rows } = await runAs(requests, owner.caller, requestFactsOfTest, (client) =>
    client.query<{ passport: unknown }>('select public.data_passport() as passport'),
  );
  return placesSchema.parse(rows[0]?.passport);
}

async function rowsOf(table: string, userId: string): Promise<number> {
  const { rows } = await machine.query<{ count: string }>(`select count(*) from ${table} where user_id = $1`, [userId]);
  return Number(rows[0]?.count);
}

test('the passport names every table but the claims, with the owner’s own rows as they are counted one by one', async () => {
  await machine.query('update public.tasks set deleted_at = now() where user_id = $1', [ownerId]);
  await machine.query(`insert into public.tasks (title, user_id) values ('Polish the key', $1)`, [ownerId]);
  const passport = await readPassport();
  const tables = publicTables.map((name) => name.replace('public.', '')).filter((name) => name !== 'wish_claims');
  expect(passport.map(({ place }) => place)).toEqual(
    [...tables, 'vault', 'music', 'model', 'tool_reports', 'health_feed_tokens', 'health_feed_values', 'note_file_objects'].toSorted(),
  );
  expect(passport.find(({ place }) => place === 'tasks')).toMatchObject({ rows: 1, removed: 1 });
  // The log counts itself, whosever the entries are; there is one owner and this stranger's one entry.
  const others = passport.filter(({ place }) => tables.includes(place) && !['tasks', 'activity_logs'].includes(place));
  for (const { place, rows, removed } of others)
    expect([place, rows + (removed ?? 0)]).toEqual([place, await rowsOf(`public.${place}`, ownerId)]);
  expect(passport.find(({ place }) => place === 'vault')).toMatchObject({ rows: 1 });
  expect(passport.find(({ place }) => place === 'note_file_objects')).toMatchObject({ rows: 1, bytes: 1_048_605 });
  expect(passport.find(({ place }) => place === 'music')).toMatchObject({ rows: 1 });
  expect(passport.find(({ place }) => place === 'tool_reports')).toMatchObject({ rows: 1 });
});

test('every table says what becomes of it: those of schema private by a row of the catalogue, which names no other table', async () => {
  const { rows } = await superuser.query<{ name: string | null; row: string | null }>(
    `select relation.name, kept.name as row
     from (select relnamespace::regnamespace || '.' || relname as name from pg_class
       where relkind in ('r', 'p') and relnamespace = 'private'::regnamespace) relation
     full join (select name from private.kept_tables where name not in ('public.activity_logs', 'public.wish_claims')) kept
       on kept.name = relation.name`,
  );
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter(({ name, row }) => name !== row)).toEqual([]);
  // A table that has the owner's rows and is deleted by no statement of its own goes with another one.
  const { rows: alone } = await superuser.query(
    `select kept.name from private.kept_tables kept where fate = 'follows' and name <> 'private.vault_removed' and not exists (
       select from pg_constraint bond join private.owners_tables() target on target.made = bond.confrelid
       where bond.contype = 'f' and bond.conrelid = kept.name::regclass and bond.confdeltype = 'c' and target.fate in ('deleted', 'follows'))`,
  );
  expect(alone).toEqual([]);
});

test('a table that is added later is counted and deleted without another line', async () => {
  await machine.query('create table public.later (text text not null)');
  await machine.query(`select private.make_owner_table('public.later')`);
  await machine.query(`insert into public.later (text, user_id) values ('one', $1), ('two', $1)`, [ownerId]);
  expect((await readPassport()).find(({ place }) => place === 'later')).toMatchObject({ rows: 2, removed: 0 });
  const answer = await attempt(requests, provenAgo(owner, 5), { text: `select public.delete_everything() ->> 'later' as later` });
  expect(answer).toMatchObject({ ok: true, rows: [{ later: '2' }] });
  await machine.query('drop table public.later');
});

test('without a code or passkey of the last five minutes nothing is deleted: none at all, an old one, one of the future, another proof', async () => {
  const stale = [301, -120].flatMap((seconds) => ['totp', 'mfa/webauthn'].map((method) => provenAgo(owner, seconds, method)));
  const others = ['recovery_code', 'password', 'webauthn', 'otp'].map((method) => provenAgo(owner, 5, method));
  for (const caller of [owner.caller, ...stale, ...others]) {
    const answer = await attempt(requests, caller, { text: 'select public.delete_everything()' });
    expect(answer).toMatchObject({ ok: false, sqlState: 'PT403' });
  }
  for (const table of publicTables) expect([table, await rowsOf(table, ownerId)]).not.toEqual([table, 0]);
});

test('a session that ended, a stranger and a session without its second factor delete nothing, however fresh their code', async () => {
  const stranger = await addSession(superuser, strangerId, 'aal2');
  const halfway = await addSession(superuser, ownerId, 'aal1');
  const ended = await addSession(superuser, ownerId, 'aal2', '-1 minute');
  for (const person of [stranger, halfway, ended]) {
    const answer = await attempt(requests, provenAgo(person, 5), { text: 'select public.delete_everything()' });
    expect(answer).toMatchObject({ ok: false, sqlState: '42501' });
  }
});

test('with a fresh code everything of the owner’s goes; account, sessions, strangers and the log stay, and the log says so', async () => {
  const logged = await rowsOf('public.activity_logs', ownerId);
  const before = Object.fromEntries(await Promise.all(publicTables.map(async (table) => [table, await rowsOf(table, strangerId)])));
  const { rows } = await runAs(requests, provenAgo(owner, 30), requestFactsOfTest, (client) =>
    client.query<{ deleted: unknown }>('select public.delete_everything() as deleted'),
  );
  const deleted = z.record(z.string(), z.number()).parse(rows[0]?.deleted);
  expect(deleted).toMatchObject({ tasks: 2, vault_entries: 1, notification_preferences: 1 });
  expect(Object.keys(deleted)).not.toContain('wish_claims');
  for (const table of publicTables) {
    expect([table, await rowsOf(table, ownerId)]).toEqual([table, table === 'public.activity_logs' ? logged + 1 : 0]);
    expect([table, await rowsOf(table, strangerId)]).toEqual([table, before[table]]);
  }
  for (const table of ['private.vaults', 'private.vault_parts', 'private.vault_slots', 'private.vault_device_shares']) {
    expect([table, await rowsOf(table, ownerId)]).toEqual([table, 0]);
  }
  expect((await machine.query('select from private.music_connection')).rowCount).toBe(0);
  expect((await machine.query('select from private.model_connection')).rowCount).toBe(0);
  // A schedule that stayed would go on sending packets.
  expect((await machine.query('select from private.tool_schedules')).rowCount).toBe(0);
  const { rows: remaining } = await superuser.query(
    `select (select count(*)::int from private.owner) as owners, (select count(*)::int from auth.sessions where id = $1) as sessions,
      (select count(*)::int from auth.mfa_factors where user_id = $2) as factors`,
    [owner.sessionId, ownerId],
  );
  expect(remaining).toEqual([{ owners: 1, sessions: 1, factors: 1 }]);
  const { rows: last } = await machine.query(
    'select activity_type, activity_description, metadata from public.activity_logs order by sequence desc limit 1',
  );
  expect(last).toEqual([{ activity_type: 'data_event', activity_description: 'Everything was deleted', metadata: deleted }]);
  const { rows: chain } = await runAs(requests, owner.caller, requestFactsOfTest, (client) =>
    client.query('select ok, complete from public.verify_activity_log_chain()'),
  );
  expect(chain).toEqual([{ ok: true, complete: true }]);
});

test('a fresh passkey deletes as a fresh code does', async () => {
  await machine.query(`insert into public.tasks (title, user_id) values ('one more', $1)`, [ownerId]);
  const answer = await attempt(requests, provenAgo(owner, 290, 'mfa/webauthn'), {
    text: `select public.delete_everything() ->> 'tasks' as tasks`,
  });
  expect(answer).toMatchObject({ ok: true, rows: [{ tasks: '1' }] });
});

test('what was seeded from the content does not come back after it was deleted', async () => {
  const seed = JSON.stringify([{ key: 'lamp', title: 'A lamp', priority: 2, category: 'Other', quantity: 1 }]);
  await machine.query('select private.seed_wishes($1)', [seed]);
  await runAs(requests, provenAgo(owner, 1), requestFactsOfTest, (client) => client.query('select public.delete_everything()'));
  await machine.query('select private.seed_wishes($1)', [seed]);
  expect(await rowsOf('public.wishes', ownerId)).toBe(0);
});
