import { indexMarkdown } from '@castellan/notes/markdown-index';
import { planVersion, sittingMs } from '@castellan/notes/note-history';
import { fileNameOf, folderFromText, isSafePath, pathOfNote, stemOf } from '@castellan/notes/note-path';
import { tagForObsidian } from '@castellan/notes/tag-name';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNoteSearch, foldText } from './search-notes.ts';
import { distinctPaths, fileTextOf } from './vault-files.ts';

test('a note without tags of its own is its text, byte by byte', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (body) => {
      expect(fileTextOf({ body, tags: [] })).toBe(body);
    }),
  );
});

test('tags beside the text are in its file, each once, wherever it has properties already', () => {
  const of = (body: string, ...tags: readonly string[]) => fileTextOf({ body, tags });
  expect(of('Text\n', 'home', 'two words')).toBe('---\ntags:\n  - "home"\n  - "two-words"\n---\nText\n');
  expect(of('---\naliases: x\n---\nText', 'home')).toBe('---\ntags:\n  - "home"\naliases: x\n---\nText');
  expect(of('---\ntags: [a]\n---\nText\n\n', 'A', 'home')).toBe('---\ntags: [a]\n---\nText\n\n#home\n');
  expect(of('#home', 'Home')).toBe('#home');
  fc.assert(
    fc.property(fc.constantFrom('', 'x #a', '---\nk: v\n---\n', '---\ntags:\n  - b\n---\ny'), fc.array(fc.string()), (body, tags) => {
      const there = indexMarkdown(fileTextOf({ body, tags })).tags.map((tag) => tag.toLowerCase());
      for (const tag of tags.map(tagForObsidian)) if (/[^\d/]/.test(tag)) expect(there).toContain(tag.toLowerCase());
      // Written twice, it is the same file.
      const once = fileTextOf({ body, tags });
      if (tags.every((tag) => /[^\d/]/.test(tagForObsidian(tag)))) expect(fileTextOf({ body: once, tags })).toBe(once);
    }),
  );
});

test('a path that a note came with stays while its name is the title; a new title keeps the folder', () => {
  const of = (title: string, path: string | null, name = title) => pathOfNote({ title, path, name });
  fc.assert(
    fc.property(
      fc.string().filter((name) => !name.includes('/')),
      (name) => {
        expect(of(name, `a/${name}.MD`)).toBe(`a/${name}.MD`);
      },
    ),
  );
  expect(of('New', 'a/b/Old.md')).toBe('a/b/New.md');
  expect(of('What? C#/F# [draft]', null)).toBe('What C F draft.md');
  expect(of('', null, 'First words')).toBe('First words.md');
  expect(fileNameOf(' ..')).toBe('Untitled');
  expect(stemOf('a/b.c.md')).toBe('b.c');
  expect(folderFromText(' /a//b: c/../')).toBe('a/b c');
});

test('paths that lead out of a vault are refused', () => {
  for (const path of ['', '/a', 'a/', '../a', 'a/../b', './a', 'a\\b', 'a\u0000', 'a//b'])
    expect([path, isSafePath(path)]).toEqual([path, false]);
  for (const path of ['a', 'a/b.md', '.obsidian/app.json', 'a..b/…']) expect([path, isSafePath(path)]).toEqual([path, true]);
});

test('every file has a path of its own, and one that nobody else wants stays as it is', () => {
  expect(distinctPaths(['a.md', 'A.md', 'a 2.md', 'b/a.md', 'a.md'])).toEqual(['a.md', 'A 3.md', 'a 2.md', 'b/a.md', 'a 4.md']);
  const paths = fc.array(fc.constantFrom('a.md', 'A.md', 'a 2.md', 'b/a.md', 'a 3.md'));
  fc.assert(
    fc.property(paths, (given) => {
      const made = distinctPaths(given);
      expect(new Set(made.map((path) => path.toLowerCase())).size).toBe(given.length);
    }),
  );
});

test('a search finds words, phrases, tags and folders, leaves out what is not wanted, and puts titles first', () => {
  const { find } = createNoteSearch((note: { readonly title: string; readonly body: string }) => ({
    ...note,
    tags: ['home/Keys'],
    path: `Life/${note.title}.md`,
  }));
  const notes = [
    { title: 'Second', body: 'The spare key is with Ida.' },
    { title: 'Café key', body: 'Opens at eight' },
  ];
  const found = (query: string) => find(notes, query).map(({ title }) => title);
  expect(found('KEY')).toEqual(['Café key', 'Second']);
  expect(found('cafe opens')).toEqual(['Café key']);
  expect(found('"spare key"')).toEqual(['Second']);
  expect(found('"key spare"')).toEqual([]);
  expect(found('key -ida')).toEqual(['Café key']);
  expect(found('#home')).toEqual(['Second', 'Café key']);
  expect(found('#keys')).toEqual([]);
  expect(found('path:"life/sec"')).toEqual(['Second']);
  expect(found(' ')).toEqual(['Second', 'Café key']);
  fc.assert(fc.property(fc.string(), (query) => find(notes, query).length <= notes.length));
  expect(foldText('ÀÉ')).toBe('ae');
});

test('a state is kept once in ten minutes, never twice the same, twenty in all, and any time before a whole text is replaced', () => {
  const now = 1_000_000_000;
  const kept = Array.from({ length: 20 }, (_, index) => ({
    id: String(index),
    title: '',
    body: `old ${index}`,
    at: now - (index + 1) * sittingMs,
  }));
  expect(planVersion(kept, { title: 'a', body: 'b' }, now)).toEqual({ isKept: true, dropped: ['19'] });
  const recent = [{ id: 'r', title: '', body: 'x', at: now - 1000 }];
  expect(planVersion(recent, { title: '', body: 'y' }, now).isKept).toBe(false);
  expect(planVersion(recent, { title: '', body: 'y' }, now, true).isKept).toBe(true);
  expect(planVersion(recent, { title: '', body: 'x' }, now, true).isKept).toBe(false);
  expect(planVersion([], { title: ' ', body: '' }, now).isKept).toBe(false);
  // What lost a conflict is not counted, and does not go for newer states, whatever the clock of its device said.
  const lost = { id: 'lost', title: 'a', body: 'lost', at: now - 29 * 86_400_000, isLost: true };
  expect(planVersion([...kept, lost], { title: 'a', body: 'b' }, now).dropped).toEqual(['19']);
  expect(planVersion([{ ...lost, at: now }], { title: 'a', body: 'b' }, now)).toEqual({ isKept: true, dropped: [] });
  // A clock that was set back does not stop the keeping.
  expect(planVersion([{ id: 'f', title: '', body: 'x', at: now + 60_000 }], { title: '', body: 'y' }, now).isKept).toBe(true);
});
