import { maxRecordCharacters } from '@castellan/vault-core/records/sealed-record';
import { expect, test } from 'vitest';
import type { Fields, RawRecord } from '../../records/record.ts';
import type { SealedDraft, SealedPlace } from '../../records/sealer.ts';
import type { SealedRow } from '../ports/vault-backend.ts';
import {
  codeOf,
  draft as entryDraft,
  lockAndOpen,
  master,
  must,
  openByMaster,
  openNewVault,
  openTab,
  type Tab,
  until,
  untilStage,
} from '../testing/vault-world.ts';

const id = '11abcdef-0000-4000-8000-000000000001';
const place: SealedPlace = { class: 'row', collection: 'notes', id, version: 1 };
const fields = { title: 'The spare key', pinned: true };
const proof = { kind: 'master', master } as const;

const draft = (noteId = id, given: Fields = fields): SealedDraft => ({ collection: 'notes', id: noteId, fields: given, deletedAt: null });

/** Writes a new note, and answers with its text. */
async function seal(tab: Pick<Tab, 'store'>): Promise<string> {
  const [row] = must(await tab.store.records.write([draft()]));
  return String(row?.['sealed']);
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
  const other = await openByMaster({ server: tab.server, device: tab.device });
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
  expect(fresh.store.records.sealState()).toBe('unset');
  expect(codeOf(await fresh.store.records.seal([{ place: { ...place, class: 'change' }, fields }]))).toBe('locked');
  expect(codeOf(await fresh.store.records.write([draft()]))).toBe('locked');
  const tab = await openNewVault();
  expect(tab.store.records.sealState()).toBe('open');
  const text = await seal(tab);
  tab.actions.lock('button');
  expect(tab.store.records.sealState()).toBe('locked');
  expect(codeOf(await tab.store.records.open([{ place, text }]))).toBe('locked');
  expect(tab.workers.ended).toBe(tab.workers.started);
  must(await tab.actions.unlockWithCode('123456'));
  await untilStage(tab, 'open');
  expect(tab.store.records.sealState()).toBe('locked');
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
  // A change holds what was and what is beside the new fields: three times as much as a row.
  const body = 'x'.repeat(3 * maxRecordCharacters);
  expect(codeOf(await tab.store.records.seal([{ place: { ...place, class: 'change' }, fields: { body } }]))).toBe('unsealable');
  expect(codeOf(await tab.store.records.write([draft(id, { body })]))).toBe('unsealable');
});

const untilRotated = (tab: Pick<Tab, 'store'>) => until(tab, (state) => state.stage === 'open' && state.rotation === null);

const noteId = (number: number) =>
  `${(number % 256).toString(16).padStart(2, '0')}abcdef-0000-4000-8000-${String(number).padStart(12, '0')}`;
const first = noteId(1);

/** What the server has of the notes. */
const notesOf = (tab: Pick<Tab, 'server'>) => {
  const rows = tab.server.sealedRows.get('notes') ?? new Map<string, SealedRow>();
  tab.server.sealedRows.set('notes', rows);
  return rows;
};

/** A note as the server has it, and what a draft over it says of that. */
function noteOf(tab: Pick<Tab, 'server'>, own: string) {
  const row = notesOf(tab).get(own);
  if (row === undefined) throw new Error(`there is no ${own}`);
  return { row, over: { version: row.version, sealed: row.sealed, deleted: row.deletedAt !== null } };
}

/** Waits until a rotation stands still because of the first note. */
async function untilBlocked(tab: Pick<Tab, 'store'>): Promise<void> {
  const stopped = await until(tab, (state) => state.stage === 'open' && state.rotation !== null && state.rotation.blocked.length > 0);
  expect(stopped).toMatchObject({ rotation: { running: false, blocked: [{ collection: 'notes', id: first }] } });
}

/** So many notes, the last of them removed. */
async function fillNotes(tab: Tab, count: number) {
  const drafts = Array.from({ length: count }, (_, index) => draft(noteId(index + 1)));
  for (let start = 0; start < count; start += 200) must(await tab.store.records.write(drafts.slice(start, start + 200)));
  const { row, over } = noteOf(tab, noteId(count));
  must(await tab.store.records.write([{ ...draft(row.id), over, deletedAt: '2026-11-21T12:00:00.000Z' }]));
  return notesOf(tab);
}

