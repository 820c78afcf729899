import type pg from 'pg';
import { type CopiedRow, emptyTables, enableTriggers, insertRows, setSequences, sumAsOwner } from '../database/copied-rows.ts';
import { alikeSettings, type MovedTable, readMovedTables, readSequences } from '../database/moved-tables.ts';
import type { ArchivedTable, Manifest } from './archive-names.ts';

/** Takes the rows of an archive into a database whose tables a migration has made. */
export type RowLoader = {
  /** The tables that are there. */
  readonly tables: readonly MovedTable[];
  /** The sequences that are there, by their quoted names. */
  readonly sequences: readonly string[];
  /** Each table comes after those whose rows it names. */
  readonly take: (table: MovedTable, rows: readonly CopiedRow[]) => Promise<void>;
  /** Sets the sequences, compares every table with what it must hold, and ends the transaction. */
  readonly finish: (wanted: readonly ArchivedTable[], sequences: Manifest['sequences'], last?: () => Promise<void>) => Promise<void>;
};

/**
 * Begins one transaction on an empty database and empties its tables. Nothing of it stays where anything fails: `client`, connected
 * as `supabase_admin`, is closed by its owner.
 */
export async function beginLoading(client: pg.Client): Promise<RowLoader> {
  await client.query('begin');
  await client.query(alikeSettings);
  const tables = await readMovedTables(client);
  const sequences = [...(await readSequences(client)).keys()];
  await emptyTables(client, tables);
  return {
    tables,
    sequences,
    take: (table, rows) => insertRows(client, table, rows),
    finish: async (wanted, stands, last) => {
      await enableTriggers(client, tables);
      await setSequences(client, new Map(stands.map(({ name, ...stand }) => [name, stand])));
      for (const one of wanted) {
        const table = tables.find((there) => there.table === one.table);
        const sum = table && (await sumAsOwner(client, table));
        if (sum?.rows !== one.rows || sum.checksum !== one.checksum)
          throw new Error(
            `The table ${one.table} differs (${one.rows} rows in the backup, ${sum?.rows ?? 'none'} after it was read). Nothing was kept.`,
          );
      }
      await last?.();
      await client.query('commit');
    },
  };
}
