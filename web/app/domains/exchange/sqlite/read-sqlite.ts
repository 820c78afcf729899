import { fail, type Result, succeed } from '@castellan/foundation/result';
import initSqlJs, { type Database } from 'sql.js/dist/sql-wasm-inline.js';
import { isSqlite } from './is-sqlite.ts';

/** A value of a cell. Whole numbers beyond 2^53 are rounded. */
export type SqliteValue = string | number | null | Uint8Array;

/** A row by its columns, in the spelling in which they were wanted: SQLite tells no capital from a small letter. */
export type SqliteRow<Column extends string> = { readonly [Name in Column]?: SqliteValue };

/** The rows of each wanted table, in the order of their row ids. A table that the file does not have is not there. */
export type SqliteTables<Wanted extends WantedTables> = { readonly [Table in keyof Wanted]?: readonly SqliteRow<Wanted[Table][number]>[] };

/** Names of tables, and of the columns wanted of each. */
export type WantedTables = Readonly<Record<string, readonly string[]>>;

/**
 * `not_sqlite`: it does not begin as a database, or is encrypted. `damaged`: it is cut, or a wanted table is not whole.
 * `too_large`: more bytes or rows than allowed.
 */
export type SqliteFailure = { readonly code: 'not_sqlite' | 'damaged' | 'too_large' };

/** What SQLite may take besides the file itself, in bytes. */
const heapBytes = 64 * 1024 * 1024;

/**
 * Reads tables of an SQLite database that somebody else wrote. For Workers that may compile WebAssembly (`X.wasm.worker.ts`), where the
 * deadline of all readers ends one that hangs; loaded when a file wants it, because it is large.
 *
 * The file is believed nothing: it is read only, none of its functions, views, virtual tables, triggers or computed columns run, and
 * a table is checked before it is read. What a write-ahead log beside the file holds is not in it.
 */
export async function readSqlite<const Wanted extends WantedTables>(
  file: Uint8Array,
  wanted: Wanted,
  limits: { readonly bytes: number; readonly rows: number },
): Promise<Result<SqliteTables<Wanted>, SqliteFailure>> {
  if (!isSqlite(file)) return fail({ code: 'not_sqlite' });
  if (file.length > limits.bytes) return fail({ code: 'too_large' });
  // Files are whole pages; SQLite itself would take a last page that is cut.
  if (file.length % pageBytesOf(file) !== 0) return fail({ code: 'damaged' });
  const { Database } = await initSqlJs();
  // A database whose writer used a write-ahead log opens only with that log; the two versions at 18 and 19 say so.
  const copy = Uint8Array.from(file);
  copy.fill(1, 18, 20);
  let database: Database | undefined;
  try {
    database = new Database(copy);
    database.run(`PRAGMA hard_heap_limit = ${heapBytes}; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON`);
    const budget = { rows: limits.rows, bytes: file.length };
    const tables: Record<string, readonly SqliteRow<string>[]> = {};
    for (const [table, columns] of Object.entries(wanted)) {
      const rows = readTable(database, table, columns, budget);
      if (rows !== undefined) tables[table] = rows;
    }
    return succeed(tables as SqliteTables<Wanted>);
  } catch (error) {
    return fail({ code: error instanceof TooMany ? 'too_large' : 'damaged' });
  } finally {
    closeQuietly(database);
  }
}

/** A power of two from 512 to 65,536, which two bytes write as 1; any other is refused when it is opened. */
function pageBytesOf(file: Uint8Array): number {
  const stated = (file[16] ?? 0) * 256 + (file[17] ?? 0);
  return stated === 1 ? 65_536 : Math.max(512, stated);
}

class TooMany extends Error {}

type Budget = { rows: number; bytes: number };

function readTable(database: Database, table: string, wanted: readonly string[], budget: Budget): readonly SqliteRow<string>[] | undefined {
  // Views and virtual tables have no page of their own.
  const isTable =
    query(database, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name = ? COLLATE NOCASE", [table]).length > 0;
  if (!isTable) return undefined;
  // What is hidden or computed is no value that was written.
  const present = new Set(
    query(database, 'SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0', [table]).map(([name]) => String(name).toLowerCase()),
  );
  const columns = wanted.filter((name) => present.has(name.toLowerCase()));
  if (columns.length === 0) return [];
  if (query(database, `PRAGMA quick_check(${quoted(table)})`, [])[0]?.[0] !== 'ok') throw new Error('damaged');
  const rows = query(database, `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(table)} NOT INDEXED`, [], budget);
  return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])));
}

/** Every value was written to the file once: a file whose values come to more than its length refers to itself. */
function query(database: Database, text: string, values: readonly string[], budget: Budget = { rows: 10_000, bytes: heapBytes }) {
  const statement = database.prepare(text);
  const rows: (readonly SqliteValue[])[] = [];
  try {
    statement.bind(values);
    while (statement.step()) {
      const row = statement.get();
      budget.rows -= 1;
      if (budget.rows < 0) throw new TooMany();
      for (const value of row) if (value !== null && typeof value !== 'number') budget.bytes -= value.length;
      if (budget.bytes < 0) throw new Error('damaged');
      rows.push(row);
    }
    return rows;
  } finally {
    statement.free();
  }
}

/** Names are wanted by this program, and are none of the file's. */
const quoted = (name: string) => `"${name}"`;

function closeQuietly(database: Database | undefined): void {
  try {
    database?.close();
  } catch {
    // What SQLite holds of a broken file goes with the Worker.
  }
}
