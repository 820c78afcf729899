import { createHash } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import { describe, expect, test } from 'vitest';
import { makeBackupFile } from '../../backup/make-backup-file.ts';
import type { Row } from '../../passport/exported-tables.ts';
import { memorySink } from '../../passport/memory-table.ts';
import { storedFilesTable } from '../../passport/stored-files.ts';
import { partName } from '../files/part-name.ts';
import { sendFile } from '../files/send-file.ts';
import type { StoredObjects } from '../files/stored-objects.ts';
import { directFileWorker, memoryObjects } from '../files/testing/memory-objects.ts';
import { quickArgon2id } from '../testing/quick-argon2id.ts';
import { draft, master, must, openNewVault, type Tab, untilVerified } from '../testing/vault-world.ts';
import { offlinePorts, openFile } from './open-file.ts';

const phrase = 'unhinged-marbled-outsider-gallon-thrash-clover';
const ports = { ...offlinePorts, argon2id: quickArgon2id };
const picture = Uint8Array.from({ length: 700 }, (_, index) => (index * 7) & 255);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const idOf = (number: number) => `${number.toString(16).padStart(2, '0')}abcdef-0000-4000-8000-000000000001`;

/** A vault with an entry, records of three apps, a note in the trash, and a picture in two parts. */
async function filledVault(): Promise<Tab & { readonly recoveryKey: string }> {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Bank', { notes: 'the branch at the harbour' }), null));
  const record = (
    collection: string,
    number: number,
    fields: Record<string, string | number | string[]>,
    deletedAt: string | null = null,
  ) => ({
    collection,
    id: idOf(number),
    fields,
    deletedAt,
  });
  must(
    await tab.store.records.write([
      record('notes', 1, { title: 'Spare key', body: 'Under the **third** pot' }),
      record('notes', 2, { title: 'Old', body: 'gone' }, '2026-11-01T00:00:00.000Z'),
      record('money', 3, { kind: 'account', name: 'Savings' }),
      record('health_months', 4, { month: '2026-10', weight: 71 }),
      record('note_files', 5, {
        path: 'pictures/pot.png',
        bytes: 700,
        sha256: createHash('sha256').update(picture).digest('hex'),
        parts: [idOf(7), idOf(6)],
      }),
      record('note_file_parts', 6, { content: base64(picture.subarray(300)) }),
      record('note_file_parts', 7, { content: base64(picture.subarray(0, 300)) }),
    ]),
  );
  await untilVerified(tab);
  return tab;
}

/** The lists as the server would give them, by the names that the file gives them. */
function listsOf(tab: Tab, objects: StoredObjects) {
  const listOf = (name: string, key: string, rows: () => readonly Row[]) => ({
    name,
    key,
    pageRows: 100_000,
    readPage: async () => succeed(rows()),
  });
  const sealed = (name: string, collection: string) =>
    listOf(name, 'id', () =>
      [...(tab.server.sealedRows.get(collection)?.values() ?? [])].map(({ deletedAt, ...row }) => ({ ...row, deleted_at: deletedAt })),
    );
  return {
    tables: {
      first: [listOf('tasks', 'id', () => [{ id: idOf(9), title: 'Weed', deleted_at: null }]), sealed('notes', 'notes')],
      later: [
        storedFilesTable(objects),
        sealed('money', 'money'),
        sealed('health_months', 'health_months'),
        sealed('noteFiles', 'note_files'),
        sealed('noteFileParts', 'note_file_parts'),
      ],
    },
    vaultLists: ({ slots, parts }: { readonly slots: readonly Row[]; readonly parts: readonly Row[] }) => [
      listOf('vault_entries', 'id', () => [...tab.server.rows.values()]),
      listOf('vault_slots', 'id', () => slots),
      listOf('vault_manifest', 'part', () => parts),
    ],
  };
}

