import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSqlFiles } from '@castellan/platform/core/migration-source';
import { afterAll, expect, test } from 'vitest';
import { openLawDatabase } from './law-database.ts';

const { superuser, drop } = await openLawDatabase();
afterAll(drop);

const folder = (name: string) => join(import.meta.dirname, '..', name);
const files = readSqlFiles(folder('database-functions'));
const withoutComments = (sql: string) => sql.replaceAll(/--.*$/gm, '');
/** The names of the functions that a text defines, also inside of a do-block or a text that is executed. */
const definedIn = (sql: string) =>
  [...withoutComments(sql).matchAll(/\bcreate\s+(?:or\s+replace\s+)?(?:function|procedure|aggregate)\s+([\w."%$]+)/gi)].map(
    ([, name = '']) => name,
  );

/** The last migration that defines functions: those after it leave that to the files. */
const lastWithFunctions = '20261122000310_note_imports.sql';

/**
 * What migrations themselves call to make a table. They stay in migrations, so that a new database makes a table as one that was
 * upgraded did.
 */
const calledByMigrations = [
  'private.keep_sealed_texts',
  'private.make_owner_table',
  'private.make_sealed_table',
  'private.write_with_manifest_only',
];

test('no later migration defines a function, but for those that migrations call', () => {
  const defining = readSqlFiles(folder('migrations'))
    .filter(({ name }) => name > lastWithFunctions)
    .flatMap(({ name, sql }) => definedIn(sql).map((made) => [name, made] as const))
    .filter(([, made]) => !calledByMigrations.includes(made));
  expect(defining, 'a function belongs into supabase/database-functions').toEqual([]);
  expect(definedIn(`do $$ begin execute 'CREATE  OR REPLACE FUNCTION private.x() returns int'; end $$`)).toEqual(['private.x']);
});

test('each file defines the one function that it is named after, and no two the same', () => {
  const defined = files.map(({ name, sql }) => [name, [...new Set(definedIn(sql))]] as const);
  for (const [name, made] of defined) expect(made.map((one) => one.replace(/^\w+\./, ''))).toEqual([name.replace(/^.*\/|\.sql$/g, '')]);
  const all = defined.flatMap(([, made]) => made);
  expect(new Set(all).size).toBe(all.length);
});

test('every function of the product has its file, and every file its function', async () => {
  const { rows } = await superuser.query<{ name: string }>(
    `select distinct n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...files.flatMap(({ sql }) => [...new Set(definedIn(sql))]), ...calledByMigrations].sort());
});

test('each file takes the right to execute from everybody, and grants it anew to those who have it', () => {
  for (const { name, sql } of files)
    expect([
      name,
      /^revoke all on function [^;]* from public, anon, authenticated, service_role;$/m.test(sql.replaceAll('\nfrom', ' from')),
    ]).toEqual([name, true]);
});

test('a folder holds at most 30 files', () => {
  const areas = readdirSync(folder('database-functions'));
  expect(areas.filter((area) => readdirSync(join(folder('database-functions'), area)).length > 30)).toEqual([]);
});
