import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNoteSearch, type SearchedNote, snippetOf } from './search-notes.ts';

const note = (title: string, body: string, tags: readonly string[] = [], path = `${title}.md`): SearchedNote => ({
  title,
  body,
  tags,
  path,
});

const notes = [
  note('Café', 'Brass plates\nand a rose engine', ['home/kitchen']),
  note('Rose engine', 'A lathe.\nPlates of brass, turned.', [], 'Craft/Rose engine.md'),
  note('List', 'brass\nengine', ['work']),
];

const names = (query: string) =>
  createNoteSearch((one: SearchedNote) => one)
    .find(notes, query)
    .map(({ title }) => title);

// https://help.obsidian.md/plugins/search
test('words, phrases, tags, folders, words of one line and what is unwanted narrow the notes; titles come first', () => {
  expect(names('engine')).toEqual(['Rose engine', 'Café', 'List']);
  expect(names('cafe')).toEqual(['Café']);
  expect(names('"rose engine"')).toEqual(['Rose engine', 'Café']);
  expect(names('engine -rose')).toEqual(['List']);
  expect(names('tag:home')).toEqual(['Café']);
  expect(names('tag:#home/kitchen')).toEqual(['Café']);
  expect(names('#work')).toEqual(['List']);
  expect(names('path:craft')).toEqual(['Rose engine']);
  expect(names('path:"craft/rose"')).toEqual(['Rose engine']);
  expect(names('line:(brass plates)')).toEqual(['Café', 'Rose engine']);
  expect(names('line:(brass engine)')).toEqual([]);
  expect(names('-line:(brass plates)')).toEqual(['List']);
  expect(names('(brass engine)')).toEqual(names('brass engine'));
});

test('typed letter by letter, a query finds what it finds at once', () => {
  const word = fc.constantFrom('brass', 'rose', 'eng', '"rose e', '-', 'tag:', '#', 'path:c', 'line:(', ')', ' ', 'é');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), (words) => {
      const query = words.join('');
      const search = createNoteSearch((one: SearchedNote) => one);
      for (let at = 0; at <= query.length; at += 1) search.find(notes, query.slice(0, at));
      expect(search.find(notes, query).map(({ title }) => title)).toEqual(names(query));
    }),
  );
});

test('the line with the words is shown, each of them marked', () => {
  const shown = (body: string, query: string) =>
    snippetOf(body, query)
      ?.map(({ text, isFound }) => (isFound ? `[${text}]` : text))
      .join('');
  expect(shown('One\nPlates of Brass, brass', 'brass plates')).toBe('[Plates] of [Brass], [brass]');
  expect(shown('Im Café\nGrüße', 'cafe')).toBe('Im [Café]');
  expect(shown(`${'x'.repeat(200)} word`, 'word')).toBe(`…${'x'.repeat(23)} [word]`);
  expect(shown('text', 'tag:a')).toBeUndefined();
  expect(shown('text', 'nowhere')).toBeUndefined();
  fc.assert(
    fc.property(fc.string(), fc.string(), (body, query) => {
      const parts = snippetOf(body, query);
      if (parts !== undefined)
        expect(body).toContain(
          parts
            .map(({ text }) => text)
            .join('')
            .replace(/^…/, ''),
        );
    }),
  );
});
