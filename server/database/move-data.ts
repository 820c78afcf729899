import { markComplete } from '@castellan/platform/cluster/prepare-database';
import { connectAs, type DatabaseAddress } from '@castellan/platform/core/database';
import pg from 'pg';
import { alikeSettings, type MovedTable, readMovedTables, readSequences, sumTable } from './moved-tables.ts';

/** A table that is the same on both sides. */
export type ComparedTable = { readonly table: string; readonly rows: number };

/** Rows of one statement: a row may hold a megabyte. */
const rowsAtOnce = 200;

/**
 * Copies every row and every sequence from one database into a prepared, empty one, and compares both sides. All of it is one
 * transaction on the target, from one snapshot of the source: a move that is interrupted, or that differs in anything, leaves
 * nothing behind but the empty tables, and the mark that keeps a server from starting on them. `keysMark` is written with it.
 */
export async function moveData(from: DatabaseAddress, to: DatabaseAddress, keysMark: string): Promise<readonly ComparedTable[]> {
  const source = await connectAs(from, 'supabase_admin');
  const target = await connectAs(to, 'supabase_admin').catch(async (error: unknown) => {
    await source.end();
    throw error;
  });
  try {
    await source.query('begin isolation level repeatable read read only');
    await target.query('begin');
    for (const side of [source, target]) await side.query(alikeSettings);
    const tables = await requireSameTables(source, target);
    await target.query('lock table castellan.installation in exclusive mode');
    await empty(target, tables);
    for (const table of tables) await copyTable(source, target, table);
    for (const table of tables) await enableTriggers(target, table);
    await copySequences(source, target);
    const compared: ComparedTable[] = [];
    for (const table of tables) compared.push(await compare(source, target, table));
    await target.query("insert into castellan.installation values ('keys', $1) on conflict (name) do update set value = excluded.value", [
      keysMark,
    ]);
    await markComplete(target);
    await target.query('commit');
    return compared;
  } finally {
    // Whatever was not committed is rolled back.
    await Promise.all([source.end().catch(() => undefined), target.end().catch(() => undefined)]);
  }
}

/** Both sides have applied the same migrations, so their tables are the same; anything else is a mistake in the program. */
async function requireSameTables(source: pg.Client, target: pg.Client): Promise<readonly MovedTable[]> {
  const [here, there] = [await readMovedTables(source), await readMovedTables(target)];
  const shape = (tables: readonly MovedTable[]) => JSON.stringify(tables.map(({ table, columns }) => [table, columns]));
  if (shape(here) !== shape(there))
    throw new Error('The two databases do not have the same tables. Use one version of Castellan for both.');
  return there;
}

/** What the migrations put in goes, and nothing that a trigger would do with rows that are only carried over is done. */
async function empty(target: pg.Client, tables: readonly MovedTable[]): Promise<void> {
  for (const { table } of tables) await target.query(`alter table ${table} disable trigger user`);
  await target.query(`truncate ${tables.map(({ table }) => table).join(', ')}`);
}

async function enableTriggers(target: pg.Client, { table, triggers }: MovedTable): Promise<void> {
  const modes = { O: 'enable trigger', A: 'enable always trigger', R: 'enable replica trigger', D: 'disable trigger' } as const;
  // Rows whose references are still to be checked would refuse the change.
  if (triggers.length > 0) await target.query('set constraints all immediate');
  for (const { name, mode } of triggers) await target.query(`alter table ${table} ${modes[mode]} ${pg.escapeIdentifier(name)}`);
}

/** Values travel as PostgreSQL writes them, so that none is rounded on the way. */
async function copyTable(source: pg.Client, target: pg.Client, { table, owner, columns, names }: MovedTable): Promise<void> {
  const list = columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  const texts = columns.map(({ name }) => `${pg.escapeIdentifier(name)}::text`).join(', ');
  await source.query(`declare moved no scroll cursor for select array[${texts}]::text[] as row from ${table}`);
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const values = columns.map(({ name, type }) => `${pg.escapeIdentifier(name)}::${type}`).join(', ');
  const insert = `insert into ${table} (${list}) overriding system value select ${values} from unnest(${arrays}) as given (${list})`;
  // The policies let the owner of a table do anything; the login may be somebody whom they stop.
  await target.query(`set local role ${pg.escapeIdentifier(owner)}`);
  // Rows that name each other must come in one statement.
  const nextRows = `fetch ${names.includes(table) ? 'all' : rowsAtOnce} from moved`;
  for (;;) {
    const { rows } = await source.query<{ row: readonly (string | null)[] }>(nextRows);
    if (rows.length === 0) break;
    await target.query(
      insert,
      columns.map((_, index) => rows.map(({ row }) => row[index] ?? null)),
    );
  }
  await target.query('reset role');
  await source.query('close moved');
}

async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const stands = await readSequences(source);
  for (const [name, { last, isCalled }] of stands)
    await target.query('select setval($1::regclass, $2::bigint, $3)', [name, last, isCalled]);
  const there = await readSequences(target);
  if (JSON.stringify([...stands]) !== JSON.stringify([...there])) throw new Error('The sequences differ after the move. Nothing was kept.');
}

async function compare(source: pg.Client, target: pg.Client, table: MovedTable): Promise<ComparedTable> {
  await target.query(`set local role ${pg.escapeIdentifier(table.owner)}`);
  const [here, there] = [await sumTable(source, table), await sumTable(target, table)];
  await target.query('reset role');
  if (here.rows !== there.rows || here.checksum !== there.checksum) {
    throw new Error(`The table ${table.table} differs after the move (${here.rows} rows here, ${there.rows} there). Nothing was kept.`);
  }
  return { table: table.table, rows: here.rows };
}
