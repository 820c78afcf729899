import pg from 'pg';
import type { ConnectionRole } from './connection-role.ts';
import { connectAs, type DatabaseAddress, type Queryable } from './database.ts';
import { applyFunctions, functionsLedger, readFunctions } from './database-functions.ts';
import { inLockedTransaction } from './locked-transaction.ts';
import { type MigrationSource, type Rewrite, readSqlFiles, type SqlFile } from './migration-source.ts';

type Migration = SqlFile & { readonly source: MigrationSource };

/** Called before anything is applied to a database that has something already, with the files that it lacks. What it throws ends the work. */
export type BeforeUpgrade = (missing: readonly string[]) => Promise<void>;

/** Where the database writes down which files it has. */
export const ledger = `
  create schema if not exists castellan;
  create table if not exists castellan.migrations (
    source text not null,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    primary key (source, name)
  );
  ${functionsLedger}`;

/**
 * Brings the database up to date: each file in a transaction of its own together with its line in the ledger, so that a
 * process killed midway leaves whole files only; then the functions. Returns the names applied now, for the log.
 * Throws, naming the file, where an applied file was edited or removed, or where a file's SQL fails.
 */
export async function migrate(
  address: DatabaseAddress,
  sources: readonly MigrationSource[],
  beforeUpgrade?: BeforeUpgrade,
): Promise<readonly string[]> {
  const client = await connectAs(address, 'supabase_admin');
  try {
    await inLockedTransaction(client, () => client.query(ledger));
    const names = await applyMissing(client, sources, asWritten, beforeUpgrade);
    await inLockedTransaction(client, () => openForServices(client, address.password));
    return names;
  } finally {
    await client.end();
  }
}

const asWritten: Rewrite = ({ source, sql }) => ({ sql, role: source.role });

/** Applies what the ledger does not have, in order, then the functions. `client` is connected as `supabase_admin`; returns the names applied now. */
export async function applyMissing(
  client: pg.Client,
  sources: readonly MigrationSource[],
  rewrite: Rewrite,
  beforeUpgrade?: BeforeUpgrade,
): Promise<readonly string[]> {
  const migrations = sources.flatMap(readSource);
  const applied = await readLedger(client);
  refuseEdited(migrations, applied);
  const missing = migrations.filter(({ source, name }) => !applied.has(keyOf(source.name, name)));
  if (applied.size > 0 && missing.length > 0) await beforeUpgrade?.(missing.map(({ name }) => name));
  const names: string[] = [];
  for (const migration of missing) if (await apply(client, migration, rewrite)) names.push(migration.name);
  for (const source of sources) {
    const count = await applyFunctions(client, source, rewrite);
    if (count > 0) names.push(`${count} functions`);
  }
  return names;
}

/**
 * Tells whether a database has every file of these sources, functions as they are here: what `/readyz` asks. The files are read
 * once. `queryable` is connected as `postgres`.
 */
export function checkMigrations(sources: readonly MigrationSource[]): (queryable: Queryable) => Promise<boolean> {
  const count = sources.flatMap(readSource).length;
  const functions = sources.flatMap((source) => readFunctions(source).map(({ name, checksum }) => [source.name, name, checksum].join(' ')));
  return async (queryable) => {
    const { rows } = await queryable.query<{ count: number; known: number }>(
      `select (select count(*)::int from castellan.migrations) as count,
        (select count(*)::int from castellan.functions where concat_ws(' ', source, name, checksum) = any ($1)) as known`,
      [functions],
    );
    return rows[0]?.count === count && rows[0].known === functions.length;
  };
}

function readSource(source: MigrationSource): readonly Migration[] {
  return readSqlFiles(source.folder)
    .filter(({ name }) => source.only?.has(name) ?? true)
    .map((file) => ({ source, ...file }));
}

async function readLedger(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ source: string; name: string; checksum: string }>(
    'select source, name, checksum from castellan.migrations',
  );
  return new Map(rows.map((row) => [keyOf(row.source, row.name), row.checksum]));
}

function refuseEdited(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const present = new Map(migrations.map((migration) => [keyOf(migration.source.name, migration.name), migration]));
  for (const [key, checksum] of applied) {
    const migration = present.get(key);
    if (migration === undefined) {
      throw new Error(
        `The migration ${key} was applied to this database and its file is gone. Restore the file, or use the version of Castellan that has it.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new Error(`The migration ${key} was edited after it had been applied. Undo the edit and put the change into a new file.`);
    }
  }
}

/** Applies one file unless another server did meanwhile; says whether it did. */
async function apply(client: pg.Client, migration: Migration, rewrite: Rewrite): Promise<boolean> {
  const { source, name, checksum } = migration;
  const { sql, role } = rewrite(migration);
  try {
    return await inLockedTransaction(client, async () => {
      const applied = await client.query('select from castellan.migrations where source = $1 and name = $2', [source.name, name]);
      if (applied.rows.length > 0) return false;
      if (role !== 'supabase_admin') await client.query(`set local role ${pg.escapeIdentifier(role)}`);
      await client.query(sql);
      await client.query('reset role');
      await client.query('insert into castellan.migrations (source, name, checksum) values ($1, $2, $3)', [source.name, name, checksum]);
      return true;
    });
  } catch (error) {
    throw new Error(
      `The migration ${keyOf(source.name, name)} failed and was rolled back: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The roles exist by now: each gets this start's password, and the product's owner may read the ledger. */
async function openForServices(client: pg.Client, password: string): Promise<void> {
  const roles: readonly ConnectionRole[] = ['authenticator', 'postgres', 'supabase_auth_admin', 'supabase_realtime_admin'];
  const wanted = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [roles]);
  for (const { rolname } of wanted.rows) {
    await client.query(`alter role ${pg.escapeIdentifier(rolname)} password ${pg.escapeLiteral(password)}`);
  }
  if (wanted.rows.some(({ rolname }) => rolname === 'postgres')) {
    await client.query(
      'grant usage on schema castellan to postgres; grant select on castellan.migrations, castellan.functions to postgres',
    );
  }
}

function keyOf(source: string, name: string): string {
  return `${source}/${name}`;
}
