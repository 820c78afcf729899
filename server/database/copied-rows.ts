import pg from 'pg';
import { type MovedTable, readSequences, type Sequences, sumTable, type TableSum } from './moved-tables.ts';

/** A row as PostgreSQL writes each of its stored values, in the order of the table's columns, so that none is rounded on the way. */
export type CopiedRow = readonly (string | null)[];

/** What is aimed at for the rows of one statement, in characters. */
const statementSize = 512 * 1024;

const mostRowsAtOnce = 1_000;

/**
 * The rows of a table, some at a time: as many as make about half a million characters, judged by those before. `source` is in a
 * transaction with `alikeSettings`.
 */
export async function* readRows(source: pg.Client, { table, owner, columns }: MovedTable): AsyncGenerator<readonly CopiedRow[]> {
  const texts = columns.map(({ name }) => `${pg.escapeIdentifier(name)}::text`).join(', ');
  // The policies let the owner of a table see anything; the login may be somebody whom they stop.
  await source.query(`set local role ${pg.escapeIdentifier(owner)}`);
  await source.query(`declare copied no scroll cursor for select array[${texts}]::text[] as row from ${table}`);
  await source.query('reset role');
  for (let atOnce = 50; ; ) {
    const { rows } = await source.query<{ row: CopiedRow }>(`fetch ${atOnce} from copied`);
    if (rows.length === 0) break;
    const size = rows.reduce((sum, { row }) => sum + row.reduce((length, value) => length + (value?.length ?? 0), 0), 0);
    atOnce = Math.max(1, Math.min(mostRowsAtOnce, Math.floor((statementSize * rows.length) / Math.max(size, 1))));
    yield rows.map(({ row }) => row);
  }
  await source.query('close copied');
}

/**
 * What the migrations put in goes, and nothing that a trigger would do with rows that are only carried over is done. A row may name one
 * of its table that comes later: whether it came is asked at the end (`enableTriggers`).
 */
export async function emptyTables(target: pg.Client, tables: readonly MovedTable[]): Promise<void> {
  for (const { table, ownReferences } of tables) {
    await target.query(`alter table ${table} disable trigger user`);
    for (const { name } of ownReferences)
      await target.query(`alter table ${table} alter constraint ${pg.escapeIdentifier(name)} deferrable initially deferred`);
  }
  await target.query(`truncate ${tables.map(({ table }) => table).join(', ')}`);
}

/** Puts rows into a table, in one statement. */
export async function insertRows(target: pg.Client, { table, owner, columns }: MovedTable, rows: readonly CopiedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const list = columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const values = columns.map(({ name, type }) => `${pg.escapeIdentifier(name)}::${type}`).join(', ');
  await target.query(`set local role ${pg.escapeIdentifier(owner)}`);
  await target.query(
    `insert into ${table} (${list}) overriding system value select ${values} from unnest(${arrays}) as given (${list})`,
    columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  );
  await target.query('reset role');
}

/** After `emptyTables`, once every row is there: triggers and constraints are as they were before, and every row names one that is there. */
export async function enableTriggers(target: pg.Client, tables: readonly MovedTable[]): Promise<void> {
  const modes = { O: 'enable trigger', A: 'enable always trigger', R: 'enable replica trigger', D: 'disable trigger' } as const;
  // Rows whose references are still to be checked would refuse the change.
  await target.query('set constraints all immediate');
  for (const { table, triggers, ownReferences } of tables) {
    for (const { name, mode } of triggers) await target.query(`alter table ${table} ${modes[mode]} ${pg.escapeIdentifier(name)}`);
    for (const { name, isDeferrable, isDeferred } of ownReferences) {
      const before = isDeferrable ? `deferrable initially ${isDeferred ? 'deferred' : 'immediate'}` : 'not deferrable';
      await target.query(`alter table ${table} alter constraint ${pg.escapeIdentifier(name)} ${before}`);
    }
  }
}

/** Sets every sequence to where it stood; throws where the target has others. */
export async function setSequences(target: pg.Client, stands: Sequences): Promise<void> {
  for (const [name, { last, isCalled }] of stands)
    await target.query('select setval($1::regclass, $2::bigint, $3)', [name, last, isCalled]);
  const there = await readSequences(target);
  if (JSON.stringify([...stands]) !== JSON.stringify([...there]))
    throw new Error('The sequences differ from those that were copied. Nothing was kept.');
}

/** Sums a table up as its owner, whom no policy stops. */
export async function sumAsOwner(client: pg.Client, table: MovedTable): Promise<TableSum> {
  await client.query(`set local role ${pg.escapeIdentifier(table.owner)}`);
  const sum = await sumTable(client, table);
  await client.query('reset role');
  return sum;
}
