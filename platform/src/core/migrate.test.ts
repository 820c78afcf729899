import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { connectionConfig } from './database.ts';
import { migrate } from './migrate.ts';
import type { MigrationSource } from './migration-source.ts';

const database = await createTestDatabase();
const admin = new pg.Client(connectionConfig(database.address, 'supabase_admin'));
await admin.connect();
const folder = mkdtempSync(join(tmpdir(), 'castellan-migrations-'));
const source: MigrationSource = { name: 'example', folder, role: 'postgres' };
const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);

afterEach(async () => {
  await admin.query("drop table if exists public.first, public.second; delete from castellan.migrations where source = 'example'");
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await admin.end();
  await database.drop();
});

/** The template's own migrations are in the ledger too; only the example's files are handed in here. */
const apply = async () => {
  await admin.query("delete from castellan.migrations where source <> 'example'");
  return migrate(database.address, [source]);
};

test('files are applied once, in the order of their names, as the role that shall own what they make', async () => {
  write('2_second.sql', 'create table public.second (id int references public.first)');
  write('1_first.sql', 'create table public.first (id int primary key)');
  expect(await apply()).toEqual(['1_first.sql', '2_second.sql']);
  expect(await apply()).toEqual([]);
  const { rows } = await admin.query("select tableowner from pg_tables where tablename = 'second'");
  expect(rows).toEqual([{ tableowner: 'postgres' }]);
});

test('a file that fails is rolled back whole and named; those before it stay', async () => {
  write('1_first.sql', 'create table public.first (id int primary key)');
  write('2_broken.sql', 'create table public.second (id int); select no_such_function()');
  await expect(apply()).rejects.toThrow('example/2_broken.sql');
  const { rows } = await admin.query("select tablename from pg_tables where tablename in ('first', 'second')");
  expect(rows).toEqual([{ tablename: 'first' }]);
});

test('an applied file that was edited is refused with its name', async () => {
  write('1_first.sql', 'create table public.first (id int primary key)');
  await apply();
  write('1_first.sql', 'create table public.first (id bigint primary key)');
  await expect(apply()).rejects.toThrow('example/1_first.sql was edited');
});

test('an applied file that is gone is refused with its name', async () => {
  write('1_first.sql', 'create table public.first (id int primary key)');
  await apply();
  rmSync(join(folder, '1_first.sql'));
  await expect(apply()).rejects.toThrow('example/1_first.sql');
});

test('line endings changed by a checkout on Windows are no edit', async () => {
  write('1_first.sql', 'create table public.first (\n  id int primary key\n)');
  await apply();
  write('1_first.sql', 'create table public.first (\r\n  id int primary key\r\n)');
  expect(await apply()).toEqual([]);
});

test('two servers that start at once apply each file once', async () => {
  write('1_first.sql', 'create table public.first (id int primary key)');
  await admin.query("delete from castellan.migrations where source <> 'example'");
  const applied = await Promise.all([migrate(database.address, [source]), migrate(database.address, [source])]);
  expect(applied.flat()).toEqual(['1_first.sql']);
});

test('a request signs in as a role that owns nothing and is no superuser', async () => {
  const client = new pg.Client(connectionConfig(database.address, 'authenticator'));
  await client.connect();
  const { rows } = await client.query('select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user');
  await client.end();
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
});
