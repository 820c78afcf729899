import { expect, test } from 'vitest';
import { findTextWriters } from './text-writers.ts';

const found = (source: string, path = 'web/app/export.ts') => findTextWriters([{ path, source }], []);

test.each([
  ['quotes in doubles', `cell.replaceAll('"', '""')`],
  ['quotes in doubles, by an expression', `cell.replace(/"/g, '""')`],
  ['a guard of its own', 'text.replace(/^[=+\\-@\\t\\r]/, quote)'],
  ['cells that are joined', "export const asCsv = (rows) => rows.map((row) => row.join(',')).join('\\n');"],
  ['cells by semicolons', "const type = 'text/csv';\nrows.map((row) => row.join(';'));"],
  ['cells side by side', `function writeCsv() { return \`\${name},\${value}\\n\`; }`],
  ['Markdown’s marks', "text.replace(/[\\\\`*_{}[\\]<>#|!]/g, '\\\\$&')"],
])('a writer that stands elsewhere is found: %s', (_, source) => {
  expect(found(source)).toHaveLength(1);
});

test.each(["names.join(', ')", "keys.join(',')", `\`\${at},\${to}\``, "import { writeCsv } from '@castellan/exports/csv';", "'a,b'"])(
  '%s writes none',
  (source) => {
    expect(found(source)).toEqual([]);
  },
);

test('the file and its line are named, with what to do', () => {
  expect(found(`a\ncell.replaceAll('"', '""')`)).toEqual([
    'web/app/export.ts:2: doubles quotes, as CSV does; packages/exports/ writes that, so that nothing leaves unguarded',
  ]);
});

test('the package itself and tests may, and an exception that nothing needs any more fails', () => {
  const source = `cell.replaceAll('"', '""')`;
  for (const path of ['packages/exports/src/csv.ts', 'web/app/export.test.ts', 'tests/support/rows.ts', 'server/test-rows.ts'])
    expect([path, found(source, path)]).toEqual([path, []]);
  const exceptions = [{ file: 'web/app/export.ts', reason: 'A sample.' }];
  expect(findTextWriters([{ path: 'web/app/export.ts', source }], exceptions)).toEqual([]);
  expect(findTextWriters([], exceptions)).toEqual(['web/app/export.ts: writes nothing of its own; remove the exception']);
});
