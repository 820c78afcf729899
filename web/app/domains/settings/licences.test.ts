import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { packages } from './licences.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const workspaces = ['web', 'server', 'platform', 'tools', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)];

function read<Value>(path: string, shape: z.ZodMiniType<Value>): Value {
  return shape.parse(JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')));
}

function licenceOf(workspace: string, name: string): string {
  const folders = [join(workspace, 'node_modules', name), join('node_modules', name)];
  const folder = folders.find((path) => existsSync(join(root, path, 'package.json')));
  if (folder === undefined) return 'not installed';
  // Older packages have a list.
  const one = z.object({ type: z.string() });
  const { license, licenses } = read(folder, z.object({ license: z.optional(z.string()), licenses: z.optional(z.array(one)) }));
  return license ?? licenses?.map(({ type }) => type).join(' AND ') ?? 'none stated';
}

test('the list names every package that runs, with the licence that it states itself', () => {
  const found = new Map<string, string>();
  for (const workspace of workspaces) {
    const { dependencies } = read(workspace, z.object({ dependencies: z._default(z.record(z.string(), z.string()), {}) }));
    for (const name of Object.keys(dependencies).filter((one) => !one.startsWith('@castellan/')))
      found.set(name, licenceOf(workspace, name));
  }
  expect(Object.fromEntries(packages.map(({ name, licence }) => [name, licence]))).toEqual(Object.fromEntries(found));
});
