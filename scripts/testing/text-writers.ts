import { basename } from 'node:path';
import type { SourceFile } from './sizes.ts';

/** A file that may write so, and why. */
export type WriterException = { readonly file: string; readonly reason: string };

/** The one place that writes CSV and Markdown. */
export const writersFolder = 'packages/exports/';

const isTest = (path: string) =>
  /\.(?:test|spec|frozen)\.tsx?$|^tests\/|\/tests\//.test(path) || /^(?:start-)?test-|-of-test\./.test(basename(path));

/** What gives a writer away. Those of `ofTables` say so only in a file that speaks of CSV: lists are joined by commas everywhere. */
const signs: readonly { readonly what: string; readonly pattern: RegExp; readonly ofTables?: true }[] = [
  { what: 'doubles quotes, as CSV does', pattern: /\.replace(?:All)?\(\s*(?:\/"\/g|'"'|"\\""|`"`)\s*,\s*(?:'""'|"\\"\\""|`""`)/g },
  { what: 'looks for the signs of formulas', pattern: /\[[^\]\n]*=\+\\?-@|\[[^\]\n]*=@\+\\?-|\[[^\]\n]*@=\+/g },
  { what: 'escapes the marks of Markdown', pattern: /\[[^\]\n]*(?:`\*_|\*_`|`_\*|\*`_)/g },
  { what: 'joins cells', pattern: /\.join\(\s*(['"`])(?:,|;|\\t)\1\s*\)/g, ofTables: true },
  { what: 'writes cells side by side', pattern: /`[^`\n]*\}(?:[,;]|\\t)\$\{[^`\n]*`/g, ofTables: true },
];

const table = /(?<![a-z])[ct]sv(?![a-z])|[a-z]Csv|Csv[A-Z(]|tab-separated|comma-separated/;

/**
 * Files that write CSV or Markdown in a way of their own, by whose cells a formula could leave or whose text could become markup, and exceptions
 * that nothing needs, each in a line.
 */
export function findTextWriters(files: readonly SourceFile[], exceptions: readonly WriterException[]): readonly string[] {
  const found = files
    .filter(({ path }) => !path.startsWith(writersFolder) && !isTest(path))
    .flatMap(({ path, source }) => {
      const isAboutTables = table.test(source) || table.test(basename(path));
      return signs
        .filter(({ ofTables }) => ofTables === undefined || isAboutTables)
        .flatMap(({ what, pattern }) => [...source.matchAll(pattern)].map(({ index }) => ({ path, what, line: lineAt(source, index) })));
    });
  const excepted = new Set(exceptions.map(({ file }) => file));
  const needed = new Set(found.map(({ path }) => path));
  return [
    ...found
      .filter(({ path }) => !excepted.has(path))
      .map(({ path, line, what }) => `${path}:${line}: ${what}; ${writersFolder} writes that, so that nothing leaves unguarded`),
    ...[...excepted].filter((file) => !needed.has(file)).map((file) => `${file}: writes nothing of its own; remove the exception`),
  ];
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}
