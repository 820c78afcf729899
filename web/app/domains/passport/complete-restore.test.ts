import { succeed } from '@castellan/foundation/result';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Fields } from '../records/record.ts';
import type { SealedRow } from '../vault/ports/vault-backend.ts';
import { MemoryServer } from '../vault/testing/memory-server.ts';
import {
  codeOf,
  draft,
  master,
  must,
  openByMaster,
  openNewVault,
  openTab,
  type Tab,
  untilStage,
  untilVerified,
} from '../vault/testing/vault-world.ts';
import { vaultLists } from './backup-findings.ts';
import { openCompleteBackup } from './complete-backup.ts';
import { rehearseComplete, restoreComplete, vaultHere } from './complete-restore.ts';
import { writeExport } from './export-file.ts';
import type { ExportedTable, Row } from './exported-tables.ts';
import { memorySink, memoryTable } from './memory-table.ts';
import type { WriteRows } from './restore-export.ts';

const byMaster = { kind: 'master', master } as const;
const idOf = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`;
const otherUser = '99999999-9999-4999-8999-999999999999';
const createdAt = '2026-03-03T03:03:03+00:00';

/** A clear table in memory that keeps what a restore writes. */
function clearTable(rows: readonly Row[] = []) {
  const kept = new Map(rows.map((row) => [row['id'], row]));
  const writeRows: WriteRows = async (_, given, overwrite) => {
    const counts = { restored: 0, overwritten: 0, kept: 0, unlinked: 0 };
    for (const row of given) {
      const present = kept.get(row['id']);
      const differs = JSON.stringify(present) !== JSON.stringify(row);
      counts[present === undefined ? 'restored' : overwrite && differs ? 'overwritten' : 'kept'] += 1;
      if (present === undefined || overwrite) kept.set(row['id'], row);
    }
    return succeed(counts);
  };
  return { kept, writeRows, table: memoryTable('tasks', () => [...kept.values()]) };
}

const sealedRowsOf = ({ server }: Pick<Tab, 'server'>, name: string) => server.sealedRows.get(name) ?? new Map<string, SealedRow>();

/** A sealed table as the tab's server shows it. */
function sealedTable(tab: Pick<Tab, 'server'>, name: string) {
  const rows = (): readonly (Row & { id: string; version: number; created_at: string; updated_at: string; deleted_at: string | null })[] =>
    [...sealedRowsOf(tab, name).values()].map(({ deletedAt, ...row }) => ({
      ...row,
      ...{ created_at: createdAt, updated_at: createdAt, deleted_at: deletedAt },
    }));
  const table: ExportedTable = {
    ...memoryTable(name, rows),
    comesBack: 'sealed',
    loadSchema: async () => z.looseObject({ id: z.string(), sealed: z.string() }),
  };
  return { rows, table };
}

const sealedNames = ['notes', 'note_file_parts', 'money'];

/** What an account holds beside its vault, with a server that answers for it. */
function accountOf(tab: Tab, tasks: readonly Row[] = []) {
  const clear = clearTable(tasks);
  const sealed = new Map(sealedNames.map((name) => [name, sealedTable(tab, name)]));
  const tables = [clear.table, ...[...sealed.values()].map(({ table }) => table)];
  const server = {
    readMany: async (name: string, ids: readonly string[]) =>
      succeed((sealed.get(name)?.rows() ?? []).filter(({ id }) => ids.includes(id))),
  };
  return { tab, clear, tables, ports: { tables, server, writeRows: clear.writeRows } };
}

type Account = ReturnType<typeof accountOf>;

const write = async (tab: Tab, collection: string, id: string, fields: Fields, deletedAt: string | null = null) =>
  must(await tab.store.records.write([{ collection, id, fields, deletedAt, createdAt }]));

/** One of everything: entries with history, trash and an icon; records with parts and one in the trash; clear rows. */
async function filledAccount(): Promise<Account & { readonly recoveryKey: string }> {
  const tab = await openNewVault();
  const { id } = must(await tab.actions.save(null, draft('Bank', { password: 'first' }, { favorite: true, category: 'finance' }), null));
  await untilVerified(tab);
  const { version, details, secrets } = must(await tab.actions.openForEdit(id));
  must(await tab.actions.save(id, { details, secrets: { ...secrets, password: 'second' } }, version));
  const gone = must(await tab.actions.save(null, draft('Gone'), null));
  must(await tab.actions.trash(gone.id));
  must(await tab.actions.save(null, draft('Twin'), null));
  must(await tab.actions.save(null, draft('Twin'), null));
  await write(tab, 'notes', idOf('a'), { title: 'The spare key' });
  await write(tab, 'notes', idOf('b'), { title: 'Thrown away' }, '2026-11-20T00:00:00.000Z');
  await write(tab, 'note_file_parts', idOf('c'), { content: 'AAAA'.repeat(50_000) });
  await write(tab, 'money', idOf('d'), { label: 'Cash' });
  await untilVerified(tab);
  return { ...accountOf(tab, [{ id: idOf('e'), text: 'Weed' }]), recoveryKey: tab.recoveryKey };
}

/** The file of an account's complete backup. */
async function backupOf({ tab, tables }: Account, passphrase?: string): Promise<Blob> {
  const { backups } = tab.actions.tools;
  const begun = must(await backups.begin(passphrase, byMaster));
  const listOf = (name: string, key: string, rows: readonly Row[]) => ({
    ...memoryTable(name, () => rows),
    key,
    readPage: async () => succeed(rows),
  });
  const entries = [...tab.server.rows.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const out = memorySink();
  must(
    await writeExport({
      nowMs: 0,
      sink: out.sink,
      tell: () => {},
      vault: {
        facts: begun.vault,
        lists: [
          listOf(vaultLists.entries, 'id', entries as unknown as Row[]),
          listOf(vaultLists.slots, 'id', begun.slots as Row[]),
          listOf(vaultLists.parts, 'part', begun.parts as Row[]),
        ],
      },
      tables: { first: [], later: tables },
    }),
  );
  return new Blob([must(await begun.seal(Uint8Array.from(out.bytes()), true))]);
}

/** An empty account of another person on another server: nothing is set up there. */
async function emptyAccount(userId = otherUser): Promise<Account> {
  const server = Object.assign(new MemoryServer(), { userId });
  const tab = openTab({ server });
  await untilStage(tab, 'locked');
  return accountOf(tab);
}

const open = async ({ tab }: Account, file: Blob, secret: Parameters<typeof openCompleteBackup>[2] = byMaster) =>
  openCompleteBackup(tab.store, file, secret);

const rehearse = async (account: Account, file: Blob, secret?: Parameters<typeof openCompleteBackup>[2]) =>
  rehearseComplete(account.tab.store, must(await open(account, file, secret)), { ...account.ports, tell: () => {} });

type Choices = Partial<Pick<Parameters<typeof restoreComplete>[2], 'entries' | 'overwrite' | 'master' | 'signal' | 'tell' | 'onFounded'>>;

/** Opens, rehearses and restores a file, as the page does. */
async function restore(account: Account, file: Blob, choices: Choices = {}, secret?: Parameters<typeof openCompleteBackup>[2]) {
  const backup = must(await open(account, file, secret));
  must(await rehearseComplete(account.tab.store, backup, { ...account.ports, tell: () => {} }));
  return restoreComplete(account.tab.store, backup, {
    ...account.ports,
    ...{ master, entries: 'mine', overwrite: new Set<string>(), rows: 0, onFounded: () => {}, tell: () => {} },
    ...choices,
  });
}

/** Everything that is readable in an account, by what it says and not by how it is sealed. */
async function contentOf({ tab, clear }: Account) {
  const state = await untilVerified(tab);
  const entries = [];
  for (const { id, details } of state.items) {
    const secrets = must(await tab.actions.readSecrets(id, 'view'));
    entries.push({ id, details: { ...details, trashedAt: details.trashedAt !== null }, secrets });
  }
  const records = [];
  for (const name of sealedNames) {
    const rows = [...sealedRowsOf(tab, name).values()];
    const opened = must(
      await tab.store.records.open(
        rows.map(({ id, version, sealed }) => ({ place: { class: 'row', collection: name, id, version }, text: sealed })),
      ),
    );
    records.push(
      ...rows.map(({ id, deletedAt }, index) => ({
        name,
        id,
        deletedAt,
        fields: must(opened[index] ?? { ok: false, failure: { code: 'lost' } }),
      })),
    );
  }
  const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1);
  return { entries: entries.toSorted(byId), records: records.toSorted(byId), tasks: [...clear.kept.values()] };
}

test('on an empty installation of another account everything comes back by the master alone, and a second restore adds nothing', async () => {
  const lost = await filledAccount();
  const file = await backupOf(lost);
  const fresh = await emptyAccount();
  expect(vaultHere(fresh.tab.store)).toBe('none');
  const rehearsed = must(await rehearse(fresh, file));
  expect(rehearsed.strange).toEqual([]);
  expect(
    rehearsed.lists.map(({ name, rows, missing, equal, different, checksum }) => [name, rows, missing, equal + different, checksum]),
  ).toEqual([
    ['vault_entries', 4, 4, 0, 'matches'],
    ['vault_slots', 2 + 1, 0, 0, 'matches'],
    ['vault_manifest', expect.any(Number), 0, 0, 'matches'],
    ['tasks', 1, 1, 0, 'matches'],
    ['notes', 2, 2, 0, 'matches'],
    ['note_file_parts', 1, 1, 0, 'matches'],
    ['money', 1, 1, 0, 'matches'],
  ]);
  expect([fresh.tab.server.vaultId, fresh.tab.server.writes, fresh.clear.kept.size]).toEqual([undefined, 0, 0]);
  const keys: string[] = [];
  must(await restore(fresh, file, { onFounded: (key) => keys.push(key) }));
  expect(keys).toHaveLength(1);
  expect(await contentOf(fresh)).toEqual(await contentOf(lost));
  const before = { ...fresh.tab.server, rows: new Map(fresh.tab.server.rows) };
  const again = must(await restore(fresh, file));
  expect(again.entries.written).toBe(0);
  expect(again.lists.map(({ restored, overwritten }) => restored + overwritten)).toEqual([0, 0, 0, 0]);
  expect(fresh.tab.server.rows).toEqual(before.rows);
  expect(await contentOf(fresh)).toEqual(await contentOf(lost));
}, 30_000);

test('an earlier text of a record that the server showed while the backup was made does not come back as the record', async () => {
  const lost = await filledAccount();
  const notes = sealedRowsOf(lost.tab, 'notes');
  const [id, earlier] = [idOf('a'), notes.get(idOf('a'))];
  if (earlier === undefined) throw new Error('no note');
  const { version, sealed } = earlier;
  const over = { version, sealed, deleted: false };
  must(await lost.tab.store.records.write([{ collection: 'notes', id, fields: { title: 'Not under the mat' }, deletedAt: null, over }]));
  notes.set(id, earlier);
  const fresh = await emptyAccount();
  const restored = must(await restore(fresh, await backupOf(lost)));
  expect(restored.lists.find(({ name }) => name === 'notes')).toMatchObject({
    restored: 1,
    leftOut: 1,
    reason: 'It is not as it was sealed.',
  });
  expect(sealedRowsOf(fresh.tab, 'notes').has(id)).toBe(false);
}, 30_000);

test('what the vault in a file lists and the file lacks is counted, list by list, before anything is written', async () => {
  const lost = await filledAccount();
  sealedRowsOf(lost.tab, 'notes').delete(idOf('a'));
  sealedRowsOf(lost.tab, 'note_file_parts').delete(idOf('c'));
  const [entry] = lost.tab.server.rows.keys();
  lost.tab.server.rows.delete(entry ?? '');
  const rehearsed = must(await rehearse(await emptyAccount(), await backupOf(lost)));
  expect(rehearsed.lists.filter(({ absent }) => absent > 0).map(({ name, absent }) => [name, absent])).toEqual([
    ['vault_entries', 1],
    ['notes', 1],
    ['note_file_parts', 1],
  ]);
  const whole = must(await rehearse(await emptyAccount(), await backupOf(await filledAccount())));
  expect(whole.lists.filter(({ absent }) => absent > 0)).toEqual([]);
});

test('the recovery key or a passphrase of the file opens it where there is no vault, and the owner names the new master', async () => {
  const lost = await filledAccount();
  const phrase = 'unhinged-marbled-outsider-gallon-thrash-clover';
  const next = 'harrier under the south bridge';
  for (const [file, secret] of [
    [await backupOf(lost), { kind: 'recovery', key: lost.recoveryKey }],
    [await backupOf(lost, phrase), { kind: 'passphrase', passphrase: phrase }],
  ] as const) {
    const fresh = await emptyAccount();
    must(await restore(fresh, file, { master: next }, secret));
    expect(await contentOf(fresh)).toEqual(await contentOf(lost));
    const later = await openByMaster({ server: fresh.tab.server }, next);
    expect((await untilVerified(later)).items).toHaveLength(4);
  }
}, 60_000);

test('what does not open a backup is told apart: a wrong secret, damage, a cut, another way in, no backup', async () => {
  const lost = await filledAccount();
  const file = await backupOf(lost);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const fresh = await emptyAccount();
  const codeBy = async (blob: Blob, secret: Parameters<typeof openCompleteBackup>[2] = byMaster) => codeOf(await open(fresh, blob, secret));
  expect(await codeBy(file, { kind: 'master', master: 'another' })).toBe('wrong_key');
  expect(await codeBy(file, { kind: 'recovery', key: 'nonsense' })).toBe('wrong_recovery_key');
  expect(await codeBy(file, { kind: 'passphrase', passphrase: 'another' })).toBe('wants_key');
  expect(await codeBy(new Blob(['{"schemaVersion":2,\n']))).toBe('not_a_backup');
  expect(await codeBy(new Blob([bytes.map((byte, at) => (at === 5_000 ? byte ^ 1 : byte))]))).toBe('backup_damaged');
  // Where its vault can be read, the rehearsal finds what is wrong behind it.
  const codeOfWhole = async (blob: Blob) => {
    const opened = await open(fresh, blob);
    return opened.ok ? codeOf(await rehearseComplete(fresh.tab.store, opened.value, { ...fresh.ports, tell: () => {} })) : codeOf(opened);
  };
  expect(await codeOfWhole(new Blob([bytes.map((byte, at) => (at === bytes.length - 40 ? byte ^ 1 : byte))]))).toBe('backup_damaged');
  expect(await codeOfWhole(new Blob([bytes.subarray(0, -100)]))).toBe('backup_damaged');
  expect(fresh.tab.server.writes).toBe(0);
});

test('into a vault that is there nothing is overwritten unasked, and what differs is named', async () => {
  const lost = await filledAccount();
  const file = await backupOf(lost);
  const { tab } = lost;
  const bank = (await untilVerified(tab)).items.find(({ details }) => details.title === 'Bank');
  const { version, details, secrets } = must(await tab.actions.openForEdit(bank?.id ?? ''));
  must(await tab.actions.save(bank?.id ?? '', { details, secrets: { ...secrets, password: 'third' } }, version));
  const row = sealedRowsOf(tab, 'notes').get(idOf('a'));
  const over = { version: row?.version ?? 0, sealed: row?.sealed ?? '', deleted: false };
  must(await tab.store.records.write([{ collection: 'notes', id: idOf('a'), over, fields: { title: 'Rewritten' }, deletedAt: null }]));
  await untilVerified(tab);
  const before = await contentOf(lost);
  const rehearsed = must(await rehearse(lost, file));
  const differing = rehearsed.lists.filter(({ different }) => different > 0).map(({ name, differing: names }) => [name, names]);
  expect(differing).toEqual([
    ['vault_entries', ['Bank']],
    ['notes', ['The spare key']],
  ]);
  must(await restore(lost, file));
  expect(await contentOf(lost)).toEqual(before);
  must(await restore(lost, file, { entries: 'theirs', overwrite: new Set(['notes']) }));
  const after = await contentOf(lost);
  const restoredBank = after.entries.find(({ id }) => id === bank?.id);
  expect(restoredBank?.secrets.password).toBe('second');
  expect(restoredBank?.secrets.history[0]?.secrets.password).toBe('third');
  expect(after.records.find(({ id }) => id === idOf('a'))?.fields).toMatchObject({ title: 'The spare key' });
});

test('a vault that is locked is opened first, and a lock in between ends the restore and leaves it to be done again', async () => {
  const lost = await filledAccount();
  const file = await backupOf(lost);
  const other = accountOf(await openNewVault({ server: Object.assign(new MemoryServer(), { userId: otherUser }) }));
  other.tab.actions.lock('button');
  expect(codeOf(await rehearse(other, file))).toBe('vault_locked');
  must(await other.tab.actions.unlockWithMaster(master));
  await untilVerified(other.tab);
  const broken = await restore(other, file, { tell: ({ part }) => part === 'rows' && other.tab.actions.lock('button') });
  expect(broken.ok).toBe(false);
  must(await other.tab.actions.unlockWithMaster(master));
  await untilVerified(other.tab);
  must(await restore(other, file));
  expect(await contentOf(other)).toEqual(await contentOf(lost));
}, 30_000);

test('wherever a restore is broken off, doing it again ends where one that was not broken off ends', async () => {
  const lost = await filledAccount();
  const file = await backupOf(lost);
  const wanted = await contentOf(lost);
  await fc.assert(
    fc.asyncProperty(fc.nat(12), async (stopAt) => {
      const fresh = await emptyAccount();
      const stop = new AbortController();
      let told = 0;
      await restore(fresh, file, { signal: stop.signal, tell: () => (told++ === stopAt ? stop.abort() : undefined) });
      must(await restore(fresh, file));
      expect(await contentOf(fresh)).toEqual(wanted);
    }),
    { numRuns: 8 },
  );
}, 60_000);
