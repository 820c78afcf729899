import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storeMeanings } from '../web/app/domains/passport/browser-stores.ts';
import { tools } from './registry.ts';
import type { ToolManifest } from './tool.ts';

const root = join(import.meta.dirname, '..');
const everyTool: readonly ToolManifest[] = tools;

/** The keys of every value that the source declares. */
const keys = globSync('{web/app,tools}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/key: '(\w+)',\s+medium:|defineFlag\('(\w+)'\)/g)])
  .map(([, key, flag]) => key ?? flag ?? '');

test('the data passport says of every stored value what it is for', () => {
  const described = [...Object.keys(storeMeanings), ...everyTool.flatMap(({ stores = {} }) => Object.keys(stores))];
  expect(keys.length).toBeGreaterThan(12);
  expect(keys.filter((key) => !described.includes(key))).toEqual([]);
});