async function backupOf(tab: Tab, passphrase?: string, objects = memoryObjects().objects): Promise<Uint8Array<ArrayBuffer>> {
  const { sink, bytes } = memorySink();
  const made = await makeBackupFile(
    { proof: { kind: 'master', master }, passphrase },
    {
      nowMs: 0,
      backups: tab.actions.tools.backups,
      openSink: async () => sink,
      tell: () => undefined,
      confirm: async () => true,
      ...listsOf(tab, objects),
    },
  );
  must(made);
  return Uint8Array.from(bytes());
}

const open = (file: Uint8Array<ArrayBuffer>, typed: string) => openFile(new Blob([file]), typed, ports);

test('a backup opens offline by the master and by the recovery key: entries, records of every app, clear lists, and files byte by byte', async () => {
  const tab = await filledVault();
  const file = await backupOf(tab);
  for (const typed of [master, tab.recoveryKey, tab.recoveryKey.toLowerCase().replaceAll('-', ' ')]) {
    const opened = must(await open(file, typed));
    expect(opened.doubts).toEqual([]);
    expect(opened.entries.map(({ details, secrets }) => [details.title, secrets.password, secrets.notes])).toEqual([
      ['Bank', 'secret of Bank', 'the branch at the harbour'],
    ]);
    const rowsOf = (name: string) => opened.lists.find((list) => list.name === name)?.rows ?? [];
    expect(rowsOf('tasks')).toEqual([{ id: idOf(9), title: 'Weed', deleted_at: null }]);
    expect(rowsOf('notes').map(({ title, body, deleted_at }) => [title, body, deleted_at])).toEqual([
      ['Spare key', 'Under the **third** pot', null],
      ['Old', 'gone', '2026-11-01T00:00:00.000Z'],
    ]);
    expect(rowsOf('money')).toMatchObject([{ kind: 'account', name: 'Savings' }]);
    expect(rowsOf('health_months')).toMatchObject([{ month: '2026-10', weight: 71 }]);
    const [stored] = rowsOf('noteFiles');
    expect(await opened.bytesOf(stored ?? {})).toEqual(picture);
    expect(opened.lists.every(({ closed }) => closed === 0)).toBe(true);
  }
});

test('a backup under a passphrase opens offline by that, with everything in it', async () => {
  const tab = await filledVault();
  const file = await backupOf(tab, phrase);
  const opened = must(await open(file, phrase));
  expect(opened.doubts).toEqual([]);
  expect(opened.entries).toHaveLength(1);
  expect(opened.lists.find(({ name }) => name === 'notes')?.rows).toHaveLength(2);
  expect(await open(file, master)).toEqual({ ok: false, failure: { code: 'wrong_passphrase' } });
});

test('what does not fit is said, and the rest stays readable', async () => {
  const tab = await filledVault();
  // Planted in the rows, behind the manifest: an older text, and parts of which one is gone.
  const notes = tab.server.sealedRows.get('notes');
  const note = notes?.get(idOf(1));
  if (note !== undefined) notes?.set(note.id, { ...note, sealed: `${note.sealed.slice(0, -6)}AAAAAA` });
  tab.server.sealedRows.get('note_file_parts')?.delete(idOf(6));
  const opened = must(await open(await backupOf(tab), master));
  expect(opened.doubts).toEqual([
    `The record ${idOf(1)} of notes is not as the vault lists it (altered).`,
    `The record ${idOf(6)} of noteFileParts is missing: the vault lists it, and the file lacks it.`,
  ]);
  const found = opened.lists.find(({ name }) => name === 'vault_findings')?.rows;
  expect(found?.map(({ id, list: of, code }) => [of, id, code])).toEqual([
    ['noteFileParts', idOf(6), 'missing'],
    ['notes', idOf(1), 'altered'],
  ]);
  const list = opened.lists.find(({ name }) => name === 'notes');
  expect([list?.rows.length, list?.closed]).toEqual([1, 1]);
  expect(await opened.bytesOf(opened.lists.find(({ name }) => name === 'noteFiles')?.rows[0] ?? {})).toBeUndefined();
  expect(opened.entries).toHaveLength(1);
});

