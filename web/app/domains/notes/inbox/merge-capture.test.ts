import { expect, test } from 'vitest';
import type { CapturedNote } from '../../vault/contract/vault-drafts.ts';
import { capturedText, markOf } from '../captured-mark.ts';
import { longestBody, type Note, notes } from '../note.ts';
import { capturedLabel, dailyNote } from '../taken-in.ts';
import { asOwnNote, intoDailyNote, mergedCaptures } from './merge-capture.ts';

const capture: CapturedNote = {
  kind: 'note',
  id: '0a1b2c3d-0000-4000-8000-000000000001',
  text: 'Milk #shop',
  device: 'Firefox 148 on Windows',
  keptAtMs: new Date(2026, 10, 22, 23, 55).getTime(),
};

const blank = { version: 1, created_at: 'then', updated_at: 'then', deleted_at: null };
const noteWith = (id: string, values: object): Note => notes.schema.parse({ ...blank, id, ...values });

/** The notes after an edit, as the collection has them. */
function after(rows: readonly Note[], edits: ReturnType<typeof asOwnNote>): readonly Note[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, values } of edits) byId.set(id, { ...(byId.get(id) ?? noteWith(id, values)), ...values });
  return [...byId.values()];
}

test('a capture becomes a note of its own under its own id, so that doing it again makes no second one', () => {
  const once = after([], asOwnNote(capture, []));
  expect(once).toMatchObject([{ id: capture.id, title: 'Milk', body: '', tags: ['shop'], captured: [markOf(capture)] }]);
  expect(after(once, asOwnNote(capture, once))).toHaveLength(1);
  expect(mergedCaptures(once)).toEqual(new Set([capture.id]));
  const long = after([], asOwnNote({ ...capture, text: 'A title\n\nand #what there is to say' }, []));
  expect(long).toMatchObject([{ title: 'A title', body: 'and #what there is to say', tags: [] }]);
  const line = after([], asOwnNote({ ...capture, text: 'x'.repeat(9_000) }, []));
  expect(line[0]?.body).toHaveLength(9_000);
});

test('a capture goes to the end of its own day’s note with device and time, and a crash before it is forgotten adds it once', () => {
  const made = after([], intoDailyNote(capture, [], []) ?? []);
  expect(made).toMatchObject([{ title: '2026-11-22', body: `Milk #shop\n\n*${capturedText(capture)}*\n` }]);
  const there = noteWith('d', { title: '2026-11-22', body: 'Before.\n', captured: ['another Captured while locked'] });
  const change = intoDailyNote(capture, [there], [there]);
  const merged = after([there], change ?? []);
  expect(merged[0]?.body.startsWith('Before.\n\nMilk #shop\n\n*Captured while locked, Firefox 148 on Windows, 22 Nov 2026')).toBe(true);
  expect(mergedCaptures(merged)).toEqual(new Set(['another', capture.id]));
  expect(
    intoDailyNote(capture, [{ ...there, body: 'y'.repeat(longestBody - 10) }], [{ ...there, body: 'y'.repeat(longestBody - 10) }]),
  ).toBeUndefined();
});

test('a new day’s note lies beside those of other days', () => {
  const other = noteWith('o', { title: '2026-11-01', path: 'Days/2026-11-01.md' });
  expect(intoDailyNote(capture, [other], [other])).toMatchObject([{ kind: 'create', values: { path: 'Days/2026-11-22.md' } }]);
});

test('a note says where and when it was captured, and one that took a capture in says so in its text alone', () => {
  const [own] = after([], asOwnNote(capture, []));
  expect(own && capturedLabel(own)).toMatch(/^Captured while locked, Firefox 148 on Windows, 22 Nov 2026, 23:55$/);
  const there = noteWith('d', { title: '2026-11-22' });
  const [daily] = after([there], intoDailyNote(capture, [there], [there]) ?? []);
  expect(daily?.captured).toEqual([markOf(capture)]);
  expect(daily && capturedLabel(daily)).toBeUndefined();
});

test('a day’s note is found by its title, and a new one without others lies at the top', () => {
  const there = noteWith('d', { title: '2026-11-22' });
  expect(dailyNote([noteWith('o', { title: 'Other' }), there], '2026-11-22').there).toBe(there);
  expect(dailyNote([], '2026-11-22')).toEqual({ values: { title: '2026-11-22', body: '', tags: [], path: null } });
  expect(dailyNote([noteWith('o', { title: '2026-11-01', path: '2026-11-01.md' })], '2026-11-22').values.path).toBeNull();
});

test('a planted capture that has the id of a note writes over none, in the trash neither', () => {
  const there = noteWith(capture.id, { title: 'The will', body: 'as it was' });
  const both = after([there], asOwnNote(capture, [there]));
  expect(both).toHaveLength(2);
  expect(both[0]).toEqual(there);
  expect(mergedCaptures(both)).toEqual(new Set([capture.id]));
  expect(after([there], intoDailyNote(capture, [there], [there]) ?? [])[0]).toEqual(there);
  expect(intoDailyNote(capture, [], [there])?.[0]?.id).not.toBe(capture.id);
});
