import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { connectionConfig } from './database.ts';
import { checkMigrations, migrate } from './migrate.ts';

const database = await createTestDatabase();
const admin = new pg.Client(connectionConfig(database.address, 'supabase_admin'));
await admin.connect();
const root = mkdtempSync(join(tmpdir(), 'castellan-functions-'));
const source = { name: 'example', folder: join(root, 'migrations'), functions: join(root, 'functions'), role: 'postgres' } as const;

beforeEach(async () => {
  await admin.query(`
    reset role; drop schema if exists example cascade; create schema example; grant all on schema example to postgres;
    delete from castellan.migrations; delete from castellan.functions`);
  rmSync(root, { recursive: true });
  for (const folder of [source.folder, source.functions]) mkdirSync(join(folder, 'area'), { recursive: true });
});
afterAll(async () => {
  rmSync(root, { recursive: true });
  await admin.end();
  await database.drop();
});

const writeMigration = (name: string, sql: string) => writeFileSync(join(source.folder, name), sql);
const write = (name: string, sql: string) => writeFileSync(join(source.functions, 'area', `${name}.sql`), sql);
const writeAnswer = (answer: string, name = 'answer') =>
  write(name, `create or replace function example.${name}() returns text language sql as $$ select ${answer} $$;`);
const apply = () => migrate(database.address, [source]);
const answer = async () => (await admin.query<{ answer: string }>('select example.answer()')).rows[0]?.answer;
const ledger = async () => (await admin.query('select name, checksum, applied_at from castellan.functions order by name')).rows;

test('a function is made after the migrations, by the owner’s role, and again only when its text changes', async () => {
  writeMigration('1_word.sql', `create table example.word (text text); insert into example.word values ('first')`);
  writeAnswer('(select text from example.word)');
  expect(await apply()).toEqual(['1_word.sql', '1 functions']);
  expect(await answer()).toBe('first');
  const { rows } = await admin.query(`select proowner::regrole::text as owner from pg_proc where oid = 'example.answer'::regproc`);
  expect(rows).toEqual([{ owner: 'postgres' }]);
  const before = await ledger();
  expect(await apply()).toEqual([]);
  expect(await ledger()).toEqual(before);
  writeAnswer(`'second'`);
  expect(await apply()).toEqual(['1 functions']);
  expect(await answer()).toBe('second');
});

test('files may call each other in any order', async () => {
  writeAnswer('example.zenith()');
  writeAnswer(`'from above'`, 'zenith');
  await apply();
  expect(await answer()).toBe('from above');
});

test.each([
  ['SQL that calls what is not there', 'create or replace function example.two() returns int language sql as $$ select example.none() $$;'],
  ['SQL that leans on a search path', 'create or replace function example.two() returns int language sql as $$ select 1 from word $$;'],
  ['PL/pgSQL that is no PL/pgSQL', 'create or replace function example.two() returns int language plpgsql as $$ begin retrun 1; end $$;'],
  ['a file that is no SQL', 'create or replace'],
])('a broken body stops the start, and no function is changed: %s', async (_, sql) => {
  await admin.query('create table public.word (id int)');
  writeAnswer(`'old'`);
  await apply();
  writeAnswer(`'new'`);
  write('two', sql);
  await expect(apply()).rejects.toThrow(/no function was changed: .*/);
  expect(await answer()).toBe('old');
  expect(await ledger()).toHaveLength(1);
  await admin.query('drop table public.word');
});

test('a migration that breaks a function whose text stayed stops the start, with the function’s name', async () => {
  writeMigration('1_word.sql', 'create table example.word (text text)');
  writeAnswer('(select text from example.word)');
  await apply();
  writeMigration('2_word.sql', 'alter table example.word rename column text to word');
  await expect(apply()).rejects.toThrow('example.answer(): column "text" does not exist');
});

test('a policy and a trigger stay over a changed function, and a changed signature wants a migration that drops the old one', async () => {
  writeMigration(
    '1_word.sql',
    `create function example.answer() returns text language sql as $$ select 'old' $$;
     grant execute on function example.answer() to anon;
     create table example.word (text text default example.answer());
     alter table example.word enable row level security;
     create policy "Everybody reads the word" on example.word using (text = example.answer())`,
  );
  writeAnswer(`'new'`);
  await apply();
  await admin.query('insert into example.word default values; grant usage on schema example to anon; grant select on example.word to anon');
  await admin.query('set role anon');
  const { rows } = await admin.query('select text from example.word');
  await admin.query('reset role');
  expect(rows).toEqual([{ text: 'new' }]);
  write('length', 'create or replace function example.length() returns int language sql as $$ select 1 $$;');
  await apply();
  write('length', 'create or replace function example.length() returns bigint language sql as $$ select 1::bigint $$;');
  await expect(apply()).rejects.toThrow('cannot change return type');
  writeMigration('2_length.sql', 'drop function example.length()');
  await apply();
  expect((await admin.query('select pg_typeof(example.length())::text as type')).rows).toEqual([{ type: 'bigint' }]);
});

test('a trigger stands in the file of its function, which the migrations do not know yet', async () => {
  writeMigration('1_word.sql', 'create table example.word (text text)');
  write(
    'raise_word',
    `create or replace function example.raise_word() returns trigger language plpgsql as $$ begin new.text := upper(new.text); return new; end $$;
     create or replace trigger raise_word before insert on example.word for each row execute function example.raise_word();`,
  );
  await apply();
  expect((await admin.query(`insert into example.word values ('low') returning text`)).rows).toEqual([{ text: 'LOW' }]);
});

test('a database whose functions differ from the files is not up to date; a file that is gone is forgotten', async () => {
  writeAnswer(`'one'`);
  writeAnswer(`'two'`, 'other');
  await apply();
  const check = checkMigrations([source]);
  expect(await check(admin)).toBe(true);
  await admin.query(`update castellan.functions set checksum = 'other' where name = 'area/other.sql'`);
  expect(await check(admin)).toBe(false);
  rmSync(join(source.functions, 'area', 'other.sql'));
  await apply();
  expect(await ledger()).toMatchObject([{ name: 'area/answer.sql' }]);
});

test('two servers that start at once make each function once', async () => {
  writeAnswer(`'one'`);
  const applied = await Promise.all([apply(), apply()]);
  expect(applied.flat()).toEqual(['1 functions']);
});
