import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migrationSources } from '../../../server/database/migration-sources.ts';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { connectionConfig, type DatabaseAddress } from '../core/database.ts';
import { matchesKeys, prepareDatabase } from './prepare-database.ts';

const template = await createTestDatabase();
const admin = new pg.Client(connectionConfig(template.address, 'supabase_admin'));
await admin.connect();
const login = `site_${template.address.database.slice(-12)}`;
const empty = `${login}_db`;
const password = 'p';
await admin.query(`create role ${login} login password '${password}'`);
await admin.query(`create database ${empty}`);
// Roles belong to the cluster, and other tests of this run make the owner too.
await admin.query('do $$ begin create role castellan_owner nologin; exception when duplicate_object or unique_violation then null; end $$');
afterAll(async () => {
  await admin.query(`drop database ${empty} with (force)`);
  await admin.query(`drop role ${login}`);
  await admin.end();
  await template.drop();
});

const as = (user: string, given: string): DatabaseAddress => ({
  ...template.address,
  database: empty,
  password: given,
  shared: { user, tls: undefined, isPooled: false, roles: new Map() },
});
const asLogin = as(login, password);
const asSuperuser = as('supabase_admin', template.address.password);

test('what a login lacks is said in one line, with the statements that give it', async () => {
  const complaint = await prepareDatabase(asLogin, migrationSources).catch((error: Error) => error.message);
  expect(complaint).toContain(`the login must own the database (alter database "${empty}" owner to "${login}")`);
  expect(complaint).toContain(`grant "service_role" to "${login}" with inherit true, set true`);
  expect(complaint).not.toContain('\n');
});

test('with what the line asks for, a login that is no superuser brings the database up, and owns none of its tables', async () => {
  await admin.query(`alter database ${empty} owner to ${login}`);
  const names = 'anon, authenticated, service_role, authenticator, supabase_auth_admin, supabase_realtime_admin, castellan_owner';
  await admin.query(`grant ${names} to ${login} with inherit true, set true`);
  const { roles, applied } = await prepareDatabase(asLogin, migrationSources);
  expect(applied.length).toBeGreaterThan(20);
  expect(roles.get('postgres')?.name).toBe('castellan_owner');
  const client = new pg.Client(connectionConfig(asSuperuser, 'supabase_admin'));
  await client.connect();
  const owners = await client.query(
    `select distinct tableowner from pg_tables where schemaname in ('public', 'private', 'auth') order by 1`,
  );
  expect(owners.rows).toEqual([{ tableowner: 'castellan_owner' }, { tableowner: 'supabase_auth_admin' }]);
  const owner = await client.query("select rolsuper, rolcanlogin from pg_roles where rolname = 'castellan_owner'");
  expect(owner.rows).toEqual([{ rolsuper: false, rolcanlogin: false }]);
  await client.end();
  // A second server that starts on it has nothing to do.
  expect((await prepareDatabase(asLogin, migrationSources)).applied).toEqual([]);
});

test('the keys of another installation are refused, and the mark of the first ones stays', async () => {
  expect(await matchesKeys(asLogin, 'first')).toBe(true);
  expect(await matchesKeys(asLogin, 'other')).toBe(false);
  expect(await matchesKeys(asLogin, 'first')).toBe(true);
});

test('a move wants an empty database, and names what is in the way', async () => {
  await expect(prepareDatabase(asLogin, migrationSources, 'move')).rejects.toThrow('there is an installation of Castellan in it');
  await admin.query(`drop database ${empty} with (force)`);
  await admin.query(`create database ${empty}`);
  const client = new pg.Client(connectionConfig(asSuperuser, 'supabase_admin'));
  await client.connect();
  await client.query('create table public.guestbook (id int); create schema shop');
  await expect(prepareDatabase(asSuperuser, migrationSources, 'move')).rejects.toThrow('holds public.guestbook, schema shop');
  await expect(prepareDatabase(asSuperuser, migrationSources)).rejects.toThrow('holds public.guestbook, schema shop');
  await client.query('drop table public.guestbook; drop schema shop');
  await client.end();
});

test('what a move has begun no server uses, and another move takes up', async () => {
  await prepareDatabase(asSuperuser, migrationSources, 'move');
  await expect(prepareDatabase(asSuperuser, migrationSources)).rejects.toThrow('Run the move again');
  await expect(prepareDatabase(asSuperuser, migrationSources, 'move')).resolves.toMatchObject({ applied: [] });
});
