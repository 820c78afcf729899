import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type NoteBlock, wordsOf } from '../../../../web/app/domains/notes/shown/note-block.ts';
import { readBlocks } from '../../../../web/app/domains/notes/shown/read-blocks.ts';
import type { TextChange } from '../../knowledge/text-change.ts';
import { addRow, cellText, writeCell } from './table-edits.ts';

const tableOf = (text: string) => {
  const table = readBlocks(text).find((block): block is Extract<NoteBlock, { kind: 'table' }> => block.kind === 'table');
  if (table === undefined) throw new Error(`no table in ${text}`);
  return table;
};
const changed = (text: string, { from, to, insert }: TextChange) => text.slice(0, from) + insert + text.slice(to);
const cellsOf = (text: string) => {
  const { head, rows } = tableOf(text);
  return [head, ...rows].map((row) => row.map((cell) => cellText(text, cell)));
};

const word = fc.constantFrom('a', 'two words', '', '**b**', '[[x\\|y]]', 'é', '1');
const row = fc.array(word, { minLength: 1, maxLength: 4 });

test('a written cell changes that cell alone, in any row, also where the row is too short', () => {
  fc.assert(
    fc.property(
      row,
      fc.array(row, { maxLength: 4 }),
      fc.boolean(),
      fc.nat(),
      fc.nat(),
      fc.constantFrom('new', 'a|b', '', 'x\\'),
      (head, rows, isOpen, line, column, value) => {
        const written = (cells: readonly string[]) =>
          isOpen && cells.length > 1 && cells[0] !== '' && cells.at(-1) !== '' ? cells.join(' | ') : `| ${cells.join(' | ')} |`;
        const text = `Before\n\n${written(head)}\n|${'-|'.repeat(head.length)}\n${rows.map(written).join('\n')}${rows.length > 0 ? '\n' : ''}\nAfter\n`;
        const table = tableOf(text);
        const before = cellsOf(text);
        const [at, place] = [(line % (rows.length + 1)) - 1, column % head.length];
        const change = writeCell(text, table, at, place, value);
        const after = cellsOf(change === undefined ? text : changed(text, change));
        const expected = before.map((cells, index) =>
          cells.map((cell, n) => (index === at + 1 && n === place ? value.replace(/\\$/, '') : cell)),
        );
        expect(after).toEqual(expected);
      },
    ),
    { numRuns: 600 },
  );
});

test('a new row stands at the end and is as wide as the head', () => {
  const text = 'a | b\n--|--\n1 | 2\n\nAfter';
  const after = changed(text, addRow(tableOf(text)));
  expect(after).toBe('a | b\n--|--\n1 | 2\n|   |   |\n\nAfter');
  expect(tableOf(after).rows).toHaveLength(2);
  expect(wordsOf(tableOf(after).rows[1]?.[0]?.content ?? ['x'])).toBe('');
});
