import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstTables, laterTables } from '../passport/exported-tables.ts';
import { settings } from '../settings/registry.ts';
import { sealedLists, settingsList, vaultLists } from './backup-lists.ts';

const migrations = join(import.meta.dirname, '..', '..', '..', '..', 'supabase', 'migrations');
const sql = readdirSync(migrations).map((file) => readFileSync(join(migrations, file), 'utf8'));
const named = (pattern: RegExp) => sql.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));

const own = vaultLists({ slots: [], parts: [] });

test('every table that the API knows is in the complete backup, or is left out by name', () => {
  const exported = [...[...firstTables, ...laterTables].map(({ table }) => table), ...own.map(({ name }) => name)];
  // What visitors promised, and keys to services, is told to nobody.
  expect(named(/^create table public\.(\w+)/gm).filter((table) => !exported.includes(table))).toEqual([
    'wish_claims',
    'media_keys',
    'tool_source_keys',
  ]);
});

test('every sealed collection names what its keys are drawn by, and no list has the name of another', () => {
  expect(Object.values(sealedLists()).sort()).toEqual(named(/private\.make_sealed_table\('public\.(\w+)'\);/g).sort());
  const names = [...firstTables, ...laterTables, ...own, settingsList()].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('every choice and switch of this device is in it, as text', async () => {
  const page = await settingsList().readPage(undefined);
  const rows = page.ok ? page.value : [];
  const kept = settings.filter(({ control }) => control.kind === 'choice' || control.kind === 'switch');
  // Sorted as every list of the file is: the rehearsal compares by it.
  expect(rows.map(({ id }) => id)).toEqual(kept.map(({ id }) => id).toSorted());
  expect(rows.every(({ value }) => typeof value === 'string')).toBe(true);
});
