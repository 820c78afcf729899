import { expect, test } from 'vitest';
import type { Fields, RawRecord } from '../../records/record.ts';
import type { SealedDraft } from '../../records/sealer.ts';
import type { RemovedDay } from '../contract/vault-removed.ts';
import { codeOf, must, openByMaster, openNewVault, type Tab, untilStage } from '../testing/vault-world.ts';

const noteId = (number: number) => `${number.toString(16).padStart(2, '0')}abcdef-0000-4000-8000-000000000001`;
const moment = '2026-11-21T12:00:00.000Z';

const note = (number: number, fields: Fields): SealedDraft => ({ collection: 'notes', id: noteId(number), fields, deletedAt: null });

function rowOf(tab: Tab, number: number) {
  const row = tab.server.sealedRows.get('notes')?.get(noteId(number));
  if (row === undefined) throw new Error(`there is no note ${number}`);
  return row;
}

/** Writes a note over what the server has of it. */
async function change(tab: Tab, number: number, fields: Fields, deletedAt: string | null = null): Promise<void> {
  const { version, sealed, deletedAt: gone } = rowOf(tab, number);
  must(await tab.store.records.write([{ ...note(number, fields), over: { version, sealed, deleted: gone !== null }, deletedAt }]));
}

/** What a note holds, for a browser that holds it against the manifest. */
async function held(tab: Tab, number: number): Promise<Fields> {
  const rows: RawRecord[] = [...(tab.server.sealedRows.get('notes')?.values() ?? [])].map(({ deletedAt, ...row }) => ({
    ...{ ...row, deleted_at: deletedAt, updated_at: moment },
  }));
  const shown = { rows: () => rows, readAgain: async () => new Set(rows.map(({ id }) => id)), drop: async () => undefined };
  expect(must(await tab.store.records.verify('notes', shown))).toEqual([]);
  const { id, version, sealed } = rowOf(tab, number);
  const [opened] = must(await tab.store.records.open([{ place: { class: 'row', collection: 'notes', id, version }, text: sealed }]));
  if (opened === undefined) throw new Error('one question, one answer');
  return must(opened);
}

async function theDay(tab: Tab): Promise<RemovedDay> {
  const [day, ...more] = must(await tab.actions.removed.days());
  expect(more).toEqual([]);
  if (day === undefined) throw new Error('nothing is kept');
  return day;
}

/** Overwrites a note as a thief of the session does, who has no key; whatever else there is of it goes on from there. */
function overwriteAsThief(tab: Tab, number: number): void {
  const row = rowOf(tab, number);
  const keptAs = { recordId: row.id, how: 'overwritten', removedAt: moment, sealed: row.sealed, createdAt: moment } as const;
  const id = (tab.server.removedRecords.at(-1)?.id ?? 0) + 1;
  tab.server.removedRecords.push({ ...keptAs, id, collection: 'notes', day: tab.server.today });
  const sealed = `r2.${row.sealed.split('.')[1]}.${row.version + 1}.${'j'.repeat(130)}`;
  tab.server.sealedRows.get('notes')?.set(row.id, { ...row, version: row.version + 1, sealed });
}

/** Deletes a note for good as such a thief does. */
function deleteAsThief(tab: Tab, number: number): void {
  const row = rowOf(tab, number);
  tab.server.sealedRows.get('notes')?.set(row.id, { ...row, version: row.version + 1, deletedAt: moment });
  tab.server.deleteRecord('notes', row.id);
}

test('notes that a stolen session overwrote and deleted come back as they were, and the manifest lists them', async () => {
  const tab = await openNewVault();
  must(await tab.store.records.write([note(1, { title: 'One' }), note(2, { title: 'Two' }), note(3, { title: 'Three' })]));
  overwriteAsThief(tab, 1);
  overwriteAsThief(tab, 2);
  deleteAsThief(tab, 2);
  deleteAsThief(tab, 3);
  const day = await theDay(tab);
  expect(day).toEqual({ collection: 'notes', title: 'Notes', day: tab.server.today, records: 3, removed: 2, texts: 4 });
  expect(must(await tab.actions.removed.records(day))).toMatchObject([
    { how: 'removed', kind: 'other', name: 'Three' },
    { how: 'removed', kind: 'unreadable', name: '' },
    { how: 'overwritten', kind: 'other', name: 'Two' },
    { how: 'overwritten', kind: 'other', name: 'One' },
  ]);
  expect(must(await tab.actions.removed.bringRecordsBack(day))).toBe(3);
  expect([await held(tab, 1), await held(tab, 2), await held(tab, 3)]).toEqual([{ title: 'One' }, { title: 'Two' }, { title: 'Three' }]);
  expect(rowOf(tab, 3).deletedAt).toBeNull();
  // A second time there is nothing to do.
  expect(must(await tab.actions.removed.bringRecordsBack(day))).toBe(0);
});

