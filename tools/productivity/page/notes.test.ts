import { expect, test } from 'vitest';
import { type Note, noteName, noteOfText, notes, readTags } from '../../../web/app/domains/notes/note.ts';
import { arrangeNotes, searchNotes } from './arrange-notes.ts';

const note = (values: Partial<Note>): Note =>
  notes.schema.parse({
    id: values.title ?? 'a',
    version: 1,
    created_at: '2026-11-21T12:00:00',
    updated_at: '2026-11-21T12:00:00',
    deleted_at: null,
    ...values,
  });
const titles = (list: readonly Note[]) => list.map(({ title }) => title);

test('notes are sealed, all fields of them', () => {
  expect(notes.sealed).toBe(true);
});

test('a short first line is the title, and a long one is text', () => {
  expect(noteOfText('  Spare key \n\n\nIda has it.\nSince May.\n')).toEqual({
    title: 'Spare key',
    body: 'Ida has it.\nSince May.',
    tags: [],
  });
  expect(noteOfText('One line')).toMatchObject({ title: 'One line', body: '' });
  expect(noteOfText(`${'word '.repeat(60)}\nmore`)).toMatchObject({ title: '', body: expect.stringMatching(/^word .*\nmore$/) });
  expect(noteOfText(' \n\t ')).toBeUndefined();
});

test('a note is called by its title, by its first words, or by neither', () => {
  expect(noteName({ title: 'Spare key', body: 'x' })).toBe('Spare key');
  expect(noteName({ title: ' ', body: 'First line\nsecond' })).toBe('First line');
  expect(noteName({ body: 'x'.repeat(300) })).toHaveLength(80);
  expect(noteName({ title: 7 })).toBe('A note without a title');
});

test('tags are what stands between commas, each once', () => {
  expect(readTags(' #home, keys,,home , two words')).toEqual(['home', 'keys', 'two words']);
});

test('pinned notes stand apart, then today’s, then the days before, the newest first', () => {
  const arranged = arrangeNotes(
    [
      note({ title: 'old', created_at: '2026-11-18T09:00:00' }),
      note({ title: 'morning', created_at: '2026-11-21T08:00:00' }),
      note({ title: 'pinned', pinned: true, created_at: '2026-01-01T08:00:00' }),
      note({ title: 'noon', created_at: '2026-11-21T12:00:00' }),
      note({ title: 'yesterday', created_at: '2026-11-20T23:59:00' }),
      note({ title: 'from a fast clock', created_at: '2026-11-22T01:00:00' }),
    ],
    '2026-11-21',
  );
  expect(titles(arranged.pinned)).toEqual(['pinned']);
  expect(titles(arranged.today)).toEqual(['from a fast clock', 'noon', 'morning']);
  expect(arranged.earlier.map(([day, list]) => [day, titles(list)])).toEqual([
    ['2026-11-20', ['yesterday']],
    ['2026-11-18', ['old']],
  ]);
});

test('a search finds every word anywhere, without minding case or accents, and #words in tags alone', () => {
  const list = [
    note({ title: 'Café', body: 'Opens at eight', tags: ['town'] }),
    note({ title: 'Town hall', body: 'Passport', tags: ['papers'] }),
  ];
  expect(titles(searchNotes(list, 'cafe EIGHT'))).toEqual(['Café']);
  expect(titles(searchNotes(list, 'town'))).toEqual(['Café', 'Town hall']);
  expect(titles(searchNotes(list, '#town'))).toEqual(['Café']);
  expect(titles(searchNotes(list, '#'))).toEqual([]);
  expect(titles(searchNotes(list, 'passport eight'))).toEqual([]);
  expect(titles(searchNotes(list, '  '))).toEqual(['Café', 'Town hall']);
});
