import { readCsv, writeCsv } from '@castellan/exports/csv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCutJson, tableEnd } from './file-ends.ts';

const cell = fc.string({ unit: fc.constantFrom(...'ab1 ,"\n;'), maxLength: 6 });
const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 });

test('a table that was cut inside of a row is refused, or its last row is named; one that is whole is neither', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const head = ['one', 'two', 'three'];
      const text = writeCsv([head, ...rows]);
      expect(tableEnd(text)).toEqual([]);
      const ends = [...rows.keys()].map((at) => writeCsv([head, ...rows.slice(0, at)]).length);
      for (let cut = (ends[0] ?? 0) + 1; cut < text.length; cut += 1) {
        // Behind a whole row, or its carriage return, no table can tell.
        if (ends.includes(cut) || ends.includes(cut + 1) || cut === text.length - 1) continue;
        // Of a heading alone nothing is taken.
        if (readCsv(text.slice(0, cut)).rows.length < 2) continue;
        const end = tableEnd(text.slice(0, cut));
        if (end !== 'cut') expect(end).toHaveLength(1);
      }
    }),
  );
});

test('a line below the table, short rows all along and a stray quote are no sign of a cut', () => {
  expect(tableEnd('a,b,c\n1,2\n3,4\n')).toEqual([]);
  expect(tableEnd('a,b\n"x" y,2\n3,4\n')).toEqual([]);
  expect(tableEnd('a,b,c\n1,2,3\n4,5\n')).toBe('cut');
  expect(tableEnd('a,b\n1,"2\n3,4\n')).toBe('cut');
  expect(tableEnd('a,b\n1,2\n3,4')).toMatchObject([{ line: 3, text: '3, 4' }]);
});

test('JSON that was cut anywhere is told, and what is whole or no JSON is not', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      if (!/^[{[]/.test(text)) return;
      expect(isCutJson(text)).toBe(false);
      for (let cut = 1; cut < text.length; cut += 1) expect(isCutJson(text.slice(0, cut))).toBe(true);
    }),
  );
  expect(isCutJson('a,b\n{')).toBe(false);
});
