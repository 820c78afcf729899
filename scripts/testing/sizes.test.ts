import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findOversized, maxComponentLines, maxFiles, maxFunctionLines, readSources, type SourceFile } from './sizes.ts';

const fileOf = (path: string, source = ''): SourceFile => ({ path, source });
const filesOf = (count: number, nameOf: (place: number) => string) => Array.from({ length: count }, (_, place) => fileOf(nameOf(place)));
/** A function declaration of so many lines. */
const functionOf = (lines: number, name = 'work', last = '') => `function ${name}() {${'\n'.repeat(lines - 1)}${last}}`;

test('a folder with one source file too many fails, whatever their kind', () => {
  const kinds = ['ts', 'tsx', 'css', 'mjs', 'sql'];
  const inFolder = (count: number) => filesOf(count, (place) => `web/ui/part-${place}.${kinds[place % kinds.length]}`);
  expect(findOversized(inFolder(maxFiles), [])).toEqual([]);
  expect(findOversized(inFolder(maxFiles + 1), [])).toEqual([`web/ui: has ${maxFiles + 1} source files; ${maxFiles} are allowed`]);
});

test('tests, their helpers and the files of folders below do not count for a folder', () => {
  const beside = ['a.test.ts', 'a.browser.test.tsx', 'a.spec.ts', 'test-server.ts', 'start-test-server.ts', 'below/a.ts'];
  const files = [...filesOf(maxFiles, (place) => `web/part-${place}.ts`), ...beside.map((name) => fileOf(`web/${name}`))];
  expect(findOversized(files, [])).toEqual([]);
});

test('a function with one line too many fails, a helper of tests too, and no function of a test', () => {
  const source = functionOf(maxFunctionLines + 1);
  const text = `work has ${maxFunctionLines + 1} lines; ${maxFunctionLines} are allowed`;
  expect(findOversized([fileOf('a.ts', functionOf(maxFunctionLines))], [])).toEqual([]);
  expect(findOversized([fileOf('a.ts', `\n${source}`)], [])).toEqual([`a.ts:2: ${text}`]);
  expect(findOversized([fileOf('test-server.ts', source)], [])).toEqual([`test-server.ts:1: ${text}`]);
  expect(
    findOversized(
      ['a.test.ts', 'a.browser.test.tsx', 'a.spec.ts'].map((path) => fileOf(path, source)),
      [],
    ),
  ).toEqual([]);
});

test('a component has more room than another function', () => {
  const cardOf = (lines: number) => [fileOf('card.tsx', functionOf(lines, 'Card', 'return <p />;'))];
  expect(findOversized(cardOf(maxComponentLines), [])).toEqual([]);
  expect(findOversized(cardOf(maxComponentLines + 1), [])).toHaveLength(1);
});

test('an exception lets one place be too large, and fails once it is not any more', () => {
  const exceptions = [{ place: 'a.ts: work', reason: 'It is read as one piece.' }];
  const long = fileOf('a.ts', functionOf(maxFunctionLines + 1));
  expect(findOversized([long], exceptions)).toEqual([]);
  expect(findOversized([long, fileOf('b.ts', long.source)], exceptions)).toHaveLength(1);
  expect(findOversized([fileOf('a.ts', functionOf(1))], exceptions)).toEqual(['a.ts: work: keeps its limit; remove the exception']);
});

test('the sources are read from every folder that .gitignore does not name', () => {
  const root = mkdtempSync(join(tmpdir(), 'castellan-sizes-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const paths = ['a.ts', 'web/app/b.css', 'web/build/c.css', 'web/node_modules/d.ts', 'node_modules/e.ts', '.git/f.sql', 'docs/g.md'];
  for (const path of paths) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), path);
  }
  writeFileSync(join(root, '.gitignore'), 'node_modules/\nweb/build/\n');
  const read = readSources(root).toSorted((one, other) => one.path.localeCompare(other.path));
  expect(read).toEqual(['a.ts', 'web/app/b.css'].map((path) => fileOf(path, path)));
});
