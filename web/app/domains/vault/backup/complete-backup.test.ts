import { succeed } from '@castellan/foundation/result';
import { parseBackupVault, snapshotOfBackup } from '@castellan/vault-core/backup/backup-vault';
import { splitBackup } from '@castellan/vault-core/backup/split-backup';
import { readEntry } from '@castellan/vault-core/entries/read-entry';
import { parseVaultRow } from '@castellan/vault-core/manifest/vault-row';
import { verifyRows } from '@castellan/vault-core/manifest/verify-rows';
import { openRecord } from '@castellan/vault-core/records/sealed-record';
import { verifyRecords } from '@castellan/vault-core/records/verify-records';
import { openVault } from '@castellan/vault-core/slots/unlock';
import { expect, test } from 'vitest';
import { backupName, makeBackupFile } from '../../backup/make-backup-file.ts';
import type { ListSource } from '../../passport/export-file.ts';
import type { Row } from '../../passport/exported-tables.ts';
import { memorySink } from '../../passport/memory-table.ts';
import { readExport } from '../../passport/read-export.ts';
import type { BackupFinding } from '../contract/vault-backup.ts';
import { quickArgon2id } from '../testing/quick-argon2id.ts';
import { codeOf, draft, master, must, openByMaster, openNewVault, openTab, type Tab, untilVerified } from '../testing/vault-world.ts';

const nowMs = Date.parse('2026-11-24T09:00:00.000Z');
const byMaster = { kind: 'master', master } as const;
const noteId = '11abcdef-0000-4000-8000-000000000001';
const trashedId = '22abcdef-0000-4000-8000-000000000002';

async function filledVault(): Promise<Tab> {
  const tab = await openNewVault();
  for (const title of ['Bank', 'Chess', 'Garden']) must(await tab.actions.save(null, draft(title), null));
  const note = (id: string, deletedAt: string | null) => ({ collection: 'notes', id, fields: { title: id }, deletedAt });
  must(await tab.store.records.write([note(noteId, null), note(trashedId, '2026-11-01T00:00:00.000Z')]));
  await untilVerified(tab);
  return tab;
}

const inOne = (name: string, rows: () => readonly Row[], before?: () => Promise<unknown>): ListSource => ({
  name,
  key: 'id',
  pageRows: 100_000,
  readPage: async () => {
    await before?.();
    return succeed([...rows()].sort((one, other) => (String(one['id']) < String(other['id']) ? -1 : 1)));
  },
});

type Parts = { readonly signal?: AbortSignal; readonly sink?: object; readonly confirm?: (findings: readonly BackupFinding[]) => boolean };

/** Makes a file of what the tab's server holds. `meanwhile` runs while its rows are read. */
async function make(tab: Tab, meanwhile?: () => Promise<unknown>, part: Parts = {}) {
  const sinks: ReturnType<typeof memorySink>[] = [];
  const notes = () =>
    [...(tab.server.sealedRows.get('notes')?.values() ?? [])].map(({ deletedAt, ...row }) => ({ ...row, deleted_at: deletedAt }));
  const made = await makeBackupFile(
    { proof: byMaster, passphrase: undefined },
    {
      nowMs,
      backups: tab.actions.tools.backups,
      openSink: async () => {
        const sink = memorySink();
        sinks.push(sink);
        return { ...sink.sink, ...part.sink };
      },
      tell: () => undefined,
      confirm: async (findings) => part.confirm?.(findings) ?? false,
      ...(part.signal === undefined ? {} : { signal: part.signal }),
      tables: { first: [inOne('notes', notes)], later: [inOne('tasks', () => [{ id: 'a', title: 'Weed' }], meanwhile)] },
      vaultLists: ({ slots, parts }) => [
        inOne('vault_entries', () => [...tab.server.rows.values()]),
        inOne('vault_slots', () => slots),
        { ...inOne('vault_manifest', () => parts), key: 'part' },
      ],
    },
  );
  return { made, sinks };
}

/** The lists of a file and what it says of its vault, read by a browser that knows of none. */
async function contentOf(file: Uint8Array) {
  const split = must(await splitBackup(new Blob([Uint8Array.from(file)]).stream()));
  const opened = must(await openTab().actions.tools.backups.open(split.header, byMaster));
  const lists = new Map<string, Row[]>();
  let rows: Row[] = [];
  let vault: unknown;
  for await (const event of readExport(opened.read(split.rest))) {
    if (event.kind === 'vault') vault = event.value;
    if (event.kind === 'list') {
      rows = [];
      lists.set(event.name, rows);
    }
    if (event.kind === 'row') rows.push(event.row);
  }
  return { lists, vault };
}

