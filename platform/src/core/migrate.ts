import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type ConnectionRole, connectionConfig, type DatabaseAddress } from './database.ts';

/** A folder of `.sql` files, applied in the order of their names, each once and never edited afterwards. */
export type MigrationSource = {
  /** Distinguishes the folders in the ledger, such as `platform` and `product`. */
  readonly name: string;
  readonly folder: string;
  /** The role that runs the files and so owns what they make. */
  readonly role: ConnectionRole;
};

type Migration = { readonly source: MigrationSource; readonly name: string; readonly sql: string; readonly checksum: string };

/** Any number: every server that starts on this database takes the same lock, so that one migrates and the others wait. */
const advisoryLock = 7_226_001;

const ledger = `
  create schema if not exists castellan;
  create table if not exists castellan.migrations (
    source text not null,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    primary key (source, name)
  )`;

/**
 * Brings the database up to date: each file in a transaction of its own together with its line in the ledger, so that a
 * process killed midway leaves whole files only. Returns the names applied now.
 * Throws, naming the file, where an applied file was edited or removed, or where a file's SQL fails.
 */
export async function migrate(address: DatabaseAddress, sources: readonly MigrationSource[]): Promise<readonly string[]> {
  const client = new pg.Client(connectionConfig(address, 'supabase_admin'));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await client.query(ledger);
    const applied = await readLedger(client);
    const migrations = sources.flatMap(readSource);
    refuseEdited(migrations, applied);
    const missing = migrations.filter((migration) => !applied.has(keyOf(migration.source.name, migration.name)));
    for (const migration of missing) await apply(client, migration);
    await openForServices(client, address.password);
    return missing.map((migration) => migration.name);
  } finally {
    // Closing the connection gives the lock back.
    await client.end();
  }
}

/** Whether every file of these sources has been applied: what `/readyz` asks. `pool` is connected as `postgres`. */
export async function isMigrated(pool: { query: pg.Pool['query'] }, sources: readonly MigrationSource[]): Promise<boolean> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from castellan.migrations');
  return rows[0]?.count === sources.flatMap(readSource).length;
}

function readSource(source: MigrationSource): readonly Migration[] {
  return readdirSync(source.folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(source.folder, name), 'utf8').replaceAll('\r\n', '\n');
      return { source, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
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

async function apply(client: pg.Client, { source, name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`set local role ${pg.escapeIdentifier(source.role)}`);
    await client.query(sql);
    await client.query('reset role');
    await client.query('insert into castellan.migrations (source, name, checksum) values ($1, $2, $3)', [source.name, name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
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
    await client.query('grant usage on schema castellan to postgres; grant select on castellan.migrations to postgres');
  }
}

function keyOf(source: string, name: string): string {
  return `${source}/${name}`;
}
