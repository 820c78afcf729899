import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collections } from './collections.ts';

const root = join(import.meta.dirname, '..', '..', '..');

test('every file of a collection is in the list, each once', () => {
  const files = ['web/app/domains', 'tools'].flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }));
  expect(files.filter((file) => file.endsWith('.collection.ts'))).toHaveLength(collections.length);
  for (const field of ['name', 'title', 'exportKey'] as const)
    expect(new Set(collections.map((collection) => collection[field])).size).toBe(collections.length);
});

test('the smallest record of a collection, with what every record has, is a row of its schema', async () => {
  const moment = '2026-11-21T09:00:00Z';
  const columns = { id: '00000000-0000-4000-8000-00000000000a', version: 1, created_at: moment, updated_at: moment, deleted_at: null };
  for (const collection of collections) {
    if (collection.sealed) continue;
    const schema = await collection.loadSchema();
    expect(schema.safeParse({ ...columns, ...collection.smallest }), collection.name).toMatchObject({ success: true });
  }
});
