import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { productMigrations } from '../../../server/database/migration-sources.ts';
import { findDistributionPostgres, startDistributionPostgres } from '../../../tests/support/distribution-postgres.ts';
import { needs } from '../../../tests/support/needs.ts';
import { runCommand } from '../../../tests/support/owner.ts';
import { createEmptyDatabase } from '../../../tests/support/project/empty-database.ts';
import { asProjectLogin, makeProject } from '../../../tests/support/project/strict-project.ts';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { connectAs, connectionConfig } from '../core/database.ts';
import { migrateProject } from './migrate-project.ts';

/** Every right on what the product made, also on functions and columns, and who owns it. */
const rightsQuery = `
  select format('%s %I.%I', c.relkind, n.nspname, c.relname) as name, c.relrowsecurity as guarded, acl.*
  from pg_class c join pg_namespace n on n.oid = c.relnamespace,
    lateral (select coalesce(array_agg(format('%s %s', grantee::regrole, privilege_type) order by 1), '{}') as rights
      from aclexplode(c.relacl) where grantee <> c.relowner) acl
  where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'S')
  union all
  select format('f %s', p.oid::regprocedure), null, acl.*
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
    lateral (select coalesce(array_agg(case grantee when 0 then 'public' else grantee::regrole::text end order by 1), '{}')
      from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee <> p.proowner) acl
  where n.nspname in ('public', 'private')
  order by 1`;

/** All that is in the schemas that the service manages, with owners and rights. */
const managedQuery = `
  select format('%s %s', c.oid::regclass, c.relkind) as name, c.relowner::regrole::text as owner, c.relacl::text as rights,
    (select json_agg(format('%s %s', a.attname, a.attacl) order by a.attnum) from pg_attribute a where a.attrelid = c.oid)::text as parts
  from pg_class c where c.relnamespace in ('auth'::regnamespace, 'realtime'::regnamespace, 'storage'::regnamespace)
  union all
  select p.oid::regprocedure::text, p.proowner::regrole::text, p.proacl::text, md5(p.prosrc)
  from pg_proc p where p.pronamespace in ('auth'::regnamespace, 'realtime'::regnamespace, 'storage'::regnamespace)
  union all
  select n.nspname, n.nspowner::regrole::text, n.nspacl::text, null from pg_namespace n where n.nspname in ('auth', 'realtime', 'storage')
  order by 1`;

const policiesQuery = `
  select polrelid::regclass::text as "table", polname as name from pg_policy p join pg_class c on c.oid = p.polrelid
  where c.relnamespace in ('auth'::regnamespace, 'realtime'::regnamespace, 'storage'::regnamespace) order by 1, 2`;

const triggersQuery = `
  select tgrelid::regclass::text as "table", tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace in ('auth'::regnamespace, 'storage'::regnamespace) and not tgisinternal order by 1, 2`;

const programs = findDistributionPostgres();

/** A cluster of the distribution's, whose superuser gives up the name that a project's login has. */
async function startDistribution() {
  const cluster = await startDistributionPostgres(programs ?? '');
  await cluster.run("create role supabase_admin superuser login password 'pw'");
  await cluster.run('create database project owner supabase_admin');
  const address = { host: '127.0.0.1', port: cluster.port, database: 'project', password: 'pw' };
  const admin = await connectAs(address, 'supabase_admin');
  await admin.query('alter role postgres rename to distribution');
  await admin.end();
  return { address, drop: cluster.stop };
}

const embedded = await createTestDatabase();
afterAll(embedded.drop);

