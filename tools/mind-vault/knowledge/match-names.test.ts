import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchNames } from './match-names.ts';

const notes = ['Rose engine', 'Engine oil', 'Guilloche', 'Reengineering', 'Café'].map((name, at) => ({
  ...{ id: String(at), name, folder: at === 2 ? 'Craft' : '' },
  aliases: at === 2 ? ['Engine turning'] : [],
}));
const names = (typed: string) => matchNames(notes, typed, 10).map(({ name }) => name);

test('what begins so comes first, then words, parts of words, and letters in their order', () => {
  expect(names('engine')).toEqual(['Engine oil', 'Engine turning', 'Rose engine', 'Reengineering']);
  expect(names('rsegn')).toEqual(['Rose engine']);
  expect(names('cafe')).toEqual(['Café']);
  expect(names('craft/g')).toEqual(['Guilloche']);
  expect(names('')).toHaveLength(5);
  expect(names('zzz')).toEqual([]);
});

test('a name finds its own note first, unless another is called the same', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 20 }), (given) => {
      const named = given.map((name, at) => ({ id: String(at), name, aliases: [], folder: '' }));
      const [first] = named;
      if (first === undefined || first.name.trim() === '') return;
      const found = matchNames(named, first.name, 20);
      expect(found.map(({ note }) => note.id)).toContain('0');
    }),
  );
});