test('one text comes back by itself, and what it replaces can be brought back in turn', async () => {
  const tab = await openNewVault();
  must(await tab.store.records.write([note(1, { title: 'Draft', body: 'first' }), note(2, { title: 'Other' })]));
  await change(tab, 1, { title: 'Draft', body: 'second' });
  await change(tab, 2, { title: 'Other', body: 'more' });
  await change(tab, 1, { title: 'Draft', body: 'third' });
  const day = await theDay(tab);
  const [, first] = must(await tab.actions.removed.records(day));
  expect(must(await tab.actions.removed.bringRecordsBack(day, first?.id))).toBe(1);
  expect([await held(tab, 1), await held(tab, 2)]).toEqual([
    { title: 'Draft', body: 'first' },
    { title: 'Other', body: 'more' },
  ]);
  const texts = must(await tab.actions.removed.records(await theDay(tab)));
  expect(texts).toMatchObject([{ how: 'replaced', kind: 'other' }, { kind: 'other' }, { kind: 'same', name: 'Draft' }]);
  expect(must(await tab.actions.removed.bringRecordsBack(day, texts[0]?.id))).toBe(1);
  expect(await held(tab, 1)).toEqual({ title: 'Draft', body: 'third' });
});

test('more than comes at once, and more than one change holds, is all brought back', async () => {
  const tab = await openNewVault();
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
  const body = 'x'.repeat(700_000);
  for (const number of numbers) must(await tab.store.records.write([note(number, { title: `Note ${number}`, body })]));
  for (const textsAtOnce of [8, 3]) {
    for (const number of numbers) overwriteAsThief(tab, number);
    tab.server.textsAtOnce = textsAtOnce;
    const { writes } = tab.server;
    expect(must(await tab.actions.removed.bringRecordsBack(await theDay(tab)))).toBe(8);
    expect(tab.server.writes - writes).toBeGreaterThan(1);
    for (const number of numbers) expect(await held(tab, number)).toMatchObject({ title: `Note ${number}` });
  }
});

test('bringing all of a day back twice is doing it once; of a day that only has replaced texts it takes the other back', async () => {
  const tab = await openNewVault();
  must(await tab.store.records.write([note(1, { body: 'first' }), note(2, { body: 'first' })]));
  for (const number of [1, 2]) await change(tab, number, { body: 'second' });
  const day = await theDay(tab);
  tab.server.today = '2026-11-22';
  expect(must(await tab.actions.removed.bringRecordsBack(day))).toBe(2);
  expect(must(await tab.actions.removed.bringRecordsBack(day))).toBe(0);
  expect(await held(tab, 1)).toEqual({ body: 'first' });
  const [later] = must(await tab.actions.removed.days());
  if (later === undefined) throw new Error('what was replaced is kept');
  expect(must(await tab.actions.removed.bringRecordsBack(later))).toBe(2);
  expect(await held(tab, 2)).toEqual({ body: 'second' });
});

test('a record that another device writes meanwhile is read again, and brought back over that', async () => {
  const tab = await openNewVault();
  must(await tab.store.records.write([note(1, { title: 'One' })]));
  const other = await openByMaster({ server: tab.server, device: tab.device });
  await change(tab, 1, { title: 'Two' });
  const day = await theDay(tab);
  tab.server.beforeWrite = async () => {
    other.actions.retry();
    await expect.poll(() => other.store.records.sealState()).toBe('open');
    await change(other, 1, { title: 'Three' });
  };
  expect(must(await tab.actions.removed.bringRecordsBack(day))).toBe(1);
  expect(await held(tab, 1)).toEqual({ title: 'One' });
});

test('a code alone names no record and brings none back', async () => {
  const tab = await openNewVault();
  must(await tab.store.records.write([note(1, { title: 'One' })]));
  await change(tab, 1, { title: 'Two' });
  const day = await theDay(tab);
  tab.actions.lock('button');
  expect(codeOf(await tab.actions.removed.bringRecordsBack(day))).toBe('locked');
  must(await tab.actions.unlockWithCode('123456'));
  await untilStage(tab, 'open');
  expect(codeOf(await tab.actions.removed.records(day))).toBe('locked');
  expect(codeOf(await tab.actions.removed.bringRecordsBack(day))).toBe('locked');
  expect(rowOf(tab, 1).version).toBe(2);
});