/** A page that shows what the server has, as a browser that never saw it. */
async function verified(tab: Pick<Tab, 'store' | 'server'>): Promise<readonly string[]> {
  let rows: readonly RawRecord[] = [];
  const read = () => {
    rows = [...notesOf(tab).values()].map(({ id: own, version, sealed, deletedAt }) => ({
      ...{ id: own, version, sealed, deleted_at: deletedAt, updated_at: '2026-11-21T12:00:00.000Z' },
    }));
  };
  read();
  const faults = await tab.store.records.verify('notes', {
    rows: () => rows,
    readAgain: async (ids) => {
      read();
      return new Set(rows.filter((row) => ids.includes(row.id)).map((row) => row.id));
    },
    drop: async (ids) => {
      rows = rows.filter((row) => !ids.includes(row.id));
    },
  });
  return must(faults).map(({ code, id: own }) => `${code} ${own}`);
}

const anotherTab = ({ server, device }: Pick<Tab, 'server' | 'device'>) => openByMaster({ server, device });

test('a rotation of the vault’s key seals every record again, removed ones too, before the old key goes', async () => {
  const tab = await openNewVault();
  const notes = await fillNotes(tab, 620);
  const before = notes.get(first)?.sealed ?? '';
  must(await tab.actions.security.rotateKey(proof, 'another master of four'));
  await untilRotated(tab);
  const keys = new Set([...notes.values()].map(({ sealed }) => sealed.split('.')[1]));
  expect(keys.size).toBe(1);
  expect(keys).not.toContain(before.split('.')[1]);
  const after = notes.get(first);
  expect(after?.version).toBe(2);
  expect(notes.get(noteId(620))).toMatchObject({ version: 3, deletedAt: expect.any(String) });
  const at = { ...place, id: first };
  expect(must(await open(tab, after?.sealed ?? '', { ...at, version: 2 }))).toEqual(fields);
  expect(codeOf(await open(tab, before, at))).toBe('unknown_key');
  expect(await verified(tab)).toEqual([]);
});

test('a record that does not open keeps the old key and is named, until it is removed', async () => {
  const tab = await openNewVault();
  const notes = await fillNotes(tab, 3);
  const { row: spoiled } = noteOf(tab, first);
  notes.set(first, { ...spoiled, sealed: `${spoiled.sealed.slice(0, -6)}AAAAAA` });
  must(await tab.actions.security.rotateKey(proof, master));
  await untilBlocked(tab);
  expect([notes.get(noteId(2))?.version, notes.get(noteId(3))?.version]).toEqual([2, 3]);
  const { over } = noteOf(tab, first);
  must(await tab.store.records.write([{ collection: 'notes', id: first, over, deletedAt: '2026-11-21T12:00:00.000Z', isOverride: true }]));
  tab.actions.security.resumeRotation();
  await untilRotated(tab);
});

test.each(['withheld', 'rolled back'])('a record that is %s keeps the old key: with it the record could never come back', async (act) => {
  const tab = await openNewVault();
  const notes = await fillNotes(tab, 3);
  const { row: kept, over } = noteOf(tab, first);
  must(await tab.store.records.write([{ ...draft(first), over }]));
  const second = notes.get(first);
  if (act === 'withheld') notes.delete(first);
  else notes.set(first, kept);
  must(await tab.actions.security.rotateKey(proof, master));
  await untilBlocked(tab);
  if (second !== undefined) notes.set(first, second);
  tab.actions.security.resumeRotation();
  await untilRotated(tab);
  expect(notes.get(first)?.version).toBe(3);
});

/** A rotation that stands still because the text of the first note names another key. */
async function rotateOverLie(tab: Tab) {
  const notes = await fillNotes(tab, 3);
  const { row: honest } = noteOf(tab, first);
  notes.set(first, { ...honest, sealed: honest.sealed.replace(/^r2\.[^.]+/, `r2.${'A'.repeat(22)}`) });
  must(await tab.actions.security.rotateKey(proof, master));
  await untilBlocked(tab);
  return { notes, honest };
}

test('a note whose text names another key keeps the old key, with everything else under the new one, until the honest text is back', async () => {
  const tab = await openNewVault();
  const { notes, honest } = await rotateOverLie(tab);
  expect([notes.get(noteId(2))?.version, notes.get(noteId(3))?.version]).toEqual([2, 3]);
  tab.actions.security.resumeRotation();
  await untilBlocked(tab);
  // What the owner has not been shown is not done without.
  tab.actions.security.finishRotation([{ collection: 'notes', id: noteId(2) }]);
  await untilBlocked(tab);
  notes.set(first, honest);
  tab.actions.security.resumeRotation();
  await untilRotated(tab);
  const { over } = noteOf(tab, first);
  expect(must(await open(tab, over.sealed, { ...place, id: first, version: 2 }))).toEqual(fields);
});

