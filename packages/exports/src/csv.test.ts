import { parseCsv } from '@castellan/foundation/csv';
import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { guardRow, readCsv, writeCsv } from './csv.ts';

const signs = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20', '\u2212', '\ufe66', '\u207b'];
const lineEnds = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f'];
const unseen = [' ', '\u00a0', '\u3000', '\u200b', '\ufeff', '\u00ad', '\u202e', '\u0000', '\u001b', '\u009b', '\ufe0f'];
const pieces = [...signs, ...lineEnds, ...unseen, ',', ';', '\t', '"', '""', "'", "''", 'x', '1', '12.50', '-12.50', '|', '!', '(', '1e5'];
const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((parts) => parts.join(''));
const cell = fc.oneof({ weight: 3, arbitrary: hostile }, fc.string({ unit: 'grapheme' }), fc.double({ noNaN: true }).map(String));
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 });

/** What a spreadsheet makes of a cell: it passes over what is not seen, and a sign makes the rest a formula, if it is no number. */
function isFormula(shown: string): boolean {
  const bare = shown.replace(/^['"]?(?:["\s\p{C}\p{DI}])*/u, (start) => (start.startsWith("'") ? "'" : ''));
  return /^[=+\-@]/.test(bare.normalize('NFKC').replace('\u2212', '-')) && !/^-\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(bare.trim());
}

const ends = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/;
const blind = (text: string, separators: RegExp) => text.split(ends).flatMap((line) => line.split(separators));
const knowing = (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, newline: '\r\n' }).data.flat();

/** The cells that a reader of each kind sees. */
const readers: Readonly<Record<string, (text: string) => readonly string[]>> = {
  commas: (text) => knowing(text, ','),
  semicolons: (text) => knowing(text, ';'),
  tabs: (text) => knowing(text, '\t'),
  'commas, deaf to quotes': (text) => blind(text, /,/),
  'semicolons, deaf to quotes': (text) => blind(text, /;/),
  'tabs, deaf to quotes': (text) => blind(text, /\t/),
  'all three at once, deaf to quotes': (text) => blind(text, /[,;\t]/),
  // A file opened by semicolons and then cut by commas, as “Text to Columns” does it.
  'semicolons, and then commas': (text) => knowing(text, ';').flatMap((shown) => shown.split(ends).flatMap((line) => line.split(','))),
};

test.each(Object.entries(readers))('no text in a cell is a formula to a reader of %s', (_, cellsOf) => {
  fc.assert(
    fc.property(table, (rows) => {
      expect(cellsOf(writeCsv(rows)).filter(isFormula)).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('what is written is read back, cell by cell, and the separator holds for another reader', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const text = writeCsv([['one', 'two'], ...rows]);
      const read = readCsv(text);
      expect(read.openQuote).toBeUndefined();
      expect(read.rows.slice(1)).toEqual(rows);
      expect(Papa.parse(text, { delimiter: ',', newline: '\r\n', skipEmptyLines: true }).data).toEqual(parseCsv(text).rows);
    }),
    { numRuns: 2000 },
  );
});

test('a User-Agent with a semicolon cannot put a formula into a list that is separated by semicolons', () => {
  const agent = "Mozilla/5.0;=cmd|' /C calc'!A0;x";
  const text = writeCsv([['2026-11-21', 'failed_login', agent]]);
  expect(Papa.parse<string[]>(text, { delimiter: ';' }).data[0]).toEqual([
    '2026-11-21,failed_login,"Mozilla/5.0',
    "'=cmd|' /C calc'!A0",
    'x"',
  ]);
  expect(readCsv(text).rows).toEqual([['2026-11-21', 'failed_login', agent]]);
});

test.each([
  ['nginx/1.2;=cmd|x;b', '"nginx/1.2;\'=cmd|x;b"'],
  ['\uff1d1+1', '"\'\uff1d1+1"'],
  [' =1+1', '"\' =1+1"'],
  ['\t=1', '"\'\t\'=1"'],
  ['\r=1', '"\'\r\'=1"'],
  ['"=1', '"\'""=1"'],
  ["'=1", '"\'\'=1"'],
  ['\u200b@SUM(1)', '"\'\u200b@SUM(1)"'],
  ['a,=1', '"a,\'=1"'],
  ['one\n- two', '"one\n\'- two"'],
  ['one\u2028+2', '"one\u2028\'+2"'],
  ['+15551234', '"\'+15551234"'],
  ['-1+cmd', '"\'-1+cmd"'],
])('%j is written as %j', (text, written) => {
  expect(writeCsv([['x', text]])).toBe(`x,${written}\r\n`);
});

test('text that only holds a sign is left alone', () => {
  for (const text of ['a=1', '', "it's", "'tis", 'a - b', 'x@example.org', 'a;b', 'k=v; l=w'])
    expect(guardRow(['x', text])).toEqual(['x', text]);
});

test('amounts below zero stay numbers, unless one begins a row that a reader of semicolons takes for one cell', () => {
  expect(writeCsv([['2026-11-21', '-12.50', '-0', '-1e-7', "'-5"]])).toBe(`2026-11-21,-12.50,-0,-1e-7,"''-5"\r\n`);
  expect(writeCsv([['-1', '=x'], ['-1']])).toBe(`"'-1","'=x"\r\n-1\r\n`);
  expect(readCsv(writeCsv([['-1', "'-1"]])).rows).toEqual([['-1', "'-1"]]);
});
