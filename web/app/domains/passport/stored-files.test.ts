import { fail, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import { looseName, partName } from '../vault/files/part-name.ts';
import type { StoredObjects } from '../vault/files/stored-objects.ts';
import { memoryObjects } from '../vault/files/testing/memory-objects.ts';
import type { Row } from './exported-tables.ts';
import { removeStoredFiles, storedFilesTable, writeStoredFiles } from './stored-files.ts';

const [one, two] = ['1'.repeat(32), '2'.repeat(32)];

async function filled() {
  const memory = memoryObjects();
  for (let index = 0; index < 11; index += 1) await memory.objects.put(partName(one, index), new Uint8Array([index, 250]));
  await memory.objects.put(partName(two, 0), new Uint8Array([1]));
  await memory.objects.put(looseName(two), new Uint8Array([1]));
  return memory;
}

async function rowsOf(objects: StoredObjects): Promise<readonly Row[]> {
  const { readPage, pageRows } = storedFilesTable(objects);
  const rows: Row[] = [];
  for (let after: string | undefined; ; ) {
    const page = await readPage(after);
    if (!page.ok) throw new Error(page.failure.code);
    rows.push(...page.value);
    if (page.value.length < pageRows) return rows;
    after = String(page.value.at(-1)?.['name']);
  }
}

test('every part comes once, in order, a few at a time; what waits to be removed does not', async () => {
  const { objects } = await filled();
  const rows = await rowsOf(objects);
  expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 11 }, (_, index) => partName(one, index)));
  const schema = await storedFilesTable(objects).loadSchema();
  for (const row of rows) expect(schema.safeParse(row).success).toBe(true);
});

test('parts come back as they were; again, nothing is added, and what is another there stays unless the owner says otherwise', async () => {
  const rows = await rowsOf((await filled()).objects);
  const fresh = memoryObjects();
  expect(await writeStoredFiles(rows, false, fresh.objects)).toEqual(succeed({ restored: 11, overwritten: 0, kept: 0, unlinked: 0 }));
  expect(await rowsOf(fresh.objects)).toEqual(rows);
  expect(await writeStoredFiles(rows, true, fresh.objects)).toEqual(succeed({ restored: 0, overwritten: 0, kept: 11, unlinked: 0 }));
  fresh.kept.set(partName(one, 3), { content: new Uint8Array([9]), createdMs: 0 });
  expect(await writeStoredFiles(rows, false, fresh.objects)).toMatchObject(succeed({ kept: 11 }));
  expect(await writeStoredFiles(rows, true, fresh.objects)).toMatchObject(succeed({ overwritten: 1, kept: 10 }));
  expect(await rowsOf(fresh.objects)).toEqual(rows);
});

test('a storage that does not answer ends the reading and the writing; one from before there was any has none', async () => {
  const { objects } = await filled();
  const away = { ...objects, get: async () => fail({ code: 'away' } as const), put: async () => fail({ code: 'away' } as const) };
  expect(await storedFilesTable(away).readPage(undefined)).toEqual(fail({ code: 'backend_unreachable' }));
  expect(await writeStoredFiles(await rowsOf(objects), false, away)).toEqual(fail({ code: 'backend_unreachable' }));
  const full = { ...objects, put: async () => fail({ code: 'storage_full' } as const) };
  expect(await writeStoredFiles(await rowsOf(objects), false, full)).toMatchObject(fail({ code: 'refused', reason: 'storage_full' }));
  const before = { ...objects, list: async () => fail({ code: 'missing' } as const) };
  expect(await rowsOf(before)).toEqual([]);
  expect(await removeStoredFiles(before)).toEqual(succeed(0));
});

test('everything goes, marks too; what stays is not called gone', async () => {
  const { kept, objects } = await filled();
  expect(await removeStoredFiles({ ...objects, remove: async (names) => objects.remove(names.slice(1)) })).toEqual(
    fail({ code: 'refused' }),
  );
  expect(kept.size).toBe(1);
  expect(await removeStoredFiles(objects)).toEqual(succeed(1));
  expect(kept.size).toBe(0);
});
