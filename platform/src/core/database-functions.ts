import pg from 'pg';
import { inLockedTransaction } from './locked-transaction.ts';
import { type MigrationSource, type Rewrite, readSqlFiles, type SqlFile } from './migration-source.ts';

/** Where the database writes down which text of which file its functions have. */
export const functionsLedger = `
  create table if not exists castellan.functions (
    source text not null,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    primary key (source, name)
  )`;

/** The files of a source's functions, named `area/name.sql`. */
export function readFunctions({ functions }: MigrationSource): readonly SqlFile[] {
  return functions === undefined ? [] : readSqlFiles(functions);
}

/**
 * Gives the database the functions as their files have them: those whose text changed, all in one transaction, after the
 * migrations. Every function is then checked, since a migration may also break one whose text stayed. Returns how many files were
 * applied. Throws, naming the file or function, where one is not valid; the database then keeps the functions it had.
 */
export async function applyFunctions(client: pg.Client, source: MigrationSource, rewrite: Rewrite): Promise<number> {
  const files = readFunctions(source);
  if (files.length === 0) return 0;
  return inLockedTransaction(client, async () => {
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from castellan.functions where source = $1',
      [source.name],
    );
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    const changed = files.filter(({ name, checksum }) => applied.get(name) !== checksum);
    // The files call each other in any order: bodies are checked once all are there.
    await client.query('set local check_function_bodies = off');
    for (const file of changed) await applyFile(client, source, file, rewrite);
    await checkBodies(client, rewrite({ source, name: '', sql: '' }).role);
    await client.query('delete from castellan.functions where source = $1 and name <> all ($2)', [
      source.name,
      files.map(({ name }) => name),
    ]);
    return changed.length;
  });
}

async function applyFile(client: pg.Client, source: MigrationSource, { name, sql: text, checksum }: SqlFile, rewrite: Rewrite) {
  const { sql, role } = rewrite({ source, name, sql: text });
  try {
    await client.query(`set local role ${pg.escapeIdentifier(role)}`);
    await client.query(sql);
    await client.query('reset role');
  } catch (error) {
    throw new Error(`The file of functions ${source.name}/${name} failed; no function was changed: ${reasonOf(error)}`);
  }
  await client.query(
    `insert into castellan.functions (source, name, checksum) values ($1, $2, $3)
      on conflict (source, name) do update set checksum = excluded.checksum, applied_at = now()`,
    [source.name, name, checksum],
  );
}

/** Names what is wrong with the functions of a role, judged as when one is made, by the names that it sees when it is called. */
const bodyCheck = `
  set local check_function_bodies = on;
  set local search_path = '';
  do $$
  declare
    made record;
  begin
    for made in
      select one.oid, language.lanname
      from pg_catalog.pg_proc one join pg_catalog.pg_language language on language.oid = one.prolang
      where language.lanname in ('sql', 'plpgsql') and one.proowner = current_user::regrole
    loop
      begin
        if made.lanname = 'sql' then
          perform pg_catalog.fmgr_sql_validator(made.oid);
        else
          perform pg_catalog.plpgsql_validator(made.oid);
        end if;
      exception when others then
        raise exception '%: %', made.oid::regprocedure, sqlerrm;
      end;
    end loop;
  end $$;
  set local search_path to default;`;

async function checkBodies(client: pg.Client, role: string): Promise<void> {
  try {
    await client.query(`set local role ${pg.escapeIdentifier(role)}; ${bodyCheck} reset role`);
  } catch (error) {
    throw new Error(`A function of the database is not valid; no function was changed: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
