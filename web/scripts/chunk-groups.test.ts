import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tools } from '../../tools/registry.ts';
import routes from '../app/routes.ts';
import { type BuiltPage, listPages } from './built-pages.ts';
import { packageFiles, sharedFiles, workerGroups } from './chunk-groups.ts';

const app = '/site/web/app';

/** A small site: two pages of its own, twelve tools of visitors, and two of the owner. */
const visitorTools = Array.from({ length: 12 }, (_, index) => `lab-${index}`);
const pages = listPages(
  [
    {
      file: 'frame.tsx',
      children: [
        { file: 'home.tsx', index: true },
        { file: 'contact.tsx', path: 'contact' },
        ...visitorTools.map((id) => ({ file: `../../tools/${id}/page/page.tsx`, path: id })),
      ],
    },
    {
      file: 'gate.tsx',
      children: [{ file: '../../tools/money/page/page.tsx' }, { file: '../../tools/notes/page/page.tsx' }, { file: 'board.tsx' }],
    },
  ],
  app,
  ['money', 'notes'],
);
const page = (name: string) => pages.find(({ id }) => id.includes(name))?.id ?? `no page ${name}`;
const allLabs = visitorTools.map((id) => page(`/${id}/`));

/** The names that files get where modules are imported by pages, other modules and, with `later`, fetched by them. */
function nameAll(importers: Readonly<Record<string, readonly string[]>>, later: Readonly<Record<string, readonly string[]>> = {}) {
  const imported = (by: string, edges: typeof importers) => Object.keys(edges).filter((id) => edges[id]?.includes(by));
  const nameOf = sharedFiles(pages, (id) => ({
    code: id.includes('small') ? '' : 'x'.repeat(5_000),
    importedIds: imported(id, importers),
    dynamicallyImportedIds: imported(id, later),
  }));
  return Object.fromEntries(Object.keys(importers).map((id) => [id, nameOf(id)]));
}

test('the pages of the site are found with their audience, the gate by the tools behind it', () => {
  const kinds = pages.map(({ kind, isHome }) => (isHome ? 'home' : kind));
  expect(kinds).toEqual(['frame', 'frame', 'home', 'visitor', ...visitorTools.map(() => 'visitor'), 'gate', 'owner', 'owner', 'owner']);
  const real = listPages(
    routes,
    app,
    tools.filter(({ audience }) => audience === 'owner').map(({ id }) => id),
  );
  const counted = (kind: BuiltPage['kind']) => real.filter((some) => some.kind === kind && some.tool !== undefined).length;
  expect(counted('owner')).toBe(tools.filter(({ audience }) => audience === 'owner').length);
  expect(counted('visitor')).toBe(tools.filter(({ audience }) => audience !== 'owner').length);
  expect(real.filter(({ kind }) => kind === 'gate')).toHaveLength(1);
  expect(real.filter(({ isHome }) => isHome)).toHaveLength(1);
});

test('a module comes with the frame, the kit or the desk by the pages that need it; what a page has alone stays with it', () => {
  expect(
    nameAll({
      header: [page('frame')],
      card: [page('home'), page('contact')],
      plate: [page('home'), page('contact'), page('lab-1')],
      field: allLabs,
      records: [page('gate')],
      'small ledger': [page('money'), page('notes')],
      alone: [page('contact')],
      react: [],
    }),
  ).toEqual({
    header: 'frame',
    card: 'cards',
    plate: 'frame',
    field: 'kit',
    records: 'desk',
    'small ledger': 'desk',
    alone: null,
    react: null,
  });
});

test('no visitor gets what the owner alone needs: what both need has a file of its own', () => {
  const names = nameAll({ dialog: [page('gate'), page('contact')], records: [page('gate')] });
  expect(names['dialog']).not.toBeNull();
  expect(names['dialog']).not.toBe(names['records']);
});

test('what the same pages share comes in one file, apart from what a later part needs too', () => {
  const both = [page('money'), page('notes')];
  const names = nameAll({ ledger: both, chart: both, amount: [...both, 'part'], part: [] }, { part: [page('gate')] });
  expect(names['ledger']).toBe(names['chart']);
  expect(names['amount']).not.toBe(names['ledger']);
  expect([names['amount'], names['part']]).toEqual([expect.any(String), null]);
});

test('a small module that needs a large one is not with all the pages of the owner, which would then import in a circle', () => {
  const both = [page('money'), page('notes')];
  const names = nameAll({ 'small ledger': both, book: ['small ledger'], records: [page('gate')] });
  expect(names['small ledger']).toBe(names['book']);
  expect(names['records']).toBe('desk');
});

test('what tells of a tool in its folder comes in one file with what tells of the others', () => {
  const names = nameAll({
    '/site/tools/lab-1/manifest.ts': [page('lab-1'), page('contact'), page('gate')],
    '/site/tools/lab-2/manifest.ts': [page('lab-2'), page('contact'), page('gate')],
  });
  expect(new Set(Object.values(names)).size).toBe(1);
});

test('the address of an asset that a later part shares with a page comes with the frame, and is no file of its own', () => {
  const names = nameAll(
    { 'tab.css?url': [page('contact'), 'tab'], 'tab.css?transform-only': ['tab.css?url'], 'sheet.css?url': [page('contact')], tab: [] },
    { tab: [page('frame')] },
  );
  expect([names['tab.css?url'], names['tab.css?transform-only']]).toEqual(['frame', 'frame']);
  expect(names['sheet.css?url']).toBeNull();
});

test('no rule of the build names a file of ours: packages and folders are all it knows', () => {
  const root = join(import.meta.dirname, '..', '..');
  const sources = ['chunk-groups', 'built-pages', 'module-users'].map((name) =>
    readFileSync(join(import.meta.dirname, `${name}.ts`), 'utf8'),
  );
  const quoted = sources.flatMap((source) => source.replaceAll(/^import .*$|\/\*[\s\S]*?\*\/|\/\/ .*$/gm, '').match(/'[^'\n]*'/g) ?? []);
  expect(quoted).toContain("'react-router'");
  // The router's own name for the module around every page.
  const folders = Object.values(packageFiles).flat();
  const known = ["'root.tsx'", "'..'", "'app'", "'.'", ...folders.map((folder) => `'${folder}'`)];
  expect(quoted.filter((text) => /[/.]/.test(text) && !known.includes(text))).toEqual([]);
  for (const folder of folders) expect(globSync(`node_modules/${folder}/package.json`, { cwd: root })).toHaveLength(1);
});

test("the Workers' shared file has its folders, and none of what single parts have", () => {
  const [core] = workerGroups;
  expect(core?.test.test('/packages/vault-core/src/tree.ts')).toBe(true);
  for (const folder of ['export', 'import', 'strength']) {
    expect(core?.test.test(`/packages/vault-core/src/${folder}/any.ts`)).toBe(false);
    expect(globSync(`packages/vault-core/src/${folder}/*.ts`, { cwd: join(import.meta.dirname, '..', '..') })).not.toEqual([]);
  }
});
