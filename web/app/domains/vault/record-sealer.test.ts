import { expect, test } from 'vitest';
import type { SealedPlace } from '../records/sealer.ts';
import { codeOf, master, must, openNewVault, openTab, type Tab, until, untilStage } from './testing/vault-world.ts';

const id = '11abcdef-0000-4000-8000-000000000001';
const place: SealedPlace = { class: 'row', collection: 'notes', id, version: 1 };
const fields = { title: 'The spare key', pinned: true };
const proof = { kind: 'master', master } as const;

async function seal(tab: Pick<Tab, 'store'>, at = place): Promise<string> {
  const [text = ''] = must(await tab.store.records.seal([{ place: at, fields }]));
  return text;
}

async function open(tab: Pick<Tab, 'store'>, text: string, at = place) {
  const [opened] = must(await tab.store.records.open([{ place: at, text }]));
  if (opened === undefined) throw new Error('one question, one answer');
  return opened;
}

test('what an open vault seals it opens, and another tab of the same vault too', async () => {
  const tab = await openNewVault();
  const text = await seal(tab);
  expect(text).toMatch(/^r2\./);
  expect(must(await open(tab, text))).toEqual(fields);
  const other = openTab({ server: tab.server, device: tab.device });
  await untilStage(other, 'locked');
  must(await other.actions.unlockWithMaster(master));
  expect(must(await open(other, text))).toEqual(fields);
});

test('a text that was tampered with is named, and the one beside it opens', async () => {
  const tab = await openNewVault();
  const text = await seal(tab);
  const answers = must(
    await tab.store.records.open([
      { place, text: `${text.slice(0, -6)}AAAAAA` },
      { place: { ...place, version: 2 }, text },
      { place, text },
    ]),
  );
  expect(answers.map((answer) => codeOf(answer))).toEqual(['unreadable', 'stale', 'ok']);
});

test('without the secrets tier nothing is sealed or opened: not before a vault is there, not locked, not by a code alone', async () => {
  const fresh = openTab();
  await untilStage(fresh, 'locked');
  expect(fresh.store.records.standing()).toBe('unset');
  expect(codeOf(await fresh.store.records.seal([{ place, fields }]))).toBe('locked');
  const tab = await openNewVault();
  expect(tab.store.records.standing()).toBe('open');
  const text = await seal(tab);
  tab.actions.lock('button');
  expect(tab.store.records.standing()).toBe('locked');
  expect(codeOf(await tab.store.records.open([{ place, text }]))).toBe('locked');
  expect(tab.workers.ended).toBe(tab.workers.started);
  must(await tab.actions.unlockWithCode('123456'));
  await untilStage(tab, 'open');
  expect(tab.store.records.standing()).toBe('locked');
  expect(codeOf(await tab.store.records.open([{ place, text }]))).toBe('locked');
});

test('a lock between question and answer lets nothing through', async () => {
  const tab = await openNewVault();
  const text = await seal(tab);
  const asked = tab.store.records.open([{ place, text }]);
  tab.actions.lock('button');
  expect(codeOf(await asked)).toBe('locked');
});

test('fields that no record may have are refused as such', async () => {
  const tab = await openNewVault();
  const given = { place, fields: { body: 'x'.repeat(1_100_000) } };
  expect(codeOf(await tab.store.records.seal([given]))).toBe('unsealable');
});

const untilRotated = (tab: Pick<Tab, 'store'>) => until(tab, (state) => state.stage === 'open' && state.rotation === null);

async function fillNotes(tab: Tab, count: number): Promise<Map<string, { id: string; version: number; sealed: string; removed: boolean }>> {
  const notes = new Map<string, { id: string; version: number; sealed: string; removed: boolean }>();
  for (let number = 1; number <= count; number += 1) {
    const noteId = `11abcdef-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const sealed = await seal(tab, { ...place, id: noteId, version: 3 });
    notes.set(noteId, { id: noteId, version: 3, sealed, removed: number === count });
  }
  tab.server.sealedRows.set('notes', notes);
  return notes;
}

test('a rotation of the vault’s key seals every record anew, removed ones too, before the old key goes', async () => {
  const tab = await openNewVault();
  const notes = await fillNotes(tab, 620);
  const before = notes.get(id)?.sealed ?? '';
  must(await tab.actions.security.rotateKey(proof, 'another master of four'));
  await untilRotated(tab);
  const keys = new Set([...notes.values()].map(({ sealed }) => sealed.split('.')[1]));
  expect(keys.size).toBe(1);
  expect(keys).not.toContain(before.split('.')[1]);
  const after = notes.get(id);
  expect(after?.version).toBe(4);
  expect(must(await open(tab, after?.sealed ?? '', { ...place, version: 4 }))).toEqual(fields);
  expect(codeOf(await open(tab, before, { ...place, version: 3 }))).toBe('unknown_key');
});

test('a record that does not open keeps the old key and is named, until it is removed', async () => {
  const tab = await openNewVault();
  const notes = await fillNotes(tab, 3);
  const spoiled = notes.get(id);
  if (spoiled === undefined) throw new Error('it was just made');
  notes.set(id, { ...spoiled, sealed: `${spoiled.sealed.slice(0, -6)}AAAAAA` });
  must(await tab.actions.security.rotateKey(proof, master));
  const stopped = await until(tab, (state) => state.stage === 'open' && state.rotation !== null && state.rotation.blocked.length > 0);
  expect(stopped).toMatchObject({ rotation: { running: false, blocked: [`notes ${id}`] } });
  const others = [...notes.values()].filter((row) => row.id !== id);
  expect(others.map(({ version }) => version)).toEqual([4, 4]);
  notes.set(id, { ...spoiled, sealed: 'r2.spoiled', removed: true });
  tab.actions.security.resumeRotation();
  await untilRotated(tab);
});

test('a rotation whose server falls silent among the records goes on after the next opening', async () => {
  const tab = await openNewVault();
  const notes = await fillNotes(tab, 30);
  const put = tab.server.backend.putSealedRow;
  let puts = 0;
  Object.assign(tab.server.backend, {
    putSealedRow: (...given: Parameters<typeof put>) => {
      puts += 1;
      if (puts === 10) tab.server.isAway = true;
      return put(...given);
    },
  });
  must(await tab.actions.security.rotateKey(proof, master));
  await until(tab, (state) => state.stage === 'open' && state.rotation?.running === false && tab.server.isAway);
  expect(new Set([...notes.values()].map(({ version }) => version))).toEqual(new Set([3, 4]));
  tab.server.isAway = false;
  tab.stop();
  const again = openTab({ server: tab.server, device: tab.device });
  await untilStage(again, 'locked');
  must(await again.actions.unlockWithMaster(master));
  await untilRotated(again);
  expect(new Set([...notes.values()].map(({ version }) => version))).toEqual(new Set([4]));
});
