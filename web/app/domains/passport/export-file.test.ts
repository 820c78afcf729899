import { createHash } from 'node:crypto';
import { fail } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import { exportName, vaultPlaceholder, writeExport } from './export-file.ts';
import { type ExportedTable, firstTables, laterTables } from './exported-tables.ts';
import { memorySink, memoryTable } from './memory-table.ts';

const nowMs = Date.parse('2026-11-21T09:00:00.000Z');
const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1, text: 'a "b"\n\u2028é' }));

/** As many log rows as wished, and two tasks. */
const appOf = (logs: number, logTable: Partial<ExportedTable> = {}) => ({
  first: [memoryTable('tasks', () => rowsOf(2)), memoryTable('notes', () => [])],
  later: [{ ...memoryTable('logs', () => rowsOf(logs)), ...logTable }, memoryTable('wishes', () => rowsOf(1))],
});

test('the file holds tasks, notes, the placeholder of the vault, every log once, whatever else there is, its date and the checksums', async () => {
  const told: number[] = [];
  const { sink, text, state } = memorySink();
  const written = await writeExport({ nowMs, sink, tell: (rows) => told.push(rows), tables: appOf(2001) });
  if (!written.ok) throw new Error(written.failure.code);
  const content = JSON.parse(text());
  expect(Object.keys(content)).toEqual(['schemaVersion', 'tasks', 'notes', 'vault', 'logs', 'wishes', 'exportDate', 'checksums']);
  expect(content).toMatchObject({ tasks: rowsOf(2), notes: [], vault: vaultPlaceholder, exportDate: '2026-11-21T09:00:00.000Z' });
  expect(content.logs.map(({ id }: { id: number }) => id)).toEqual(Array.from({ length: 2001 }, (_, index) => index + 1));
  expect(written.value).toMatchObject({ rows: { tasks: 2, notes: 0, logs: 2001, wishes: 1 }, bytes: Buffer.byteLength(text()) });
  expect(written.value.sha256).toBe(createHash('sha256').update(text()).digest('hex'));
  const lines = rowsOf(2).map((row) => `${JSON.stringify(row)}\n`);
  expect(content.checksums.tasks).toEqual({ rows: 2, sha256: createHash('sha256').update(lines.join('')).digest('hex') });
  expect(told.at(-1)).toBe(2004);
  expect(state()).toBe('closed');
});

test('a last page that is just full is followed by no comma', async () => {
  const { sink, text } = memorySink();
  await writeExport({ nowMs, sink, tell: () => {}, tables: appOf(1000) });
  expect(JSON.parse(text()).logs).toHaveLength(1000);
});

test('what is written at once stays small, however long the log is', async () => {
  const { sink, pieces } = memorySink();
  await writeExport({ nowMs, sink, tell: () => {}, tables: appOf(20_000) });
  expect(pieces.length).toBeGreaterThan(5);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(128 * 1024);
});

test('an outage in the middle, a cancel and a full disk each leave no file', async () => {
  const outage = { readPage: async () => fail({ code: 'backend_unreachable' as const }) };
  const one = memorySink();
  expect(await writeExport({ nowMs, sink: one.sink, tell: () => {}, tables: appOf(1, outage) })).toEqual(
    fail({ code: 'backend_unreachable' }),
  );
  const two = memorySink();
  const stop = new AbortController();
  const cancelled = writeExport({ nowMs, sink: two.sink, tell: () => stop.abort(), signal: stop.signal, tables: appOf(5000) });
  expect(await cancelled).toEqual(fail({ code: 'cancelled' }));
  const three = memorySink();
  const full = { ...three.sink, write: () => Promise.reject(new Error('the disk is full')) };
  expect(await writeExport({ nowMs, sink: full, tell: () => {}, tables: appOf(1) })).toEqual(fail({ code: 'not_written' }));
  expect([one.state(), two.state(), three.state()]).toEqual(['aborted', 'aborted', 'aborted']);
});

test('the real file begins as spec §3 names its lists, and no list has the name of another', () => {
  expect(firstTables.map(({ name }) => name)).toEqual(['tasks', 'notes']);
  expect(laterTables[0]?.name).toBe('logs');
  const names = [...firstTables, ...laterTables].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('the file is named by its day', () => {
  expect(exportName(nowMs)).toBe('dashboard-export-2026-11-21.json');
});
