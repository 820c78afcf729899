import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexMarkdown } from './markdown-index.ts';
import { folderOf } from './note-path.ts';
import { rewriteLinks } from './rename-links.ts';
import { createLinkResolver } from './resolve-link.ts';

const vault = (...paths: readonly string[]) => createLinkResolver(paths.map((path) => ({ id: path, path })));

test('a name finds its file anywhere, near files before far ones, and the shortest path of several', () => {
  const { resolve } = vault('a/b/Note.md', 'c/Note.md', 'Top.md', 'a/Image.png', 'x/y/z/Deep.md', 'q/Deep.md');
  const found = (target: string, source: string) => resolve(target, source)?.path;
  expect(found('Note', 'Top.md')).toBe('c/Note.md');
  expect(found('Note', 'a/b/Other.md')).toBe('a/b/Note.md');
  expect(found('Note', 'a/Other.md')).toBe('a/b/Note.md');
  expect(found('b/Note', 'c/Other.md')).toBe('a/b/Note.md');
  expect(found('NOTE.MD', 'Top.md')).toBe('c/Note.md');
  expect(found('Image.png', 'Top.md')).toBe('a/Image.png');
  expect(found('Image', 'Top.md')).toBeUndefined();
  expect(found('Deep', 'Top.md')).toBe('q/Deep.md');
  expect(found('eep', 'Top.md')).toBeUndefined();
  expect(found('/Note', 'Top.md')).toBeUndefined();
  expect(found('/c/Note', 'a/b/Other.md')).toBe('c/Note.md');
  expect(found('./Note', 'a/b/Other.md')).toBe('a/b/Note.md');
  expect(found('../../c/Note.md', 'a/b/Other.md')).toBe('c/Note.md');
  expect(found('', 'Top.md')).toBe('Top.md');
});

test('a path that is named whole comes before one that only ends so, and no part of a folder’s name counts', () => {
  expect(vault('x/a/Note.md', 'a/Note.md').resolve('a/Note', 'x/Other.md')?.path).toBe('a/Note.md');
  expect(vault('xa/Note.md').resolve('a/Note', 'Other.md')).toBeUndefined();
  expect(vault('cafe\u0301.md').resolve('Café', 'Other.md')?.path).toBe('cafe\u0301.md');
  expect(vault('v1.2.md').resolve('v1.2', 'Other.md')?.path).toBe('v1.2.md');
});

const name = fc.constantFrom('A', 'b', 'Note', 'note 2', 'Ünï', 'x.y');
const folder = fc.constantFrom('', 'f/', 'f/g/', 'h/');
const path = fc.tuple(folder, name).map(([where, what]) => `${where}${what}.md`);
const form = fc.constantFrom(
  (target: string) => `[[${target}]]`,
  (target: string) => `![[${target}#Place|shown]]`,
  (target: string) => `[shown](${encodeURI(target)}.md#Place)`,
  (target: string) => `\`[[${target}]]\``,
);
const link = fc.tuple(folder, name, form).map(([where, what, written]) => written(`${where}${what}`));

test('after any rename or move every link leads where it led before, and nothing else of a text has changed', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(path, fc.array(link, { maxLength: 4 })), {
        minLength: 1,
        maxLength: 7,
        selector: ([where]) => where.toLowerCase(),
      }),
      fc.nat(),
      path,
      (files, chosen, to) => {
        const notes = files.map(([where, links], index) => {
          const text = `Text ${links.join(' and ')}.`;
          return { id: String(index), path: where, text, index: indexMarkdown(text) };
        });
        const moved = notes[chosen % notes.length];
        if (moved === undefined || notes.some((note) => note.path.toLowerCase() === to.toLowerCase())) return;
        const texts = rewriteLinks(notes, [], new Map([[moved.id, to]]));
        const before = createLinkResolver(notes);
        const renamed = notes.map((note) => ({ ...note, path: note.id === moved.id ? to : note.path }));
        const after = createLinkResolver(renamed);
        for (const note of renamed) {
          const text = texts.get(note.id) ?? note.text;
          const links = indexMarkdown(text).links;
          expect(links.map(({ subpath, label, form: written }) => [subpath, label, written])).toEqual(
            note.index.links.map(({ subpath, label, form: written }) => [subpath, label, written]),
          );
          const was = notes.find(({ id }) => id === note.id)?.path ?? '';
          for (const [at, { target }] of note.index.links.entries()) {
            const led = before.resolve(target, was);
            if (led !== undefined) expect(after.resolve(links[at]?.target ?? '', note.path)?.id).toBe(led.id);
          }
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('a rename writes the shortest link that leads there, and leaves links alone that still do', () => {
  const note = (where: string, text: string) => ({ id: where, path: where, text, index: indexMarkdown(text) });
  const notes = [note('Old.md', 'I am [[Old]].'), note('x/Far.md', '[[Old#Part|that]] [old](Old.md) [[Other]]'), note('Other.md', '')];
  expect(rewriteLinks(notes, [], new Map([['Old.md', 'sub/New name.md']]))).toEqual(
    new Map([
      ['Old.md', 'I am [[New name]].'],
      ['x/Far.md', '[[New name#Part|that]] [old](New%20name.md) [[Other]]'],
    ]),
  );
  expect(rewriteLinks(notes, [], new Map([['Old.md', 'deep/er/Old.md']]))).toEqual(new Map());
  expect(folderOf('deep/er/Old.md')).toBe('deep/er');
});