test('an entry that keeps the old key keeps no record from the new one', async () => {
  const tab = await openNewVault();
  const notes = await fillNotes(tab, 3);
  const { id: entry } = must(await tab.actions.save(null, entryDraft('Bank'), null));
  tab.server.put({ id: entry, password_encrypted: `${String(tab.server.rows.get(entry)?.['password_encrypted']).slice(0, -8)}AAAAAAAA` });
  await lockAndOpen(tab);
  must(await tab.actions.security.rotateKey(proof, master));
  await until(tab, (state) => state.stage === 'open' && (state.rotation?.blocked.length ?? 0) > 0);
  expect([1, 2, 3].map((number) => notes.get(noteId(number))?.version)).toEqual([2, 2, 3]);
});

test('a rotation that the owner finishes without a note says so in the log, and the note opens when its listed text is back', async () => {
  const tab = await openNewVault();
  const { notes, honest } = await rotateOverLie(tab);
  tab.actions.security.finishRotation([{ collection: 'notes', id: first }]);
  await untilRotated(tab);
  await expect.poll(() => tab.acts.map(([act]) => act)).toContain('rotate_without');
  tab.stop();
  const again = await anotherTab(tab);
  expect(await verified(again)).toEqual([`altered ${first}`]);
  notes.set(first, honest);
  expect(await verified(again)).toEqual([]);
  expect(must(await open(again, honest.sealed, { ...place, id: first }))).toEqual(fields);
  const { over } = noteOf(again, first);
  must(await again.store.records.write([{ ...draft(first, { title: 'after' }), over }]));
  const after = noteOf(again, first).over;
  expect(must(await open(again, after.sealed, { ...place, id: first, version: 2 }))).toEqual({ title: 'after' });
});

test('what is kept for 30 days is not erased while a record does not open, before the owner has seen which', async () => {
  const tab = await openNewVault();
  const notes = await fillNotes(tab, 3);
  const { row, over } = noteOf(tab, first);
  must(await tab.store.records.write([{ ...draft(first), over }]));
  const { row: second } = noteOf(tab, first);
  notes.set(first, { ...second, sealed: row.sealed });
  const kept = tab.server.removedRecords.length;
  expect(kept).toBeGreaterThan(0);
  const held = [{ collection: 'notes', id: first, code: 'altered' }];
  expect(await tab.actions.removed.eraseAll()).toMatchObject({ failure: { code: 'not_read_back', held } });
  expect(await tab.actions.removed.eraseAll([{ collection: 'notes', id: noteId(2) }])).toMatchObject({ failure: { held } });
  expect(tab.server.removedRecords).toHaveLength(kept);
  must(await tab.actions.removed.eraseAll(held));
  expect(tab.server.removedRecords).toEqual([]);
  tab.actions.lock('button');
  must(await tab.actions.unlockWithCode('123456'));
  expect(codeOf(await tab.actions.removed.eraseAll())).toBe('locked');
});

/** A row as a browser keeps it, closed. */
const copyOf = ({ id: own, version, sealed, deletedAt }: SealedRow): RawRecord => ({
  ...{ id: own, version, sealed, created_at: '2026-11-20T12:00:00.000Z', updated_at: '2026-11-21T12:00:00.000Z', deleted_at: deletedAt },
});

test.each(['altered', 'missing', 'stale', 'in the trash'])(
  'this device’s copy puts a record back that is %s, as a new version that every browser finds listed',
  async (act) => {
    const tab = await openNewVault();
    const notes = await fillNotes(tab, 3);
    const { row: earlier, over } = noteOf(tab, first);
    must(await tab.store.records.write([{ ...draft(first, { title: 'Second' }), over }]));
    const { row: honest } = noteOf(tab, first);
    if (act === 'altered') notes.set(first, { ...honest, sealed: `${honest.sealed.slice(0, -6)}AAAAAA` });
    if (act === 'missing') notes.delete(first);
    if (act === 'stale') notes.set(first, earlier);
    if (act === 'in the trash') notes.set(first, { ...honest, deletedAt: '2026-11-22T12:00:00.000Z' });
    expect(await verified(tab)).toHaveLength(1);
    must(await tab.store.records.putBack('notes', copyOf(honest)));
    const { row } = noteOf(tab, first);
    expect(row).toMatchObject({ version: 3, deletedAt: null });
    const stranger = await openByMaster({ server: tab.server });
    expect(await verified(stranger)).toEqual([]);
    expect(must(await open(stranger, row.sealed, { ...place, id: first, version: 3 }))).toEqual({ title: 'Second' });
  },
);

