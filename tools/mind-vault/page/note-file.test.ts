import { expect, test } from 'vitest';
import { type Note, notes } from '../../../web/app/domains/notes/note.ts';
import {
  largestRecordFileBytes,
  type NoteFile,
  nameOfPath,
  noteFiles,
  pictureTypeOf,
  sizeLabel,
} from '../../../web/app/domains/notes/note-file.ts';
import { filesOf, wentTogether } from '../../../web/app/domains/notes/note-trash.ts';
import { renameNote } from '../../../web/app/domains/notes/rename-note.ts';
import { bytesOf, newNoteFile, sha256Of } from './note-file-bytes.ts';

const columns = { version: 1, created_at: '2026-11-22T12:00:00Z', updated_at: '2026-11-22T12:00:00Z', deleted_at: null };
const note = (id: string, body: string): Note => notes.schema.parse({ ...columns, id, title: id, body });
const file = (path: string, note_id: string | null = null): NoteFile =>
  noteFiles.schema.parse({ ...columns, id: path, path, bytes: 1, sha256: '', parts: [], note_id });

test('a file is cut into parts whose base64, joined, is the file’s, and its digest is of its bytes', async () => {
  const bytes = Uint8Array.from({ length: largestRecordFileBytes }, (_, index) => (index * 31 + (index >> 8)) % 256);
  const { files, parts } = await newNoteFile({ path: 'a/b.bin', bytes, noteId: 'n' }, new Date('2026-11-22T12:00:00Z'), 'f');
  expect(parts).toHaveLength(2);
  // Sealed, each is a text of at most a mebibyte: base64 in JSON, and base64 of that.
  for (const { values } of parts) expect((JSON.stringify(values).length * 4) / 3).toBeLessThan(1_000_000);
  expect(bytesOf(parts.map(({ values }) => values['content']).join(''))).toEqual(bytes);
  expect(files).toMatchObject([
    { kind: 'create', id: 'f', values: { path: 'a/b.bin', note_id: 'n', bytes: largestRecordFileBytes, parts: parts.map(({ id }) => id) } },
  ]);
  expect(files[0]?.values['sha256']).toBe(await sha256Of(bytes));
});

test('an empty file has no part, and the known digest of nothing', async () => {
  const { files, parts } = await newNoteFile({ path: 'empty', bytes: new Uint8Array(), noteId: null }, new Date());
  expect(parts).toEqual([]);
  // FIPS 180-4, of the empty message (NIST's example values).
  expect(files[0]?.values['sha256']).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('with a note go the files that only it links to, and those that were added to it and that nothing links to', () => {
  const all = [note('one', '![[shared.png]] ![[own.png]]'), note('two', '[[shared.png]] and [text](in/deep.pdf)')];
  const files = [file('shared.png', 'one'), file('own.png'), file('in/deep.pdf'), file('loose.bin', 'one'), file('nobody.bin')];
  const going = (...ids: readonly string[]) => filesOf(all, ids, files).map(({ path }) => path);
  expect(going('one')).toEqual(['own.png', 'loose.bin']);
  expect(going('two')).toEqual(['in/deep.pdf']);
  expect(going('one', 'two')).toEqual(['shared.png', 'own.png', 'in/deep.pdf', 'loose.bin']);
});

test('what went into the trash together is known by its moment, however that is written', () => {
  const at = (deleted_at: string | null) => ({ deleted_at });
  expect(wentTogether(at('2026-11-22T12:00:00.120Z'), at('2026-11-22T12:00:00.12+00:00'))).toBe(true);
  expect(wentTogether(at('2026-11-22T12:00:00.120Z'), at('2026-11-22T12:00:00.121Z'))).toBe(false);
  expect(wentTogether(at(null), at(null))).toBe(false);
});

test('a note that moves still shows the files that it showed, and files of folders that begin with a dot are none of a link', () => {
  const moved = note('one', '![[pic.png]]');
  const files = [file('pic.png'), file('b/pic.png'), file('.trash/pic.png')];
  const { edits } = renameNote([moved], moved, { path: 'b/one.md' }, files);
  expect(edits).toEqual([{ kind: 'change', id: 'one', values: { path: 'b/one.md' } }]);
  const [inFolder] = filesOf([note('two', '![[.trash/pic.png]] ![[b/pic.png]]')], ['two'], files);
  expect(inFolder?.path).toBe('b/pic.png');
});

test('names, sizes and types are told as they are read', () => {
  expect(nameOfPath('a/b.c/d.PNG')).toBe('d.PNG');
  expect(['a.PNG', 'a.jpg', 'a.svg', 'a.pdf', 'png'].map(pictureTypeOf)).toEqual([
    'image/png',
    'image/jpeg',
    'image/svg+xml',
    undefined,
    'image/png',
  ]);
  expect([0, 1, 999, 1499, 700_000, 999_500, 12_340_000].map(sizeLabel)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    '700 kB',
    '1.0 MB',
    '12.3 MB',
  ]);
});