describe.each([
  { what: 'the embedded PostgreSQL', start: createEmptyDatabase, isThere: true },
  { what: 'the distribution’s PostgreSQL', start: startDistribution, isThere: programs !== undefined },
])('a project on $what', ({ start, isThere }) => {
  let project: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let admin: pg.Client;
  beforeAll(async () => {
    if (!isThere) return;
    project = await start();
    admin = await makeProject(project.address);
    // What is ours alone in `auth`, which no migration may lean on.
    await admin.query(`
      drop table auth.recovery_codes, auth.enrolment_secrets, auth.enrolment_grants cascade;
      drop trigger require_factor on auth.mfa_factors; drop trigger keep_factor_required on auth.users;
      alter table auth.users drop column factor_required;
      alter table auth.mfa_factors drop column last_used_step;
      alter table auth.sessions alter column not_after drop not null`);
  });
  afterAll(async () => {
    await admin?.end();
    await project?.drop();
  });

  test('what a login or the project lacks is said in one sentence, and nothing is made', async (context) => {
    needs(context, isThere, 'PostgreSQL of the distribution is not installed (apt-get install postgresql)');
    await admin.query(`
      create role stranger login password 'p';
      do $$ begin execute format('grant connect on database %I to stranger', current_database()); end $$`);
    const complaint = await migrateProject(asProjectLogin(project.address, 'stranger', 'p'), [productMigrations]).catch(
      (error: Error) => error.message,
    );
    expect(complaint).toContain('The project’s database cannot be used with the login stranger: ');
    for (const clause of [
      'the login must be allowed to make schemas',
      'the login must be allowed to make tables in schema public',
      'the publication supabase_realtime is postgres’s and not the login’s',
      'the login lacks the rights references on auth.users',
      'the login lacks the rights select, trigger on auth.mfa_factors',
      'the login lacks the rights select, delete on auth.sessions',
    ]) {
      expect(complaint).toContain(clause);
    }
    expect(complaint).not.toContain('\n');
    await expect(migrateProject(asProjectLogin(project.address, 'supabase_admin'), [productMigrations])).rejects.toThrow(
      'must not be a superuser',
    );
    const { rows } = await admin.query(`select from pg_namespace where nspname in ('castellan', 'private')`);
    expect(rows).toEqual([]);
  });

  test('a login without superuser rights applies everything once, changes nothing of the service’s, and gives nobody more than embedded', async (context) => {
    needs(context, isThere, 'PostgreSQL of the distribution is not installed (apt-get install postgresql)');
    const before = await admin.query(managedQuery);
    const policiesBefore = await admin.query(policiesQuery);
    const triggersBefore = await admin.query(triggersQuery);
    const applied = await migrateProject(asProjectLogin(project.address, 'postgres'), [productMigrations]);
    expect(applied.at(-1)).toMatch(/^\d+ functions$/);
    expect(await migrateProject(asProjectLogin(project.address, 'postgres'), [productMigrations])).toEqual([]);

    // The command says the same of it, from the address in its variable alone.
    const { host, port, database, password } = project.address;
    const place = host.startsWith('/') ? `:${port}/${database}?host=${host}` : `${host}:${port}/${database}`;
    const environment = { BACKEND_DATABASE_URL: `postgres://postgres:${encodeURIComponent(password)}@${place}` };
    const command = await runCommand('server/commands/project.ts', '/nowhere', ['migrate'], '', environment);
    expect(command).toEqual({ lines: ['The project was up to date.'], complaint: '', exitCode: 0 });

    expect((await admin.query(managedQuery)).rows).toEqual(before.rows);
    // Policies are what the service lets a project add there: ours are on what clients reach.
    expect(policiesBefore.rows).toEqual([]);
    expect((await admin.query(policiesQuery)).rows).toEqual([
      { table: 'realtime.messages', name: 'The owner hears broadcasts and sees who is present' },
      { table: 'realtime.messages', name: 'The owner sends broadcasts and tells of being present' },
      { table: 'storage.buckets', name: 'The bucket of files in notes is not removed' },
      { table: 'storage.buckets', name: 'The bucket of files in notes stays as it is' },
      { table: 'storage.buckets', name: 'The owner may use all buckets in a full session' },
      { table: 'storage.objects', name: 'Files in notes are not removed unasked' },
      { table: 'storage.objects', name: 'Parts of files in notes are never overwritten or moved' },
      { table: 'storage.objects', name: 'Parts of files in notes have names of their own kind' },
      { table: 'storage.objects', name: 'The owner may use all objects in a full session' },
    ]);
    const triggers = (await admin.query(triggersQuery)).rows;
    expect(triggers.filter(({ name }) => !triggersBefore.rows.some((known) => known.name === name))).toEqual([
      { table: 'auth.mfa_factors', name: 'A verified factor of the owner is required from then on' },
    ]);

    // The project hands out every right by itself: what is left is what the migrations say.
    const own = new pg.Client(connectionConfig(embedded.address, 'supabase_admin'));
    await own.connect();
    const wanted = await own.query(rightsQuery);
    await own.end();
    expect(wanted.rows.length).toBeGreaterThan(200);
    expect((await admin.query(rightsQuery)).rows).toEqual(wanted.rows);
    const owners = await admin.query(`select distinct tableowner from pg_tables where schemaname in ('public', 'private', 'castellan')`);
    expect(owners.rows).toEqual([{ tableowner: 'postgres' }]);
  });

  test('tables of another hand are not migrated', async (context) => {
    needs(context, isThere, 'PostgreSQL of the distribution is not installed (apt-get install postgresql)');
    await admin.query('alter schema castellan rename to castellan_away');
    await expect(migrateProject(asProjectLogin(project.address, 'postgres'), [productMigrations])).rejects.toThrow(
      'were made in another way',
    );
    await admin.query('alter schema castellan_away rename to castellan');
  });
});