test('a copy from before a rotation puts a record back that was damaged since', async () => {
  const tab = await openNewVault();
  const notes = await fillNotes(tab, 3);
  const { row: before } = noteOf(tab, first);
  must(await tab.actions.security.rotateKey(proof, master));
  await untilRotated(tab);
  const { row: after } = noteOf(tab, first);
  notes.set(first, { ...after, sealed: `${after.sealed.slice(0, -6)}AAAAAA` });
  must(await tab.store.records.putBack('notes', copyOf(before)));
  expect(await verified(tab)).toEqual([]);
  expect(must(await open(tab, noteOf(tab, first).row.sealed, { ...place, id: first, version: 3 }))).toEqual(fields);
});

test('a copy that does not open changes nothing, and says so', async () => {
  const tab = await openNewVault();
  await fillNotes(tab, 3);
  const { row } = noteOf(tab, first);
  const { epoch } = tab.server;
  const other = copyOf({ ...row, sealed: noteOf(tab, noteId(2)).row.sealed });
  expect(codeOf(await tab.store.records.putBack('notes', other))).toBe('unreadable');
  expect(tab.server.epoch).toBe(epoch);
  tab.actions.lock('button');
  expect(codeOf(await tab.store.records.putBack('notes', copyOf(row)))).toBe('locked');
});

test('a rotation whose server falls silent among the records goes on after the next opening', async () => {
  const tab = await openNewVault();
  const notes = await fillNotes(tab, 450);
  const before = notes.get(first)?.sealed.split('.')[1];
  const cut = async () => {
    tab.server.beforeWrite = cut;
    // One batch of records goes through; then the machine is gone.
    if ([...notes.values()].some(({ sealed }) => sealed.split('.')[1] !== before)) tab.server.isAway = true;
  };
  tab.server.beforeWrite = cut;
  must(await tab.actions.security.rotateKey(proof, master));
  await until(tab, (state) => state.stage === 'open' && state.rotation?.running === false && tab.server.isAway);
  expect(new Set([...notes.values()].map(({ sealed }) => sealed.split('.')[1])).size).toBe(2);
  tab.server.isAway = false;
  tab.server.beforeWrite = undefined;
  tab.stop();
  const again = await anotherTab(tab);
  await untilRotated(again);
  expect(new Set([...notes.values()].map(({ sealed }) => sealed.split('.')[1])).size).toBe(1);
  expect(await verified(again)).toEqual([]);
});

test('records from before they were listed are taken in once, and the log says so; one that comes later is planted', async () => {
  const tab = await openNewVault();
  // The vault as it was when records were written beside its manifest.
  const before = tab.server.remember();
  const notes = await fillNotes(tab, 3);
  const late = notes.get(noteId(2));
  notes.delete(noteId(2));
  before();
  const fresh = await openByMaster({ server: tab.server });
  const { epoch } = fresh.server;
  expect(await verified(fresh)).toEqual([]);
  expect(await verified(fresh)).toEqual([]);
  expect(fresh.acts.filter(([act]) => act === 'list_records')).toHaveLength(1);
  expect(fresh.server.epoch).toBeGreaterThan(epoch);
  if (late !== undefined) notes.set(noteId(2), late);
  expect(await verified(fresh)).toEqual([`unlisted ${noteId(2)}`]);
  notes.delete(first);
  expect(await verified(fresh)).toEqual([`unlisted ${noteId(2)}`, `missing ${first}`]);
});

test('a write against a passed epoch is made again, and one over a passed version is left to its writer to merge', async () => {
  const tab = await openNewVault();
  await fillNotes(tab, 2);
  const other = await anotherTab(tab);
  const { over } = noteOf(tab, first);
  must(await tab.store.records.write([draft(noteId(9))]));
  const [row] = must(await other.store.records.write([{ ...draft(first, { title: 'of the other' }), over }]));
  expect(row).toMatchObject({ id: first, version: 2 });
  expect(await tab.store.records.write([{ ...draft(first), over }])).toMatchObject({ failure: { code: 'not_as_listed', id: first } });
  expect(await tab.store.records.write([draft(first)])).toMatchObject({ failure: { code: 'changed_elsewhere', id: first } });
  expect(await verified(tab)).toEqual([]);
  expect(await verified(other)).toEqual([]);
});