test('everything that was in the account opens from the file alone: entries, records, and what was in the trash', async () => {
  const tab = await filledVault();
  const { made, sinks } = await make(tab);
  const file = sinks[0]?.bytes() ?? Buffer.alloc(0);
  expect(must(made)).toMatchObject({
    bytes: file.length,
    rows: { notes: 2, tasks: 1, vault_entries: 3, vault_slots: tab.server.slots.size },
  });
  expect(must(made).sha256).toBe(Buffer.from(await crypto.subtle.digest('SHA-256', Uint8Array.from(file))).toString('hex'));
  expect(file.includes(Buffer.from('Weed'))).toBe(false);

  const { lists, vault } = await contentOf(file);
  const facts = parseBackupVault(vault);
  if (facts === undefined) throw new Error('no vault');
  const ports = {
    crypto: crypto.subtle,
    randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
    clock: { nowMs: () => nowMs },
    argon2id: quickArgon2id,
  };
  const snapshot = must(snapshotOfBackup(facts, lists.get('vault_slots') ?? [], lists.get('vault_manifest') ?? []));
  const opened = must(await openVault(ports, facts.userId, snapshot, undefined, byMaster));
  expect(opened.findings).toEqual([]);
  const rows = (lists.get('vault_entries') ?? []).map((row) => parseVaultRow(row)).filter((row) => row !== undefined);
  expect((await verifyRows(ports, opened, rows)).findings).toEqual([]);
  const titles = await Promise.all(rows.map(async (row) => must(await readEntry(ports, opened, row)).details.title));
  expect(titles.sort()).toEqual(['Bank', 'Chess', 'Garden']);

  const notes = lists.get('notes') ?? [];
  const shown = notes.map((row) => ({
    id: String(row['id']),
    version: Number(row['version']),
    sealed: String(row['sealed']),
    deleted: row['deleted_at'] !== null,
  }));
  expect((await verifyRecords(ports.crypto, opened, 'notes', shown)).findings).toEqual([]);
  for (const { id, version, sealed } of shown) {
    const place = { class: 'row', collection: 'notes', id, version } as const;
    expect(must(await openRecord(ports, opened, place, sealed))).toMatchObject({ title: id });
  }
});

/** A note that the server withholds, one that does not open, an entry that it withholds, and a note that it made up. */
function tamper({ server }: Tab): void {
  const notes = server.sealedRows.get('notes');
  const note = notes?.get(noteId);
  if (note !== undefined) notes?.set('33abcdef-0000-4000-8000-000000000003', { ...note, id: '33abcdef-0000-4000-8000-000000000003' });
  notes?.delete(noteId);
  const trashed = notes?.get(trashedId);
  if (trashed !== undefined) notes?.set(trashedId, { ...trashed, sealed: `${trashed.sealed.slice(0, -6)}AAAAAA` });
  for (const id of [...server.rows.keys()].slice(0, 1)) server.rows.delete(id);
}

test('what the server withholds or shows otherwise is asked about before there is a file, and is named in it', async () => {
  const tab = await filledVault();
  tamper(tab);
  const refused = await make(tab);
  expect(codeOf(refused.made)).toBe('cancelled');
  expect(refused.sinks.map(({ state }) => state())).toEqual(['aborted']);
  expect(tab.acts.filter(([act]) => act === 'backup')).toEqual([]);

  const asked: (readonly BackupFinding[])[] = [];
  const { made, sinks } = await make(tab, undefined, {
    confirm: (findings) => {
      asked.push(findings);
      return true;
    },
  });
  const codes = must(made).findings.map(({ list, code }) => [list, code]);
  expect(codes).toEqual([
    ['notes', 'missing'],
    ['notes', 'altered'],
    ['notes', 'unlisted'],
    ['vault_entries', 'missing'],
  ]);
  expect(asked).toEqual([must(made).findings]);
  const { lists } = await contentOf(sinks[0]?.bytes() ?? new Uint8Array(0));
  expect(lists.get('vault_findings')).toEqual(must(made).findings);
  expect(must(made).findings.at(-1)?.title).toMatch(/^(Bank|Chess|Garden)$/);
});

