import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionConfig } from '@castellan/platform/core/database';
import { migrate } from '@castellan/platform/core/migrate';
import { readSqlFiles } from '@castellan/platform/core/migration-source';
import { runAs } from '@castellan/platform/core/run-as';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migrationSources } from '../../../server/database/migration-sources.ts';
import { createEmptyDatabase } from '../../../tests/support/project/empty-database.ts';
import { openLawDatabase, requestFactsOfTest } from '../law-database.ts';
import { addSession } from '../people.ts';

type Row = Readonly<Record<string, unknown>>;
type Rows = ReadonlyMap<string, readonly Row[]>;

const database = await createEmptyDatabase();
const dump = readFileSync(join(import.meta.dirname, 'database.sql'), 'utf8');
const admin = new pg.Client(connectionConfig(database.address, 'supabase_admin'));
await admin.connect();
const ledger = await restore();
const before = await readRows();
const applied = await migrate(database.address, migrationSources);
const { superuser, requests, drop } = await openLawDatabase(database);
afterAll(async () => {
  await admin.end();
  await drop();
});

/** Brings the empty database to where the dump was made: its migrations, whose text is the ledger's still, and its rows. */
async function restore(): Promise<readonly string[]> {
  const names = [...dump.matchAll(/^insert into castellan\.migrations .* values \('(\w+)', '([\w.]+)'/gm)].map(([, , name = '']) => name);
  const root = mkdtempSync(join(tmpdir(), 'castellan-upgrade-'));
  const sources = migrationSources.map(({ name, folder, role }) => ({ name, folder: join(root, name), from: folder, role }));
  for (const { folder, from } of sources) {
    mkdirSync(folder);
    for (const { name } of readSqlFiles(from)) if (names.includes(name)) cpSync(join(from, name), join(folder, name));
  }
  await migrate(database.address, sources);
  rmSync(root, { recursive: true });
  // No trigger judges rows that are only carried over, and the ledger of functions was not there yet.
  await admin.query(`set session_replication_role = replica; drop table castellan.functions`);
  // What the migrations put in themselves is in the dump too.
  for (const [name, rows] of await readRows()) if (rows.length > 0) await admin.query(`delete from ${name}`);
  await admin.query(`${dump}; reset session_replication_role`);
  return names;
}

async function readRows(): Promise<Rows> {
  const { rows } = await admin.query<{ name: string }>(
    `select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
     where relkind = 'r' and relnamespace::regnamespace::text in ('auth', 'private', 'public', 'castellan') order by 1`,
  );
  const tables = new Map<string, readonly Row[]>();
  for (const { name } of rows) {
    const { rows: found } = await admin.query<{ row: Row }>(`select to_jsonb(one) as row from ${name} one`);
    tables.set(
      name,
      found.map(({ row }) => row),
    );
  }
  return tables;
}

test('the dump has a row of every table of the API that there was, and of every private one that the owner fills', () => {
  const empty = [...before].filter(([name, rows]) => !name.startsWith('auth.') && rows.length === 0).map(([name]) => name);
  // Signed days of the log are made with the server's key, and a secret of the first run is gone once there is an owner.
  expect(empty).toEqual(['private.log_days', 'private.setup_secret']);
  for (const [name, rows] of before) expect([name, rows.length]).toEqual([name, dump.split(`\ninsert into ${name} `).length - 1]);
});

test('every row is there after the upgrade, as it was', async () => {
  const after = await readRows();
  for (const [name, rows] of before) {
    const columns = Object.keys(rows[0] ?? {});
    const now = (after.get(name) ?? []).map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));
    expect(now, name).toEqual(expect.arrayContaining([...rows]));
    if (name !== 'castellan.migrations') expect([name, now.length]).toEqual([name, rows.length]);
  }
});

test('the migrations since then were applied, and every function has the text of its file', async () => {
  const [platform, product] = migrationSources;
  const files = readSqlFiles(product?.functions ?? '');
  const migrations = [platform, product]
    .flatMap((source) => readSqlFiles(source?.folder ?? ''))
    .filter(({ name }) => !ledger.includes(name));
  expect(applied).toEqual([...migrations.map(({ name }) => name), `${files.length} functions`]);
  const { rows } = await admin.query('select name, checksum from castellan.functions');
  expect(rows.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual(files.map(({ name, checksum }) => ({ name, checksum })));
});

test('its functions are those of a new database: text, rights, owner and settings', async () => {
  const catalogue = `
    select p.oid::regprocedure::text as name, p.prosrc, p.prosecdef, p.proconfig, p.provolatile, p.proowner::regrole::text as owner,
      pg_get_function_arguments(p.oid) as arguments, pg_get_function_result(p.oid) as result,
      array(select entry::text from unnest(p.proacl) entry order by 1) as rights
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`;
  const fresh = await openLawDatabase();
  const { rows } = await fresh.superuser.query(catalogue);
  await fresh.drop();
  expect((await superuser.query(catalogue)).rows).toEqual(rows);
});

test('the product’s functions answer its owner', async () => {
  const ownerId = String(before.get('private.owner')?.[0]?.['user_id']);
  const owner = await addSession(superuser, ownerId, 'aal2');
  const timestamp = Math.floor(Date.now() / 1000) - 5;
  const caller = { ...owner.caller, claims: { ...owner.caller.claims, amr: [{ method: 'totp', timestamp }] } } as typeof owner.caller;
  const ask = async (call: string) => {
    const { rows } = await runAs(requests, caller, requestFactsOfTest, (client) =>
      client.query<{ answer: unknown }>(`select ${call} as answer`),
    );
    return rows[0]?.answer;
  };
  const passport = await ask('public.data_passport()');
  expect(passport).toContainEqual(expect.objectContaining({ place: 'media_items', rows: 2 }));
  expect(passport).toContainEqual(expect.objectContaining({ place: 'tool_reports', rows: 2 }));
  expect(await ask('(select ok and complete from public.verify_activity_log_chain())')).toBe(true);
  expect(await ask('public.vault_snapshot()')).toMatchObject({ exists: true, epoch: 3 });
  const film = [{ collection: 'media_items', id: 'a0000000-0000-4000-8000-000000000001', values: { kind: 'film', title: 'Dark' } }];
  expect(await ask(`public.write_records('${JSON.stringify(film)}')`)).toMatchObject([{ title: 'Dark', version: 1 }]);
  expect(await ask('public.delete_everything()')).toMatchObject({ media_items: 3, notes: 2, tasks: 2 });
});
