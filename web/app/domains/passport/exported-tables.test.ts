import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstTables, laterTables } from './exported-tables.ts';
import { isDescribed } from './kept-data.ts';

const migrations = join(import.meta.dirname, '..', '..', '..', '..', 'supabase', 'migrations');

/** Every table that the API knows, as the migrations make them. */
const tables = readdirSync(migrations).flatMap((file) =>
  [...readFileSync(join(migrations, file), 'utf8').matchAll(/^create table public\.(\w+)/gm)].map(([, name = '']) => name),
);

/** The vault has an export of its own; what visitors promised, and keys to services, is told to nobody. */
const leftOut = ['vault_entries', 'wish_claims', 'media_keys', 'tool_source_keys'];

test('every table is in the export, or is left out by name', () => {
  const exported = [...firstTables, ...laterTables].map(({ table }) => table);
  expect(tables.length).toBeGreaterThan(5);
  expect(tables.filter((table) => !exported.includes(table) && !leftOut.includes(table))).toEqual([]);
});

test('every table that the passport counts is described', () => {
  expect(tables.filter((table) => table !== 'wish_claims' && !isDescribed(table))).toEqual([]);
});

test('every list comes back as rows, but sealed ones through the vault, and log and scores not at all', () => {
  const lists = [...firstTables, ...laterTables].map(({ name, comesBack, partOf }) => [name, comesBack, partOf]);
  expect(lists).toContainEqual(['tasks', 'rows', 'parent_id']);
  expect(lists).toContainEqual(['notes', 'sealed', undefined]);
  expect(lists.filter(([, comesBack]) => comesBack === 'never')).toEqual([
    ['logs', 'never', undefined],
    ['game_scores', 'never', undefined],
  ]);
});