describe('a large file of notes, which the storage has', () => {
  const film = Uint8Array.from({ length: 2_200_000 }, (_, index) => (index * 11 + (index >> 10)) & 255);

  /** The filled vault with a large file, and what the storage has of it. */
  async function withFilm() {
    const tab = await filledVault();
    const { kept, objects } = memoryObjects();
    const sent = must(await sendFile(new Blob([film]), { objects, openWorker: () => directFileWorker() }));
    const fields = { path: 'film.mp4', parts: [], note_id: null, ...sent };
    must(await tab.store.records.write([{ collection: 'note_files', id: idOf(8), fields, deletedAt: null }]));
    await untilVerified(tab);
    // Of no record, and marked so: not worth a place in the file.
    const loose = 'e'.repeat(32);
    await objects.put(partName(loose, 0), new Uint8Array(9));
    await objects.put(`${loose}/loose`, new Uint8Array(1));
    return { tab, kept, objects, id: sent.object.id };
  }

  const bytesIn = async (opened: Awaited<ReturnType<typeof read>>) => {
    const rows = opened.lists.find(({ name }) => name === 'noteFiles')?.rows ?? [];
    return opened.bytesOf(rows.find(({ path }) => path === 'film.mp4') ?? {});
  };
  const read = async (file: Uint8Array<ArrayBuffer>) => must(await open(file, master));

  test('is in the backup, and opens offline byte for byte', async () => {
    const { tab, objects } = await withFilm();
    const opened = await read(await backupOf(tab, undefined, objects));
    expect(opened.doubts).toEqual([]);
    expect(Buffer.compare((await bytesIn(opened)) ?? new Uint8Array(), film)).toBe(0);
  });

  test('of which a part is missing, or another than was stored, is named in the backup and gives no bytes', async () => {
    for (const [code, change] of [
      ['missing', (kept: Map<string, unknown>, name: string) => kept.delete(name)],
      ['altered', (kept: Map<string, unknown>, name: string) => kept.set(name, { content: new Uint8Array(65_564), createdMs: 0 })],
    ] as const) {
      const { tab, kept, objects, id } = await withFilm();
      change(kept, partName(id, 2));
      const opened = await read(await backupOf(tab, undefined, objects));
      const found = opened.lists.find(({ name }) => name === 'vault_findings')?.rows;
      expect(found).toEqual([{ id, list: 'note_file_objects', code }]);
      expect(await bytesIn(opened)).toBeUndefined();
    }
  });
});

test('another master, a changed byte, half a file and another file are told apart', async () => {
  const file = await backupOf(await filledVault());
  expect(await open(file, 'another')).toEqual({ ok: false, failure: { code: 'wrong_key' } });
  const altered = file.map((byte, index) => (index === file.length - 9 ? byte ^ 1 : byte));
  expect(await open(altered, master)).toEqual({ ok: false, failure: { code: 'backup_damaged' } });
  expect(await open(file.slice(0, -40), master)).toEqual({ ok: false, failure: { code: 'backup_damaged' } });
  expect(await open(new TextEncoder().encode('%PDF-1.7'), master)).toEqual({ ok: false, failure: { code: 'not_a_backup' } });
  expect(await open(new TextEncoder().encode('{"a":1}'), master)).toEqual({ ok: false, failure: { code: 'export_kdf_refused' } });
});

test('an older export of the vault opens with its own password, as it always did', async () => {
  const tab = await filledVault();
  const made = must(await tab.actions.tools.exportVault({ format: 'encrypted', password: phrase }, { kind: 'master', master }, {}));
  const file = new Uint8Array((await made.files[0]?.content.arrayBuffer()) ?? new ArrayBuffer(0));
  const opened = must(await open(file, phrase));
  expect([opened.kind, opened.entries.map(({ details }) => details.title), opened.doubts]).toEqual(['export', ['Bank'], []]);
  expect(await open(file, master)).toEqual({ ok: false, failure: { code: 'wrong_password' } });
});
