import { succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Fields, RawRecord } from '../records/record.ts';
import type { SealedRow } from '../vault/ports/vault-backend.ts';
import { master, must, openNewVault, type Tab, until } from '../vault/testing/vault-world.ts';
import { writeExport } from './export-file.ts';
import type { ExportedTable } from './exported-tables.ts';
import { memorySink, memoryTable } from './memory-table.ts';
import { rehearseRestore } from './rehearse-restore.ts';
import { sealedPlan, sealedRestore, unopenedReason } from './restore-sealed.ts';

const idOf = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`;
const [key, gate, gone] = ['a', 'b', 'c'].map(idOf) as [string, string, string];

const rowsOf = ({ server }: Pick<Tab, 'server'>) => server.sealedRows.get('notes') ?? new Map<string, SealedRow>();

/** The rows as the server shows them, and an export holds them. */
const notesOf = (tab: Pick<Tab, 'server'>): readonly RawRecord[] =>
  [...rowsOf(tab).values()].map(({ deletedAt, ...row }) => ({
    ...row,
    created_at: writtenAt,
    updated_at: writtenAt,
    deleted_at: deletedAt,
  }));

const writtenAt = '2026-11-22T09:00:00.000Z';

const write = async (tab: Tab, id: string, fields: Fields) =>
  must(await tab.store.records.write([{ collection: 'notes', id, fields, deletedAt: null }]));

function restoreInto(tab: Tab) {
  return sealedRestore({
    vault: tab.store.records,
    openOfFile: tab.store.records.open,
    server: {
      readMany: async (_, ids) => succeed(notesOf(tab).filter(({ id }) => ids.includes(id))),
    },
  });
}

async function titles(tab: Tab): Promise<readonly unknown[]> {
  const rows = notesOf(tab).filter(({ deleted_at }) => deleted_at === null);
  const opened = must(
    await tab.store.records.open(
      rows.map(({ id, version, sealed }) => ({ place: { class: 'row' as const, collection: 'notes', id, version }, text: String(sealed) })),
    ),
  );
  return opened.map((answer) => must(answer)['title']).toSorted();
}

test('notes that are gone come back through the open vault, listed in its manifest, and a second time nothing changes', async () => {
  const tab = await openNewVault();
  await write(tab, key, { title: 'The spare key' });
  await write(tab, gate, { title: 'The gate' });
  const file = notesOf(tab);
  rowsOf(tab).clear();
  const restore = restoreInto(tab);
  expect(must(await restore('notes', file, false))).toMatchObject({ restored: 2, kept: 0, leftOut: 0 });
  expect(await titles(tab)).toEqual(['The gate', 'The spare key']);
  for (const overwrite of [false, true])
    expect(must(await restore('notes', file, overwrite))).toMatchObject({ restored: 0, overwritten: 0, kept: 2 });
  const faults = must(
    await tab.store.records.verify('notes', {
      rows: () => notesOf(tab),
      readAgain: async () => new Set(),
      drop: async () => {},
    }),
  );
  expect(faults).toEqual([]);
});

test('what was written since stays unless the file’s is wanted, and what is in the trash comes back as it is there', async () => {
  const tab = await openNewVault();
  await write(tab, key, { title: 'The spare key' });
  await write(tab, gone, { title: 'Gone' });
  const file = notesOf(tab);
  const over = (id: string) => {
    const { version, sealed } = rowsOf(tab).get(id) ?? { version: 0, sealed: '' };
    return { version, sealed, deleted: false };
  };
  const later = [
    { collection: 'notes', id: key, over: over(key), fields: { title: 'Rewritten' }, deletedAt: null },
    { collection: 'notes', id: gone, over: over(gone), fields: { title: 'Gone, typed later' }, deletedAt: '2026-11-22T10:00:00.000Z' },
  ];
  must(await tab.store.records.write(later));
  const restore = restoreInto(tab);
  expect(must(await restore('notes', file, false))).toMatchObject({ restored: 1, overwritten: 0, kept: 1 });
  expect(await titles(tab)).toEqual(['Gone, typed later', 'Rewritten']);
  expect(must(await restore('notes', file, true))).toMatchObject({ restored: 0, overwritten: 2, kept: 0 });
  expect(await titles(tab)).toEqual(['Gone', 'The spare key']);
});

test('notes of another vault stay in the file, and are counted with the reason', async () => {
  const lost = await openNewVault();
  await write(lost, key, { title: 'The spare key' });
  const file = notesOf(lost);
  const tab = await openNewVault();
  expect(must(await restoreInto(tab)('notes', file, true))).toMatchObject({
    restored: 0,
    leftOut: 1,
    reason: 'It was sealed under another vault’s key. Restore the complete backup instead.',
  });
  expect(notesOf(tab)).toEqual([]);
});

/** A rehearsal of a file with these notes, where this tab's vault is open. */
async function rehearseNotes(tab: Tab, rows: readonly RawRecord[]) {
  const tableOf = (notes: readonly RawRecord[]): ExportedTable => ({
    ...memoryTable('notes', () => notes),
    comesBack: 'sealed',
    loadSchema: async () => z.looseObject({ id: z.string() }),
  });
  const out = memorySink();
  must(await writeExport({ nowMs: 0, sink: out.sink, tell: () => {}, tables: { first: [tableOf(rows)], later: [] } }));
  const pieces = async function* () {
    yield out.bytes();
  };
  const rehearsed = must(
    await rehearseRestore({
      pieces: pieces(),
      tell: () => {},
      tables: [tableOf(notesOf(tab))],
      planSealed: sealedPlan(await portsOf(tab)),
    }),
  );
  return rehearsed.lists[0];
}

const portsOf = async (tab: Tab) => ({
  vault: tab.store.records,
  openOfFile: (await tab.store.restoring()).openRecords('vault'),
  server: { readMany: async (_: string, ids: readonly string[]) => succeed(notesOf(tab).filter(({ id }) => ids.includes(id))) },
});

test('a rehearsal says which notes could not be opened after a restore, and why, before anything is written', async () => {
  const lost = await openNewVault();
  await write(lost, key, { title: 'The spare key' });
  await write(lost, gate, { title: 'The gate' });
  const tab = await openNewVault();
  await write(tab, gone, { title: 'Mine' });
  const writes = tab.server.writes;
  const [first, second] = notesOf(lost);
  const altered = { ...notesOf(tab)[0], id: gate, version: 1 } as RawRecord;
  expect(await rehearseNotes(tab, [first as RawRecord, altered])).toMatchObject({
    missing: 0,
    unopened: new Map([
      ['unknown_key', 1],
      ['unreadable', 1],
    ]),
  });
  expect(await rehearseNotes(tab, [first as RawRecord, second as RawRecord])).toMatchObject({ unopened: new Map([['unknown_key', 2]]) });
  expect(tab.server.writes).toBe(writes);
  expect([
    unopenedReason('unknown_key', 1),
    unopenedReason('unknown_key', 2),
    unopenedReason('stale', 1),
    unopenedReason('stale', 2),
  ]).toEqual([
    'It was sealed under another vault’s key. Restore the complete backup instead.',
    'They were sealed under another vault’s key. Restore the complete backup instead.',
    'It is not as it was sealed.',
    'They are not as they were sealed.',
  ]);
});

test('an export from before a rotation of the vault’s key comes back: what is there is equal, what is gone opens', async () => {
  const tab = await openNewVault();
  await write(tab, key, { title: 'The spare key' });
  await write(tab, gate, { title: 'The gate' });
  const file = notesOf(tab);
  must(await tab.actions.security.rotateKey({ kind: 'master', master }, master));
  await until(tab, (state) => state.stage === 'open' && state.rotation === null);
  rowsOf(tab).delete(gate);
  expect(await rehearseNotes(tab, file)).toMatchObject({ equal: 1, missing: 1, different: 0, unopened: new Map() });
  expect(must(await sealedRestore(await portsOf(tab))('notes', file, false))).toMatchObject({ restored: 1, kept: 1, leftOut: 0 });
  expect(await titles(tab)).toEqual(['The gate', 'The spare key']);
});