test('a write that others are too often quicker than is no lock: it is tried again', async () => {
  const tab = await openNewVault();
  await fillNotes(tab, 2);
  const other = await anotherTab(tab);
  let number = 20;
  const quicker = async () => {
    number += 1;
    if (number < 30) must(await other.store.records.write([draft(noteId(number))]));
    tab.server.beforeWrite = quicker;
  };
  tab.server.beforeWrite = quicker;
  expect(codeOf(await tab.store.records.write([draft(noteId(9))]))).toBe('backend_unreachable');
  tab.server.beforeWrite = undefined;
  must(await tab.store.records.write([draft(noteId(9))]));
  expect(await verified(tab)).toEqual([]);
});

test('a write whose answer is lost is written once, and listed', async () => {
  const tab = await openNewVault();
  await fillNotes(tab, 2);
  tab.server.lostAnswers = 1;
  must(await tab.store.records.write([draft(noteId(9))]));
  expect(notesOf(tab).get(noteId(9))?.version).toBe(1);
  expect(await verified(tab)).toEqual([]);
});

test('on a browser that never saw them, a withheld record and one of an earlier version are named; the rest is as listed', async () => {
  const tab = await openNewVault();
  const notes = await fillNotes(tab, 6);
  const { row: kept, over } = noteOf(tab, first);
  must(await tab.store.records.write([{ ...draft(first), over }]));
  notes.set(first, kept);
  notes.delete(noteId(2));
  const fresh = await openByMaster({ server: tab.server });
  expect(await verified(fresh)).toEqual([`stale ${first}`, `missing ${noteId(2)}`]);
  expect(await fresh.store.records.write([{ ...draft(first), over }])).toMatchObject({
    failure: { code: 'not_as_listed', id: first },
  });
  must(await fresh.store.records.write([{ ...draft(first), over, isOverride: true }]));
  must(await fresh.store.records.forget('notes', [noteId(2)]));
  expect(await verified(fresh)).toEqual([]);
  expect(notes.get(first)?.version).toBe(3);
});

test('what the trash deleted permanently loses its listing, so that it is found where somebody brings it back', async () => {
  const tab = await openNewVault();
  const notes = await fillNotes(tab, 3);
  const removed = notes.get(noteId(3));
  notes.delete(noteId(3));
  expect(await verified(tab)).toEqual([]);
  if (removed !== undefined) notes.set(noteId(3), { ...removed, deletedAt: null });
  expect(await verified(tab)).toEqual([`unlisted ${noteId(3)}`]);
});

test('parts of the manifest that are lost are listed again from the records that open, when the owner confirms it', async () => {
  const tab = await openNewVault();
  await fillNotes(tab, 3);
  for (const part of [...tab.server.parts.keys()]) if (part >= 64) tab.server.parts.set(part, 'm2.broken');
  const fresh = await anotherTab(tab);
  expect(await verified(fresh)).toEqual([1, 2, 3].map((number) => `unverified ${noteId(number)}`));
  const { over } = noteOf(tab, first);
  expect(codeOf(await fresh.store.records.write([{ ...draft(first), over, isOverride: true }]))).toBe('manifest_broken');
  must(await fresh.actions.repairManifest());
  expect(await verified(fresh)).toEqual([]);
  must(await fresh.store.records.write([{ ...draft(first), over }]));
});

test('records of a vault that was given up are no part of the next one, and can be removed under it', async () => {
  const tab = await openNewVault();
  const notes = await fillNotes(tab, 2);
  must(await tab.actions.replaceVault('another master of four'));
  await untilStage(tab, 'open');
  const { over } = noteOf(tab, first);
  const { sealed } = over;
  expect(codeOf(await open(tab, sealed, { ...place, id: first }))).toBe('unknown_key');
  expect(await tab.store.records.write([{ ...draft(first), over }])).toMatchObject({ failure: { code: 'not_as_listed' } });
  must(await tab.store.records.write([{ collection: 'notes', id: first, over, deletedAt: '2026-11-21T12:00:00.000Z', isOverride: true }]));
  expect(notes.get(first)).toMatchObject({ version: 2, sealed, deletedAt: expect.any(String) });
  expect(await verified(tab)).toEqual([`unlisted ${noteId(2)}`]);
  must(await tab.store.records.write([draft(noteId(9))]));
});
