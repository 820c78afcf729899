import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSqlite } from './read-sqlite.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A database that SQLite itself wrote. */
function databaseOf(fill: (database: DatabaseSync) => void): Uint8Array {
  const path = join(folder, randomBytes(8).toString('hex'));
  const database = new DatabaseSync(path);
  fill(database);
  database.close();
  return new Uint8Array(readFileSync(path));
}

const limits = { bytes: 10_000_000, rows: 10_000 };
const things = { things: ['name', 'count', 'bytes'] } as const;

test('whatever SQLite writes of texts, numbers and bytes is read again, in its order', async () => {
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
    fc.maxSafeInteger(),
    // A column without a type keeps the sign of zero or not, by how SQLite stores it.
    fc.double({ noNaN: true }).map((one) => one + 0),
    fc.uint8Array(),
    fc.constant(null),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(value, value, value), { maxLength: 40 }), async (rows) => {
      const file = databaseOf((database) => {
        database.exec('CREATE TABLE things (name, count, bytes)');
        const insert = database.prepare('INSERT INTO things VALUES (?, ?, ?)');
        for (const row of rows) insert.run(...row);
      });
      const read = await readSqlite(file, things, limits);
      expect(read).toEqual({
        ok: true,
        value: { things: rows.map(([name, count, bytes]) => ({ name, count, bytes })) },
      });
    }),
    { numRuns: 25 },
  );
});

test('a table or column that the file lacks is left out, and what is no table, or computed, is not read', async () => {
  const file = databaseOf((database) =>
    database.exec(`CREATE TABLE things (name TEXT, count AS (hex(zeroblob(400000000)))); INSERT INTO things VALUES ('a');
      CREATE VIEW bills AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS name FROM n;
      CREATE VIRTUAL TABLE words USING fts5(name)`),
  );
  const read = await readSqlite(file, { ...things, bills: ['name'], words: ['name'], others: ['name'] }, limits);
  expect(read).toEqual({ ok: true, value: { things: [{ name: 'a' }] } });
});

test('upper and lower case of names are one', async () => {
  const file = databaseOf((database) => database.exec("CREATE TABLE Things (Name); INSERT INTO Things VALUES ('a')"));
  expect(await readSqlite(file, things, limits)).toEqual({ ok: true, value: { things: [{ name: 'a' }] } });
});

test('a database whose writer used a write-ahead log is read', async () => {
  const file = databaseOf((database) =>
    database.exec("PRAGMA journal_mode = WAL; CREATE TABLE things (name); INSERT INTO things VALUES ('a')"),
  );
  expect(file[18]).toBe(2);
  expect(await readSqlite(file, things, limits)).toEqual({ ok: true, value: { things: [{ name: 'a' }] } });
});

test('more rows or bytes than allowed are refused', async () => {
  const file = databaseOf((database) => database.exec('CREATE TABLE things (name); INSERT INTO things VALUES (1), (2), (3)'));
  expect(await readSqlite(file, things, { bytes: file.length, rows: 2 })).toEqual({ ok: false, failure: { code: 'too_large' } });
  expect(await readSqlite(file, things, { bytes: file.length - 1, rows: 3 })).toEqual({ ok: false, failure: { code: 'too_large' } });
  expect((await readSqlite(file, things, { bytes: file.length, rows: 3 })).ok).toBe(true);
});

const larger = () =>
  databaseOf((database) => {
    database.exec('CREATE TABLE things (name TEXT, count INTEGER, bytes BLOB)');
    const insert = database.prepare('INSERT INTO things VALUES (?, ?, ?)');
    for (let index = 0; index < 400; index += 1) insert.run(`thing ${index} ${'x'.repeat(index % 90)}`, index, new Uint8Array(index * 3));
  });

test('a file that is cut anywhere, or is none, is refused', async () => {
  const file = larger();
  for (const bytes of [0, 15, 99, 100, 512, 4096, 8192, file.length - 4096, file.length - 1])
    expect(await readSqlite(file.subarray(0, bytes), things, limits), `${bytes} bytes`).toMatchObject({ ok: false });
  expect(await readSqlite(new TextEncoder().encode('Date,Value\n'.repeat(20)), things, limits)).toEqual({
    ok: false,
    failure: { code: 'not_sqlite' },
  });
});

test('whatever bytes of a file are changed, reading ends with rows or a refusal', async () => {
  const file = larger();
  const change = fc.tuple(fc.nat(file.length - 1), fc.uint8Array({ minLength: 1, maxLength: 64 }));
  const early = fc.tuple(fc.integer({ min: 16, max: 4200 }), fc.uint8Array({ minLength: 1, maxLength: 8 }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(change, early), { minLength: 1, maxLength: 6 }), async (changes) => {
      const broken = Uint8Array.from(file);
      for (const [at, bytes] of changes) broken.set(bytes.subarray(0, file.length - at), at);
      const read = await readSqlite(broken, things, { bytes: file.length, rows: 1000 });
      if (read.ok) expect(read.value.things?.length ?? 0).toBeLessThanOrEqual(1000);
      else expect(['damaged', 'too_large', 'not_sqlite']).toContain(read.failure.code);
    }),
    { numRuns: 150 },
  );
});
