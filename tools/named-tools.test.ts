import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tools } from './registry.ts';

const root = join(import.meta.dirname, '..');

/** Sources of the product that are no tool's. Tests name tools as they please. */
const sources = [
  'web/app/**/*.{ts,tsx,css}',
  'web/scripts/*.ts',
  'web/*.ts',
  'server/**/*.ts',
  'platform/src/**/*.ts',
  'packages/*/src/**/*.ts',
]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((file) => !/node_modules|\.test\.tsx?$/.test(file));

/** Each tool with a table, a server half, a probe or records made of captures has one line in these lists. */
const lists = [
  'web/app/domains/collections.ts',
  'web/app/domains/notes/inbox/capture-apps.ts',
  'server/features/server-halves.ts',
  'server/tools/tool-list.ts',
  'server/foreign/reader-list.ts',
];

/** The address of the one tool that every installation has and other pages lead to. */
const builtIn = 'web/app/domains/settings/setting-address.ts';

/** A text without comments, and without the names of ports that a server half picks (`Pick<ServerPorts, 'settings'>`). */
function codeOf(file: string): string {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(?:\*|\/\*|\/\/).*$/gm, '');
  return text
    .replaceAll(/Pick<\s*ServerPorts\b[^>]*>/g, '')
    .replaceAll(lists.includes(file) ? /^import .*$|\bimport\('[^']*'\)/gm : /$^/g, '');
}

/** How source code can name a tool: by its id alone, by its address, or by its folder. */
function namesOf(id: string): RegExp {
  const word = id.replaceAll('-', String.raw`\-`);
  // `Options['settings']` is a member of a type and names no tool.
  return new RegExp(String.raw`(?<!\w\[)['"\x60]${word}['"\x60]|['"\x60]/${word}(?![\w./-])|['"\x60/]dashboard#${word}\b|tools/${word}/`);
}

test('no tool is named outside the folder of tools', () => {
  expect(sources.length).toBeGreaterThan(500);
  const named = sources
    .filter((file) => file !== builtIn)
    .flatMap((file) => {
      const text = codeOf(file);
      return tools.filter(({ id }) => namesOf(id).test(text)).map(({ id }) => `${file} names ${id}`);
    });
  expect(named).toEqual([]);
});

test('an id, an address, a view and a folder of a tool are each found, and words that only begin like it are not', () => {
  const names = namesOf('port-check');
  for (const text of [`'port-check'`, `"/port-check"`, '`/port-check#add`', `'/dashboard#port-check'`, `'../tools/port-check/live.ts'`])
    expect([text, names.test(text)]).toEqual([text, true]);
  for (const text of [`Options['port-check']`, `'port-checks'`, `'/port-check-list'`, `'../../port-check.ts'`, 'a port-check'])
    expect([text, names.test(text)]).toEqual([text, false]);
});
