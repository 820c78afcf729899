import { fail, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { writeExport } from './export-file.ts';
import type { ExportedTable, Row } from './exported-tables.ts';
import { memorySink, memoryTable } from './memory-table.ts';
import { restoreExport, type WriteRows } from './restore-export.ts';

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

const noteOf = (id: string, more: Row = {}): Row => ({ id, text: id, ...more });

/** The file of these lists. */
async function fileOf(lists: readonly (readonly [table: ExportedTable, rows: readonly Row[]])[]): Promise<string> {
  const out = memorySink();
  const later = lists.map(([table, rows]) => ({ ...table, readPage: async () => succeed(rows) }));
  await writeExport({ nowMs: 0, sink: out.sink, tell: () => {}, tables: { first: [], later } });
  return out.text();
}

/** A server that keeps what it is given, by id, and refuses what it is told to. */
function serverOf(refuses: (row: Row) => boolean = () => false) {
  const kept = new Map<unknown, Row>();
  const batches: number[] = [];
  const writeRows: WriteRows = async (_, rows, overwrite) => {
    batches.push(rows.length);
    if (rows.some(refuses)) return fail({ code: 'refused', reason: '23514', details: [] });
    const counts = { restored: 0, overwritten: 0, kept: 0, unlinked: 0 };
    for (const row of rows) {
      counts[!kept.has(row['id']) ? 'restored' : overwrite ? 'overwritten' : 'kept'] += 1;
      if (!kept.has(row['id']) || overwrite) kept.set(row['id'], row);
    }
    return succeed(counts);
  };
  return { kept, batches, writeRows };
}

const tasks = { ...memoryTable('tasks', () => []), partOf: 'whole' };
const logs = { ...memoryTable('logs', () => []), comesBack: 'never' as const };
const notes = { ...memoryTable('notes', () => []), comesBack: 'sealed' as const };

function restore(text: string, more: Partial<Parameters<typeof restoreExport>[0]>) {
  return restoreExport({
    pieces: piecesOf(text),
    overwrite: new Set(),
    writeSealed: undefined,
    tell: () => {},
    tables: [tasks, logs, notes],
    ...more,
  });
}

test('every row of the file comes back in batches, in the file’s order, and a second time nothing changes', async () => {
  const plain = memoryTable('tasks', () => []);
  const rows = Array.from({ length: 450 }, (_, index) => noteOf(`id-${String(index).padStart(4, '0')}`));
  const text = await fileOf([[plain, rows]]);
  const server = serverOf();
  const told: number[] = [];
  const first = await restore(text, { tables: [plain], writeRows: server.writeRows, tell: (count) => told.push(count) });
  expect(first).toMatchObject({ ok: true, value: [{ name: 'tasks', restored: 450, kept: 0, leftOut: 0 }] });
  expect([...server.kept.values()]).toEqual(rows);
  expect(server.batches).toEqual([200, 200, 50]);
  expect(told.at(-1)).toBe(450);
  expect(await restore(text, { tables: [plain], writeRows: server.writeRows })).toMatchObject({ value: [{ restored: 0, kept: 450 }] });
});

test('a row stands after the one that it is a part of, wherever the file has them; a circle keeps nothing from coming back', async () => {
  const rows = [
    noteOf('a', { whole: 'c' }),
    noteOf('b', { whole: 'a' }),
    noteOf('c', { whole: null }),
    noteOf('d', { whole: 'e' }),
    noteOf('e', { whole: 'd' }),
  ];
  const server = serverOf();
  const loose = { ...tasks, loadSchema: async () => z.looseObject({ id: z.string() }) };
  const done = await restore(await fileOf([[loose, rows]]), { tables: [loose], writeRows: server.writeRows });
  expect(done).toMatchObject({ ok: true, value: [{ restored: 5 }] });
  const order = [...server.kept.keys()];
  expect(order.slice(0, 3)).toEqual(['c', 'a', 'b']);
  expect(order.slice(3).toSorted()).toEqual(['d', 'e']);
});

test('the log is never written back, and sealed rows stay in the file while the vault is closed, which is said', async () => {
  const text = await fileOf([
    [logs, [noteOf('1')]],
    [notes, [noteOf('2'), noteOf('3')]],
  ]);
  const server = serverOf();
  expect(await restore(text, { writeRows: server.writeRows })).toMatchObject({
    value: [
      { name: 'logs', restored: 0, leftOut: 1, reason: undefined },
      { name: 'notes', restored: 0, leftOut: 2, reason: 'They are sealed, and the vault was not open.' },
    ],
  });
  expect(server.batches).toEqual([]);
  const opened = { restored: 2, overwritten: 0, kept: 0, unlinked: 0, leftOut: 0, reason: undefined };
  expect(await restore(text, { writeSealed: async () => succeed(opened) })).toMatchObject({ value: [{}, { restored: 2, leftOut: 0 }] });
});

test('a row that the database refuses keeps none of the others from coming back, and is counted with the reason', async () => {
  const rows = Array.from({ length: 50 }, (_, index) => noteOf(String(index).padStart(2, '0')));
  const server = serverOf(({ id }) => id === '17');
  const done = await restore(await fileOf([[tasks, rows]]), { writeRows: server.writeRows });
  expect(done).toMatchObject({ value: [{ restored: 49, leftOut: 1, reason: 'It breaks a rule of the database.' }] });
});

test('an outage, a proof that is too old and a cancel end it with their names, and going on later does the rest', async () => {
  const rows = Array.from({ length: 450 }, (_, index) => noteOf(String(index).padStart(4, '0')));
  const plain = memoryTable('tasks', () => []);
  const text = await fileOf([[plain, rows]]);
  const server = serverOf();
  for (const failure of [{ code: 'backend_unreachable' }, { code: 'refused', reason: 'PT403', details: [] }] as const) {
    const writeRows: WriteRows = async (...given) => (server.kept.size > 0 ? fail(failure) : server.writeRows(...given));
    server.kept.clear();
    expect(await restore(text, { tables: [plain], writeRows })).toEqual(fail(failure));
    expect(server.kept.size).toBe(200);
  }
  expect(await restore(text, { tables: [plain], writeRows: server.writeRows })).toMatchObject({ value: [{ restored: 250, kept: 200 }] });
  const stop = new AbortController();
  stop.abort();
  expect(await restore(text, { tables: [plain], signal: stop.signal })).toEqual(fail({ code: 'cancelled' }));
});

test('rows that could be twins are written by one call, wherever the file has them', async () => {
  const wishes = { ...memoryTable('wishes', () => []), loadSchema: async () => z.looseObject({ id: z.string() }) };
  const rows = Array.from({ length: 450 }, (_, index) => noteOf(`id-${String(index).padStart(4, '0')}`, { title: `Wish ${index % 150}` }));
  const calls: (readonly Row[])[] = [];
  const server = serverOf();
  const writeRows: WriteRows = (list, some, overwrite) => {
    calls.push(some);
    return server.writeRows(list, some, overwrite);
  };
  const done = await restore(await fileOf([[wishes, rows]]), { tables: [wishes], writeRows });
  expect(done).toMatchObject({ value: [{ restored: 450 }] });
  const callsOf = (title: unknown) => calls.filter((some) => some.some((row) => row['title'] === title)).length;
  expect(new Set(rows.map(({ title }) => callsOf(title)))).toEqual(new Set([1]));
});

test('the file’s rows take the place of those that differ in the lists that were chosen, and in no other', async () => {
  const [mine, other] = [memoryTable('mine', () => []), memoryTable('other', () => [])];
  const asked: unknown[] = [];
  const writeRows: WriteRows = async (list, rows, overwrite) => {
    asked.push([list, overwrite]);
    return succeed({ restored: rows.length, overwritten: 0, kept: 0, unlinked: 0 });
  };
  const text = await fileOf([
    [mine, [noteOf('a')]],
    [other, [noteOf('a')]],
  ]);
  await restore(text, { tables: [mine, other], writeRows, overwrite: new Set(['other']) });
  expect(asked).toEqual([
    ['mine', false],
    ['other', true],
  ]);
});
