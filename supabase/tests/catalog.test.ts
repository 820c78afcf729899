import { afterAll, expect, test } from 'vitest';
import { openLawDatabase } from './law-database.ts';
import { functionLaws, tableLaws } from './policy-matrix.ts';
import { channelFunctions, messagesTable } from './policy-matrix-realtime.ts';
import { storageLaws } from './storage-matrix.ts';

const { superuser, drop } = await openLawDatabase();
afterAll(drop);

const apiRoles = `unnest(array['anon', 'authenticated', 'service_role']) as role`;
const product = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'`;

async function names(query: string): Promise<readonly unknown[]> {
  const { rows } = await superuser.query<{ name: string }>(query);
  return rows.map((row) => row.name);
}

const relations = `pg_class c join pg_namespace n on n.oid = c.relnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and ${product}`;
const grantedRelation = `exists (select from ${apiRoles}
  where has_table_privilege(role, c.oid, 'select, insert, update, delete, truncate, references, trigger')
    or has_any_column_privilege(role, c.oid, 'select, insert, update, references'))`;

test('every table of schema public, and every other that the API is granted, has a row in the matrix', async () => {
  const found = await names(
    `select n.nspname || '.' || c.relname as name from ${relations} where n.nspname = 'public' or ${grantedRelation} order by 1`,
  );
  expect(found).toEqual([...Object.keys({ ...tableLaws, ...storageLaws }), messagesTable].sort());
});

test('every function that the API may execute has a row in the matrix, but for the server’s own, which server-functions.test.ts judges', async () => {
  const found = await names(`
    select n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private', 'realtime') and p.oid::regproc::text not like 'server\\_%'
      and exists (select from ${apiRoles} where has_function_privilege(role, p.oid, 'execute')) order by 1`);
  expect(found).toEqual([...Object.keys(functionLaws), ...channelFunctions].sort());
});

test('row level security is on for every table of schemas public, private and storage, and every other that the API is granted', async () => {
  const open = await names(`
    select n.nspname || '.' || c.relname as name from ${relations}
    where (n.nspname in ('public', 'private', 'storage') or ${grantedRelation}) and c.relkind in ('r', 'p') and not c.relrowsecurity`);
  expect(open).toEqual([]);
});

test("schema public has no view that would read with its owner's rights", async () => {
  const views = await names(`
    select c.relname as name from ${relations} where n.nspname = 'public'
      and (c.relkind in ('m', 'f') or c.relkind = 'v' and not coalesce('security_invoker=true' = any (c.reloptions), false))`);
  expect(views).toEqual([]);
});

test('the API is granted nothing on a table of schemas private and auth, and no sequence anywhere', async () => {
  const granted = await names(`
    select n.nspname || '.' || c.relname as name from ${relations} where n.nspname in ('private', 'auth') and ${grantedRelation}
    union all
    select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace and ${product}
    where c.relkind = 'S' and exists (select from ${apiRoles} where has_sequence_privilege(role, c.oid, 'usage, select, update'))`);
  expect(granted).toEqual([]);
});

test('the API may make nothing in any schema', async () => {
  const writable = await names(`
    select n.nspname || ' ' || role as name from pg_namespace n, ${apiRoles} where ${product} and has_schema_privilege(role, n.oid, 'create')`);
  expect(writable).toEqual([]);
});

test("every function that runs with its owner's rights has an empty search path", async () => {
  const loose = await names(`
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace and ${product}
    where p.prosecdef and not coalesce('search_path=""' = any (p.proconfig), false)`);
  expect(loose).toEqual([]);
});

test('no function is executable by everybody', async () => {
  const open = await names(`
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace and ${product}
    where exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee = 0)`);
  expect(open).toEqual([]);
});

test('nothing of the product belongs to a superuser, to a role of the API or to the role that requests sign in as', async () => {
  const misowned = await names(`
    select c.oid::regclass::text as name from ${relations} join pg_roles o on o.oid = c.relowner
    where n.nspname in ('public', 'private') and o.rolname <> 'postgres'
    union all
    select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_roles o on o.oid = p.proowner
    where n.nspname in ('public', 'private') and o.rolname <> 'postgres'`);
  expect(misowned).toEqual([]);
});

test('every policy is for signed-in callers only and is named by a sentence', async () => {
  const odd = await names(`
    select policyname as name from pg_policies where schemaname in ('public', 'realtime', 'storage')
      and (roles <> array['authenticated']::name[] or policyname !~ '^[A-Z].* .* ')`);
  expect(odd).toEqual([]);
});
