import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { measureFunctions } from './measure-functions.ts';

/** A source file by its path from the repository's folder. */
export type SourceFile = { readonly path: string; readonly source: string };

/** What may be larger than its limit, and why. */
export type SizeException = { readonly place: string; readonly reason: string };

type Size = {
  /** A folder's path, or `file: function`. */
  readonly place: string;
  /** What it has, for people: `web/app/shell.ts:12: openShell has 90 lines; 80 are allowed`. */
  readonly text: string;
  readonly isTooLarge: boolean;
};

/** Files with source code in a folder, tests and what only they use aside. */
export const maxFiles = 30;
/** Lines of a function, those of the functions inside of it counted in. */
export const maxFunctionLines = 80;
/** Lines of a React component: markup takes more of them. */
export const maxComponentLines = 150;

const isTest = (path: string) => /\.(?:test|spec)\.tsx?$/.test(path);
const isOfTests = (path: string) => isTest(path) || /^(?:start-)?test-/.test(basename(path));

/** What is too large without an exception, and exceptions that nothing needs, each in a line. */
export function findOversized(files: readonly SourceFile[], exceptions: readonly SizeException[]): readonly string[] {
  const tooLarge = [...sizesOfFolders(files), ...files.flatMap(sizesOfFunctions)].filter(({ isTooLarge }) => isTooLarge);
  const excepted = new Set(exceptions.map(({ place }) => place));
  const places = new Set(tooLarge.map(({ place }) => place));
  return [
    ...tooLarge.filter(({ place }) => !excepted.has(place)).map(({ text }) => text),
    ...exceptions.filter(({ place }) => !places.has(place)).map(({ place }) => `${place}: keeps its limit; remove the exception`),
  ];
}

function sizesOfFolders(files: readonly SourceFile[]): readonly Size[] {
  const counts = new Map<string, number>();
  for (const { path } of files) if (!isOfTests(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].map(([folder, count]) => ({
    place: folder,
    text: `${folder}: has ${count} source files; ${maxFiles} are allowed`,
    isTooLarge: count > maxFiles,
  }));
}

function sizesOfFunctions({ path, source }: SourceFile): readonly Size[] {
  if (isTest(path) || !/\.(?:tsx?|mjs)$/.test(path)) return [];
  return measureFunctions(path, source).map(({ name, line, lines, isComponent }) => {
    const max = isComponent ? maxComponentLines : maxFunctionLines;
    return { place: `${path}: ${name}`, text: `${path}:${line}: ${name} has ${lines} lines; ${max} are allowed`, isTooLarge: lines > max };
  });
}

/** The source files below a folder, or those with other names, without what its .gitignore names. */
export function readSources(root: string, names = /\.(?:tsx?|css|mjs|sql)$/): readonly SourceFile[] {
  const ignored = new Set(
    readFileSync(join(root, '.gitignore'), 'utf8')
      .split('\n')
      .map((line) => line.trim().replace(/\/$/, '')),
  );
  const filesOf = (folder: string): readonly SourceFile[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = relative(root, join(folder, entry.name));
      if (entry.name === '.git' || ignored.has(entry.name) || ignored.has(path)) return [];
      if (entry.isDirectory()) return filesOf(join(root, path));
      return names.test(path) ? [{ path, source: readFileSync(join(root, path), 'utf8') }] : [];
    });
  return filesOf(root);
}
