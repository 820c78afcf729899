import { createHash } from 'node:crypto';
import { fail, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { writeExport } from './export-file.ts';
import { memorySink, memoryTable } from './memory-table.ts';
import { isSound, type Rehearsal, rehearseRestore } from './rehearse-restore.ts';

type Note = { readonly id: string; readonly text: string };

const notesOf = (count: number): readonly Note[] =>
  Array.from({ length: count }, (_, index) => ({ id: `id-${String(index).padStart(6, '0')}`, text: `Note ${index}` }));

async function* piecesOf(text: string, size = 1000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** A server with one list, an export of it, and what a rehearsal of that export, spoilt or not, finds. */
async function appOf(first: readonly Note[]) {
  let present: readonly Note[] = first;
  const table = memoryTable('tasks', () => present);
  const out = memorySink();
  const written = await writeExport({ nowMs: 0, sink: out.sink, tell: () => {}, tables: { first: [table], later: [] } });
  if (!written.ok) throw new Error(written.failure.code);
  const rehearse = (text = out.text(), more: Partial<Parameters<typeof rehearseRestore>[0]> = {}) =>
    rehearseRestore({ pieces: piecesOf(text), tell: () => {}, tables: [table], ...more });
  return { text: out.text(), sha256: written.value.sha256, put: (notes: readonly Note[]) => (present = notes), rehearse };
}

function found(result: Awaited<ReturnType<typeof rehearseRestore>>): Rehearsal {
  if (!result.ok) throw new Error(result.failure.code);
  return result.value;
}

const listOf = (rehearsal: Rehearsal) => rehearsal.lists[0];

test('an export of what is still there is equal row for row, over several pages, with its checksum and the digest that was shown', async () => {
  const app = await appOf(notesOf(2500));
  const rehearsal = found(await app.rehearse());
  expect(listOf(rehearsal)).toMatchObject({ rows: 2500, checksum: 'matches', faulty: 0, equal: 2500, different: 0, missing: 0, extra: 0 });
  expect(rehearsal).toMatchObject({ sha256: app.sha256, bytes: Buffer.byteLength(app.text), strange: [], lacking: [] });
  expect(isSound(rehearsal)).toBe(true);
});

test('what was changed, removed and added since is counted as different, missing and extra, at the edges too', async () => {
  const notes = notesOf(10);
  const app = await appOf(notes);
  app.put([
    { id: 'id-', text: 'before all' },
    ...notes.slice(1, 9).map((note, index) => (index === 3 ? { ...note, text: 'changed' } : note)),
    { id: 'id-000004-b', text: 'between' },
    { id: 'z', text: 'after all' },
  ]);
  const rehearsal = found(await app.rehearse());
  expect(listOf(rehearsal)).toMatchObject({ equal: 7, different: 1, missing: 2, extra: 3, faulty: 0, checksum: 'matches' });
  expect(isSound(rehearsal)).toBe(true);
});

test('the order of columns is no difference', async () => {
  const app = await appOf([{ id: 'a', text: 'x' }]);
  app.put([{ text: 'x', id: 'a' }]);
  expect(listOf(found(await app.rehearse()))).toMatchObject({ equal: 1, different: 0 });
});

test('every single changed byte of a row is found by its list’s checksum', async () => {
  const app = await appOf(notesOf(3));
  const from = app.text.indexOf('{"id"');
  const until = app.text.indexOf('\n],');
  for (let at = from; at < until; at += 1) {
    const letter = app.text[at] ?? '';
    // Ends of lines part rows and are none of their bytes; a comma between rows is none either.
    if (letter === '\n' || app.text.slice(at, at + 2) === ',\n') continue;
    const spoilt = `${app.text.slice(0, at)}${letter === 'x' ? 'y' : 'x'}${app.text.slice(at + 1)}`;
    const rehearsal = await app.rehearse(spoilt);
    expect([at, rehearsal.ok && isSound(rehearsal.value)]).toEqual([at, false]);
  }
});

test('a row that is not of its list’s schema is named by its line and what is wrong, and the rest is still compared', async () => {
  const app = await appOf(notesOf(3));
  const spoilt = app.text.replace('"text":"Note 1"', '"text":7');
  const list = listOf(found(await app.rehearse(spoilt)));
  expect(list).toMatchObject({ faulty: 1, checksum: 'differs', equal: 2, different: 1 });
  expect(list?.firstFault).toBe('line 4: text: Invalid input: expected string, received number');
});

test('a row twice, a row out of order, a line that is no row and a row taken away are each found', async () => {
  const app = await appOf(notesOf(3));
  const lines = app.text.split('\n');
  const [, , first = '', second = ''] = lines;
  const twice = app.text.replace(`${second}\n`, `${second}\n${second}\n`);
  expect(listOf(found(await app.rehearse(twice)))).toMatchObject({ faulty: 1, checksum: 'differs', equal: 3 });
  const swapped = app.text.replace(`${first}\n${second}`, `${second}\n${first}`);
  expect(listOf(found(await app.rehearse(swapped)))).toMatchObject({ faulty: 1, checksum: 'differs' });
  expect(listOf(found(await app.rehearse(app.text.replace(second, '{"id":'))))).toMatchObject({ faulty: 1, equal: 2, extra: 1 });
  expect(listOf(found(await app.rehearse(app.text.replace(`${second}\n`, ''))))).toMatchObject({
    faulty: 0,
    checksum: 'differs',
    extra: 1,
  });
});

test('a broken link of the log’s chain within the file is a fault', async () => {
  const row = (sequence: number, previous: string) => ({ id: sequence, text: 'x', previous_hash: previous, hash: `h${sequence}` });
  const table = (rows: readonly object[]) => ({ ...memoryTable('logs', () => rows as never), loadSchema: async () => z.unknown() });
  const faultsOf = async (rows: readonly object[]) => {
    const out = memorySink();
    await writeExport({ nowMs: 0, sink: out.sink, tell: () => {}, tables: { first: [], later: [table(rows)] } });
    return listOf(found(await rehearseRestore({ pieces: piecesOf(out.text()), tell: () => {}, tables: [table(rows)] })))?.faulty;
  };
  expect(await faultsOf([row(1, 'h0'), row(2, 'h1'), row(3, 'h2')])).toBe(0);
  expect(await faultsOf([row(1, 'h0'), row(2, 'h9'), row(3, 'h2')])).toBe(1);
  expect(await faultsOf([row(1, 'h0'), row(3, 'h2')])).toBe(1);
});

test('a file that is cut, at whatever line, is never taken for a whole one', async () => {
  const app = await appOf(notesOf(3));
  const lines = app.text.trimEnd().split('\n');
  for (let kept = 1; kept < lines.length; kept += 1) {
    expect(await app.rehearse(lines.slice(0, kept).join('\n'))).toMatchObject({ ok: false, failure: { code: 'cut' } });
  }
});

test('another file, an empty one, one of the older form and one of a newer are told apart', async () => {
  const app = await appOf([]);
  for (const text of ['', '{}', '<html>', '[1,2]', `\uFEFFPK\u0003`]) {
    expect(await app.rehearse(text)).toMatchObject({ ok: false, failure: { code: 'not_an_export' } });
  }
  expect(await app.rehearse('{"schemaVersion":3,\n')).toMatchObject({ ok: false, failure: { code: 'newer_form' } });
  expect(await app.rehearse('{"schemaVersion":1,"tasks":[]}')).toMatchObject({ ok: false, failure: { code: 'older_form' } });
});

test('a list that the file lacks, and one that nobody knows, are named', async () => {
  const app = await appOf(notesOf(1));
  const renamed = found(await app.rehearse(app.text.replace('"tasks":[', '"songs":[')));
  expect(renamed).toMatchObject({ strange: ['songs'], lacking: ['tasks'], lists: [] });
  expect(isSound(renamed)).toBe(false);
});

test('an outage in the middle and a cancel end it, with their names', async () => {
  const app = await appOf(notesOf(3));
  const away = { ...memoryTable('tasks', () => []), readPage: async () => fail({ code: 'backend_unreachable' as const }) };
  expect(await app.rehearse(app.text, { tables: [away] })).toEqual(fail({ code: 'backend_unreachable' }));
  const stop = new AbortController();
  const long = await appOf(notesOf(500));
  expect(await long.rehearse(long.text, { signal: stop.signal, tell: () => stop.abort() })).toEqual(fail({ code: 'cancelled' }));
});

test('progress ends at the size of the file, and what follows its end is in the digest', async () => {
  const app = await appOf(notesOf(50));
  const text = `${app.text}\n\n`;
  const told: number[] = [];
  const rehearsal = found(await app.rehearse(text, { tell: (bytes) => told.push(bytes) }));
  expect(told.at(-1)).toBe(Buffer.byteLength(text));
  expect(rehearsal.sha256).toBe(createHash('sha256').update(text).digest('hex'));
});

test('a wish that the server seeded here too is the same wish: it is neither missing nor extra, and its date is no difference', async () => {
  const wish = (id: string, text: string, more = {}) => ({ id, title: 'A lamp', url: null, text, created_at: id, ...more });
  const listOfWishes = async (file: readonly object[], present: readonly object[], before: Readonly<Record<string, string>> = {}) => {
    const readTwins = async () => succeed(new Map(Object.entries(before)));
    const tableOf = (rows: readonly object[]) => ({ ...memoryTable('wishes', () => rows as never), readTwins });
    const out = memorySink();
    await writeExport({ nowMs: 0, sink: out.sink, tell: () => {}, tables: { first: [], later: [tableOf(file)] } });
    return listOf(found(await rehearseRestore({ pieces: piecesOf(out.text()), tell: () => {}, tables: [tableOf(present)] })));
  };
  expect(await listOfWishes([wish('b', 'x')], [wish('a', 'x')])).toMatchObject({ equal: 1, different: 0, missing: 0, extra: 0 });
  expect(await listOfWishes([wish('b', 'x')], [wish('c', 'y')])).toMatchObject({ equal: 0, different: 1, missing: 0, extra: 0 });
  expect(await listOfWishes([wish('b', 'x'), wish('d', 'x')], [wish('c', 'x')])).toMatchObject({ equal: 1, missing: 1, extra: 0 });
  expect(await listOfWishes([wish('b', 'x'), wish('d', 'x')], [wish('b', 'x')])).toMatchObject({ equal: 1, missing: 1, extra: 0 });
  // One that was renamed here after a restore is that wish still, and none beside it.
  const renamed = { title: 'A brass lamp' };
  expect(await listOfWishes([wish('b', 'x')], [wish('c', 'x', renamed)], { b: 'c' })).toMatchObject({ different: 1, missing: 0, extra: 0 });
  expect(await listOfWishes([wish('b', 'x')], [wish('c', 'x', renamed)])).toMatchObject({ different: 0, missing: 1, extra: 1 });
});