test('where the server shows everything as it is listed nothing is asked, and the file says so', async () => {
  const { made, sinks } = await make(await filledVault(), undefined, { confirm: () => expect.unreachable() });
  expect(must(made).findings).toEqual([]);
  const { lists } = await contentOf(sinks[0]?.bytes() ?? new Uint8Array(0));
  expect(lists.get('vault_findings')).toEqual([]);
});

test('a vault that is written while its rows are read is backed up again from the beginning', async () => {
  const tab = await filledVault();
  const other = await openByMaster({ server: tab.server });
  let turns = 0;
  const { made, sinks } = await make(tab, async () => {
    turns += 1;
    if (turns === 1) must(await other.actions.save(null, draft('Late'), null));
  });
  expect(sinks.map(({ state }) => state())).toEqual(['aborted', 'closed']);
  expect(must(made).rows['vault_entries']).toBe(4);
  const { lists, vault } = await contentOf(sinks[1]?.bytes() ?? new Uint8Array(0));
  expect(lists.get('vault_entries')).toHaveLength(4);
  expect(parseBackupVault(vault)?.epoch).toBe(tab.server.epoch);
  expect(tab.acts.filter(([act]) => act === 'backup')).toHaveLength(1);
});

test('a vault that never rests gives no backup that does not fit itself: it is given up, and nothing is logged', async () => {
  const tab = await filledVault();
  const other = await openByMaster({ server: tab.server });
  let turns = 0;
  const { made, sinks } = await make(tab, async () => {
    turns += 1;
    must(await other.actions.save(null, draft(`Late ${turns}`), null));
  });
  expect(codeOf(made)).toBe('vault_changed');
  expect(sinks.map(({ state }) => state())).toEqual(['aborted', 'aborted', 'aborted']);
  expect(tab.acts.filter(([act]) => act === 'backup')).toEqual([]);
});

test('a full disk, a cancel, a lock and a server that goes away each leave no file, no row in the log and no ring', async () => {
  const full = await filledVault();
  expect(codeOf((await make(full, undefined, { sink: { write: () => Promise.reject(new Error('full')) } })).made)).toBe('not_written');
  const stop = new AbortController();
  const cancelled = await make(full, async () => stop.abort(), { signal: stop.signal });
  expect(codeOf(cancelled.made)).toBe('cancelled');
  const away = await make(full, async () => {
    full.server.isAway = true;
  });
  expect(codeOf(away.made)).toBe('unreachable');
  full.server.isAway = false;
  const locked = await make(full, async () => full.actions.lock('button'));
  expect(codeOf(locked.made)).toBe('locked');
  for (const { sinks } of [cancelled, away, locked]) expect(sinks.map(({ state }) => state())).toEqual(['aborted']);
  expect(full.acts.filter(([act]) => act === 'backup')).toEqual([]);
  expect(full.canaries).toEqual([]);
});

test('a wrong master makes no file at all', async () => {
  const tab = await filledVault();
  let opened = 0;
  const made = await makeBackupFile(
    { proof: { kind: 'master', master: 'another' }, passphrase: undefined },
    {
      nowMs,
      backups: tab.actions.tools.backups,
      openSink: async () => {
        opened += 1;
        return memorySink().sink;
      },
      tell: () => undefined,
      confirm: async () => false,
    },
  );
  expect(codeOf(made)).toBe('wrong_master');
  expect(opened).toBe(0);
});

test('a hundred thousand rows are never whole in memory', async () => {
  const tab = await filledVault();
  const sizes: number[] = [];
  const made = await makeBackupFile(
    { proof: byMaster, passphrase: undefined },
    {
      nowMs,
      backups: tab.actions.tools.backups,
      openSink: async () => ({
        write: async (bytes) => void sizes.push(bytes.length),
        close: async () => undefined,
        abort: async () => undefined,
      }),
      tell: () => undefined,
      // No list of entries is read at all.
      confirm: async () => true,
      tables: {
        first: [],
        later: [
          {
            name: 'logs',
            key: 'id',
            pageRows: 1_000,
            readPage: async (after = 0) =>
              succeed(
                Array.from({ length: Number(after) < 100_000 ? 1_000 : 0 }, (_, index) => ({
                  id: Number(after) + index + 1,
                  text: 'x'.repeat(40),
                })),
              ),
          },
        ],
      },
      vaultLists: () => [],
    },
  );
  expect(must(made).rows).toEqual({ logs: 100_000, vault_findings: 4 });
  expect(Math.max(...sizes)).toBeLessThan(200_000);
});

test('the file is named by its day', () => {
  expect(backupName(nowMs)).toBe('castellan-backup-2026-11-24.age');
});
