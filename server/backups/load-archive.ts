import type pg from 'pg';
import type { MovedTable } from '../database/moved-tables.ts';
import { type Manifest, tableOfPart } from './archive-names.ts';
import { beginLoading } from './load-rows.ts';
import { readArchive, type SealedArchive } from './read-archive.ts';
import { unpackRows } from './row-lines.ts';

/**
 * Puts the rows of a checked archive into an empty database that has its migrations, and compares. All of it is one transaction; `last`
 * is its last part. Throws a sentence for people where anything differs.
 */
export async function loadArchive(
  client: pg.Client,
  archive: SealedArchive,
  manifest: Manifest,
  last?: () => Promise<void>,
): Promise<void> {
  const loader = await beginLoading(client);
  const tables = new Map(loader.tables.map((table) => [table.table, table]));
  requireSameTables(loader.tables, manifest);
  const wanted = new Set(manifest.tables.map(({ table }) => table));
  for await (const { name, whole } of readArchive(archive)) {
    const table = tables.get(tableOfPart(name) ?? '');
    if (table !== undefined && wanted.has(table.table)) await loader.take(table, unpackRows(table.columns, await whole()));
  }
  await loader.finish(manifest.tables, manifest.sequences, last);
}

/** The archive names its migrations, so its tables are those that they make; anything else is a damaged or strange archive. */
function requireSameTables(there: readonly MovedTable[], { tables }: Manifest): void {
  const shape = (list: readonly Pick<MovedTable, 'table' | 'columns'>[]) =>
    new Map(list.map(({ table, columns }) => [table, JSON.stringify(columns.map(({ name, type }) => [name, type]))]));
  const [here, archived] = [shape(there), shape(tables)];
  for (const [table, columns] of new Map([...here, ...archived]))
    if (here.get(table) !== columns || archived.get(table) !== columns)
      throw new Error(`The table ${table} of the backup is not the one that its migrations make. Nothing was kept.`);
}
