import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { defuse, formatCsv, parseCsv, undefuse } from './csv.ts';

const rowsOf = (text: string) => parseCsv(text).rows;
const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('=1+1', "'=x", '\t', '"', 'a\nb', 'a\r\nb', 'c\rd', ';', ' a '));
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1 });

test('what is written is read back, cell by cell, here and by another reader', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const text = formatCsv([['one', 'two'], ...rows]);
      const read = parseCsv(text);
      expect(read.openQuote).toBeUndefined();
      expect(read.rows.slice(1).map((cells) => cells.map(undefuse))).toEqual(rows);
      expect(Papa.parse(text, { delimiter: ',', newline: '\r\n', skipEmptyLines: true }).data).toEqual(read.rows);
    }),
  );
});

test('each row is told with the line on which it begins', () => {
  expect(parseCsv('a,b\r\n\r\n"1\n2\r3",x\ry,z\n').lines).toEqual([1, 3, 6]);
  fc.assert(
    fc.property(table, (rows) => {
      const text = formatCsv(rows);
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
  });
});

test('amounts below zero stay numbers, and nothing else in their column goes by unchanged', () => {
  expect(formatCsv([['-4.20', '-4.20', '-1+cmd']], [0, 2])).toBe(`-4.20,"'-4.20","'-1+cmd"\r\n`);
});

test('no cell is a formula to a spreadsheet, and text that only holds such a sign is left alone', () => {
  const formulas = ['=HYPERLINK("x")', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', "'=1", '  =1', '\u00a0=1', '\uff1d1', '\u22121'];
  for (const one of formulas) {
    expect(defuse(one)).toBe(`'${one}`);
    expect(undefuse(`'${one}`)).toBe(one);
  }
  for (const one of ['a=1', '', "it's", "'tis"]) expect([defuse(one), undefuse(one)]).toEqual([one, one]);
});
