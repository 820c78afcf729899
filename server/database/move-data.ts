import { markComplete } from '@castellan/platform/cluster/prepare-database';
import { connectAs, type DatabaseAddress } from '@castellan/platform/core/database';
import type pg from 'pg';
import { emptyTables, enableTriggers, insertRows, readRows, setSequences, sumAsOwner } from './copied-rows.ts';
import { alikeSettings, type MovedTable, readMovedTables, readSequences, sumTable } from './moved-tables.ts';

/** A table that is the same on both sides. */
export type ComparedTable = { readonly table: string; readonly rows: number };

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
    const { here, there: tables } = await requireSameTables(source, target);
    await target.query('lock table castellan.installation in exclusive mode');
    await emptyTables(target, tables);
    for (const [index, table] of tables.entries()) await copyTable(source, target, { from: here[index] ?? table, to: table });
    await enableTriggers(target, tables);
    await setSequences(target, await readSequences(source));
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
async function requireSameTables(source: pg.Client, target: pg.Client) {
  const [here, there] = [await readMovedTables(source), await readMovedTables(target)];
  const shape = (tables: readonly MovedTable[]) => JSON.stringify(tables.map(({ table, columns }) => [table, columns]));
  if (shape(here) !== shape(there))
    throw new Error('The two databases do not have the same tables. Use one version of Castellan for both.');
  return { here, there };
}

/** The same table on both sides, where it may belong to roles of other names. */
type BothSides = { readonly from: MovedTable; readonly to: MovedTable };

async function copyTable(source: pg.Client, target: pg.Client, { from, to }: BothSides): Promise<void> {
  for await (const rows of readRows(source, from)) await insertRows(target, to, rows);
}

async function compare(source: pg.Client, target: pg.Client, table: MovedTable): Promise<ComparedTable> {
  const [here, there] = [await sumTable(source, table), await sumAsOwner(target, table)];
  if (here.rows !== there.rows || here.checksum !== there.checksum) {
    throw new Error(`The table ${table.table} differs after the move (${here.rows} rows here, ${there.rows} there). Nothing was kept.`);
  }
  return { table: table.table, rows: here.rows };
}
