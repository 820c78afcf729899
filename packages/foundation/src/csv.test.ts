import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';

const rowsOf = (text: string) => parseCsv(text).rows;
const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\t', '"', 'a\nb', 'a\r\nb', 'c\rd', ';', ' a '));
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1 });

test('each row is told with the line on which it begins', () => {
  expect(parseCsv('a,b\r\n\r\n"1\n2\r3",x\ry,z\n').lines).toEqual([1, 3, 6]);
  fc.assert(
    fc.property(table, (rows) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const text = rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
      const { rows: all, lines } = parseCsv(`first,line\n${text}`);
      const source = `first,line\n${text}`.split(/\r\n|\r|\n/);
      all.forEach((cells, at) => {
        const [head = ''] = (cells[0] ?? '').split(/[\r\n]/);
        expect(source[(lines[at] ?? 0) - 1]).toContain(head.replaceAll('"', '""'));
      });
    }),
  );
});

test('a quote that encloses no whole cell is a character, takes no line with it, and is told with its line', () => {
  const { rows, openQuote } = parseCsv('a,b\n1,"open\n2,"in" the middle\n3,"said ""so"""\n4,"whole\nof two lines" \n5,"the last');
  expect(rows).toEqual([
    ['a', 'b'],
    ['1', '"open'],
    ['2', '"in" the middle'],
    ['3', 'said "so"'],
    ['4', 'whole\nof two lines'],
    ['5', '"the last'],
  ]);
  expect(openQuote).toBe(2);
});

test('the separator is told by the first line that has one, below a title too, and a byte order mark is no text', () => {
  for (const separator of [',', ';', '\t'])
    expect(rowsOf(`\uFEFFAll bookings\n\n${['Day', 'Payee', 'Amount'].join(separator)}\n`)).toEqual([
      ['All bookings'],
      ['Day', 'Payee', 'Amount'],
    ]);
});

test('every line end ends a row, empty lines are none, and an empty last cell is one', () => {
  expect(rowsOf('a,b\nc,\r\n\n\rd,e\r')).toEqual([
    ['a', 'b'],
    ['c', ''],
    ['d', 'e'],
  ]);
  expect(rowsOf('')).toEqual([]);
  expect(rowsOf('a,')).toEqual([['a', '']]);
});

test('no more rows are read than asked for', () => {
  expect(parseCsv('a,b\nc,d\n"e,f', 2)).toEqual({
    rows: [
      ['a', 'b'],
      ['c', 'd'],
    ],
    lines: [1, 2],
    openQuote: undefined,
    endsInQuote: false,
  });
});
