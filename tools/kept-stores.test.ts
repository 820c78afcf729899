import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storeMeanings } from '../domains/passport/browser-stores.ts';
import { tools } from './registry.ts';
import type { ToolManifest } from './tool.ts';

const app = join(import.meta.dirname, '..');
const everyTool: readonly ToolManifest[] = tools;

/** The keys of every value that the source declares. */
const keys = globSync('**/*.{ts,tsx}', { cwd: app })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap((file) => [...readFileSync(join(app, file), 'utf8').matchAll(/key: '(\w+)',\s+medium:|defineFlag\('(\w+)'\)/g)])
  .map(([, key, flag]) => key ?? flag ?? '');

test('the data passport says of every stored value what it is for', () => {
  const described = [...Object.keys(storeMeanings), ...everyTool.flatMap(({ stores = {} }) => Object.keys(stores))];
  expect(keys.length).toBeGreaterThan(12);
  expect(keys.filter((key) => !described.includes(key))).toEqual([]);
});
