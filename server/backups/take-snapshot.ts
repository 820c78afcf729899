import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { contentPlace } from '@castellan/platform/storage/files/content-files';
import type pg from 'pg';
import { z } from 'zod';
import { readRows, sumAsOwner } from '../database/copied-rows.ts';
import type { AppliedMigration } from '../database/migration-sources.ts';
import { alikeSettings, type MovedTable, readMovedTables, readSequences } from '../database/moved-tables.ts';
import { type ArchivedFile, archiveNames, type Manifest, readMeText } from './archive-names.ts';
import type { RowLoader } from './load-rows.ts';
import { packRows, unpackRows } from './row-lines.ts';
import type { AddFile } from './write-archive.ts';

type Sources = {
  /** Connected as `supabase_admin` to the database that is backed up. */
  readonly source: pg.Client;
  /** A scratch database of the same migrations: every part is read back into it before it goes into the archive. */
  readonly scratch: RowLoader;
  readonly migrations: readonly AppliedMigration[];
  /** The key that a restore keeps, base64url. */
  readonly authenticatorKey: string;
  /** The folder of what stored objects hold. */
  readonly objectsFolder: string;
  /** The folder of the public site's content. */
  readonly contentFolder: string;
  readonly madeAt: Date;
  /** Told how far it is before each file, and may throw to end it. */
  readonly onProgress?: ((progress: SnapshotProgress) => void) | undefined;
};

/** How many tables and stored contents were written, of how many. */
export type SnapshotProgress = { readonly done: number; readonly total: number };

/** What a snapshot holds, for the person who asked for it. */
export type SnapshotCounts = {
  readonly tables: number;
  readonly rows: number;
  readonly contentFiles: number;
  /** Contents of stored objects, each once. */
  readonly objects: number;
  /** Tables that no migration makes. */
  readonly otherTables: readonly string[];
  /** Entries of the content folder that are no plain files, and are left out. */
  readonly leftOut: readonly string[];
};

/**
 * Puts one snapshot into an archive: a transaction that sees the database as it is at one moment, whatever is written meanwhile, and
 * the content's files. Each part of a table is unpacked again and loaded into the scratch database, which is compared with the source
 * at the end: what the archive holds was restored once before the archive is complete.
 */
export async function takeSnapshot(write: AddFile, from: Sources) {
  const { source, scratch, migrations, madeAt } = from;
  let progress: SnapshotProgress = { done: 0, total: 0 };
  const add: AddFile = (...file) => {
    from.onProgress?.(progress);
    return write(...file);
  };
  await source.query('begin isolation level repeatable read read only');
  await source.query(alikeSettings);
  await add(archiveNames.readMe, Buffer.from(readMeText));
  await add(archiveNames.keys, Buffer.from(`${JSON.stringify({ authenticatorKey: from.authenticatorKey })}\n`));
  const tables: Manifest['tables'] = [];
  const otherTables: Manifest['tables'] = [];
  const moved = await readMovedTables(source);
  const hashes = await readContents(source);
  progress = { done: 0, total: moved.length + hashes.length };
  const onward = () => {
    progress = { ...progress, done: progress.done + 1 };
  };
  for (const table of moved) {
    const there = scratch.tables.find((one) => one.table === table.table);
    if (there !== undefined && shapeOf(there) !== shapeOf(table))
      throw new Error(`The table ${table.table} is not as this version of Castellan makes it. Nothing was written.`);
    await addRows(add, source, table, there && ((rows) => scratch.take(there, rows)));
    const sum = { table: table.table, columns: table.columns, ...(await sumAsOwner(source, table)) };
    (there === undefined ? otherTables : tables).push(sum);
    onward();
  }
  const known = new Set(scratch.sequences);
  const sequences = [...(await readSequences(source))].filter(([name]) => known.has(name)).map(([name, stand]) => ({ name, ...stand }));
  await scratch.finish(tables, sequences);
  await source.query('rollback');
  for (const hash of hashes) {
    await addObject(add, from.objectsFolder, hash);
    onward();
  }
  const { count, leftOut } = await addFolder(add, archiveNames.content, from.contentFolder);
  const counts: SnapshotCounts = {
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    contentFiles: count,
    objects: hashes.length,
    otherTables: otherTables.map(({ table }) => table),
    leftOut,
  };
  const text = (files: readonly ArchivedFile[]) => {
    const manifest: Manifest = {
      format: 'castellan backup',
      formatVersion: 1,
      madeAt: madeAt.toISOString(),
      migrations: [...migrations],
      tables,
      otherTables,
      sequences,
      files: [...files],
    };
    return `${JSON.stringify(manifest, null, 1)}\n`;
  };
  return { counts, last: { name: archiveNames.manifest, text } };
}

async function addRows(
  add: AddFile,
  source: pg.Client,
  table: MovedTable,
  take: ((rows: ReturnType<typeof unpackRows>) => Promise<void>) | undefined,
): Promise<void> {
  let index = 0;
  for await (const rows of readRows(source, table)) {
    const part = packRows(table.columns, rows);
    await take?.(unpackRows(table.columns, part));
    index += 1;
    await add(archiveNames.part(table.table, index), part);
  }
}

async function readContents(source: pg.Client): Promise<readonly string[]> {
  const { rows } = await source.query<{ content: string }>(
    'select distinct content from storage.objects where content is not null order by 1',
  );
  return rows.map(({ content }) => content);
}

/** Whoever collects contents does not while a backup is made: see `backUp`. */
async function addObject(add: AddFile, folder: string, hash: string): Promise<void> {
  const { path } = contentPlace(folder, hash);
  if (!existsSync(path)) throw new Error(`The content ${hash} of a stored object is missing in ${folder}. Nothing was written.`);
  if ((await add(archiveNames.object(hash), path)) !== hash)
    throw new Error(`The content ${hash} of a stored object in ${folder} is damaged: it holds other bytes. Nothing was written.`);
}

/** Every plain file below a folder. Links and what else is no file are told of. */
async function addFolder(add: AddFile, prefix: string, folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const leftOut: string[] = [];
  let count = 0;
  for (const entry of entries.sort((one, other) => (join(one.parentPath, one.name) < join(other.parentPath, other.name) ? -1 : 1))) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    if (!entry.isFile()) {
      leftOut.push(name);
      continue;
    }
    await add(`${prefix}${name}`, path);
    count += 1;
  }
  return { count, leftOut };
}

/** What a database has applied. `source` is connected as `supabase_admin`. */
export async function readApplied(source: pg.Client): Promise<readonly AppliedMigration[]> {
  const { rows } = await source.query('select source, name, checksum from castellan.migrations order by source, name');
  return z.array(z.object({ source: z.string(), name: z.string(), checksum: z.string() })).parse(rows);
}

function shapeOf({ columns }: MovedTable): string {
  return JSON.stringify(columns);
}
