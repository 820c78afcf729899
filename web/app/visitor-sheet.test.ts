import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { compile } from '@tailwindcss/node';
import { Scanner } from '@tailwindcss/oxide';
import { expect, test } from 'vitest';
import routes from './routes.ts';

const folder = import.meta.dirname;
const owners = 'surfaces/owner-gate.tsx';

/** The owner's frame for tools that visitors see: it comes with the owner's sheet. */
const ownersTools = 'surfaces/visitors-tools/owners-tools.tsx';

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
    if (found.has(file) || file === ownersTools) continue;
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

/** The files that a sheet's utilities come from, by the compiler's and the scanner's own word. */
async function scannedBy(sheet: string): Promise<ReadonlySet<string>> {
  const options = { base: folder, shouldRewriteUrls: false, onDependency: () => undefined };
  const { root, sources } = await compile(readFileSync(join(folder, sheet), 'utf8'), options);
  if (root === null || root === 'none') throw new Error(`${sheet} does not say where its utilities come from.`);
  const scanner = new Scanner({ sources: [{ ...root, negated: false }, ...sources] });
  scanner.scan();
  return new Set(scanner.files.map((file) => relative(folder, file)));
}

test('the visitors’ sheet has the utilities of all that a visitor’s page can reach and that draws, and not those of the owner’s pages', async () => {
  const scanned = await scannedBy('visitor.css');
  const found = reachable();
  expect(found.size).toBeGreaterThan(400);
  const drawing = [...found].filter(([file]) => file.endsWith('.tsx'));
  expect(drawing.filter(([file]) => !scanned.has(file)).map(([file, by]) => `${file}, imported by ${by}`)).toEqual([]);
  const owners = globSync('../../tools/{health-matrix,payday-fun,settings}/page/**/*.tsx', { cwd: folder });
  expect(owners.length).toBeGreaterThan(50);
  expect(owners.filter((file) => scanned.has(file) && !found.has(file))).toEqual([]);
  expect([...scanned].filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith('..'))).toEqual([]);
});

test('no folder of which a visitor’s page can reach nothing that draws is left in the visitors’ sheet', async () => {
  const scanned = await scannedBy('visitor.css');
  const found = reachable();
  const folderOf = (file: string) => file.split('/').slice(0, 2).join('/');
  const reached = new Set([...found.keys()].filter((file) => file.endsWith('.tsx')).map(folderOf));
  const folders = globSync('{domains,surfaces,pages,ui}/*/**/*.tsx', { cwd: folder })
    .filter((file) => scanned.has(file) && file !== ownersTools)
    .map(folderOf);
  expect(new Set(folders).size).toBeGreaterThan(30);
  expect([...new Set(folders)].filter((one) => !reached.has(one))).toEqual([]);
});

test('the sheet of the owner’s pages has the utilities of everything that draws', async () => {
  const scanned = await scannedBy('app.css');
  const drawing = globSync(['**/*.tsx', '../../tools/*/page/**/*.tsx'], { cwd: folder });
  expect(drawing.length).toBeGreaterThan(600);
  expect(drawing.filter((file) => !scanned.has(file))).toEqual([]);
});

test('every folder and file that the sheet names is there', () => {
  const paths = [...pathsOf('source'), ...pathsOf('source not')];
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => globSync(path, { cwd: folder }).length === 0)).toEqual([]);
});
