import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import routes from './routes.ts';

const folder = import.meta.dirname;
const owners = 'surfaces/owner-gate.tsx';

type Route = { readonly file: string; readonly children?: readonly Route[] | undefined };

/** The files of routes that anybody may open. */
function visitorsFiles(config: readonly Route[]): readonly string[] {
  return config.flatMap(({ file, children = [] }) => (file === owners ? [] : [file, ...visitorsFiles(children)]));
}

/** What a module fetches of ours for its values, at once or later. */
function importsOf(file: string): readonly string[] {
  const source = readFileSync(join(folder, file), 'utf8');
  const found = source.matchAll(/^(?:import|export)\s(?!type\b)[^;']*?from '(\.[^']+)'|^import '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm);
  return [...found]
    .map(([, named, bare, later]) => named ?? bare ?? later ?? '')
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => relative(folder, join(folder, dirname(file), path)))
    .filter((path) => !path.startsWith('..') || path.startsWith('../../tools/'));
}

/** Every module that the routes of visitors can come to, by the first that was found to import it. */
function reachable(): ReadonlyMap<string, string> {
  const waiting = ['root.tsx', 'entry.client.tsx', ...visitorsFiles(routes)].map((file): readonly [string, string] => [file, 'a route']);
  const found = new Map<string, string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [file, by] = next;
    if (found.has(file)) continue;
    found.set(file, by);
    waiting.push(...importsOf(file).map((path) => [path, file] as const));
  }
  return found;
}

const sheets = ['visitor.css', '../../tools/owner-tools.css'];

/** The paths that the sheets' lines name. */
function pathsOf(kind: 'source' | 'source not'): readonly string[] {
  return sheets.flatMap((sheet) => {
    const lines = readFileSync(join(folder, sheet), 'utf8').matchAll(new RegExp(`^@${kind} "\\./(.+)";$`, 'gm'));
    return [...lines].map(([, path = '']) => join(dirname(sheet), path));
  });
}

const filesOf = (kind: 'source' | 'source not') => pathsOf(kind).flatMap((path) => globSync([path, `${path}/**`], { cwd: folder }));

test('nothing that a visitor’s page can reach and that draws lies where the visitors’ sheet does not look', () => {
  const found = reachable();
  expect(found.size).toBeGreaterThan(400);
  const takenIn = new Set(filesOf('source'));
  const leftOut = filesOf('source not').filter((file) => file.endsWith('.tsx') && !takenIn.has(file));
  expect(leftOut.length).toBeGreaterThan(150);
  expect(leftOut.filter((file) => found.has(file)).map((file) => `${file}, imported by ${found.get(file)}`)).toEqual([]);
});

test('every folder and file that the sheet names is there', () => {
  const paths = [...pathsOf('source'), ...pathsOf('source not')];
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
});
