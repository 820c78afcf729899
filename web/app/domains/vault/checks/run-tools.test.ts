import type { Entry } from '@castellan/vault-core/entries/entry';
import { withHints, withoutHints } from '@castellan/vault-core/entries/entry-hints';
import { sealExport } from '@castellan/vault-core/export/encrypted-export';
import { sampleEntry } from '@castellan/vault-core/export/entry-samples';
import { expect, test } from 'vitest';
import type { ImportSource } from '../contract/vault-tools.ts';
import { codeOf, draft, master, must, openNewVault, type Tab, untilVerified } from '../testing/vault-world.ts';
import { platformTools } from '../worker/worker-tools.ts';

const password = 'the file has one of its own';
const bytesOf = (text: string): ImportSource => ({ bytes: new TextEncoder().encode(text), password: undefined, keyFile: undefined });
const chrome = (rows: readonly string[]) => bytesOf(['name,url,username,password,note', ...rows, ''].join('\r\n'));
const manyRows = (count: number) => chrome(Array.from({ length: count }, (_, at) => `Site ${at},https://${at}.example,ada,pass-${at},`));

const titlesOf = (tab: Tab): string[] => {
  const state = tab.store.read();
  return state.stage === 'open' ? state.items.map(({ details }) => details.title).sort() : [];
};

async function vaultWithBank() {
  const tab = await openNewVault();
  const { id } = must(await tab.actions.save(null, draft('Bank', {}, { url: 'https://bank.example' }), null));
  await untilVerified(tab);
  return { ...tab, id };
}

const byMaster = { kind: 'master', master } as const;

test('a dry run says what is new, changed and there already, and writes nothing', async () => {
  const tab = await vaultWithBank();
  const { writes } = tab.server;
  const preview = must(
    await tab.actions.tools.readImport(
      chrome([
        'Bank,https://bank.example,ada,another one,',
        'Chess,https://chess.example,ada,pawn,',
        'Chess,https://chess.example,ada,pawn,',
      ]),
      {},
    ),
  );
  expect(preview.format).toBe('chrome-csv');
  expect(preview.rows.map(({ kind, title, changes }) => [kind, title, ...changes])).toEqual([
    ['changed', 'Bank', 'password'],
    ['new', 'Chess'],
    ['duplicate', 'Chess'],
  ]);
  expect(JSON.stringify(preview)).not.toMatch(/another one|pawn/);
  expect(tab.server.writes).toBe(writes);
});

test('an import is written, keeps what it changed in the history, and is taken back but for what was changed since', async () => {
  const tab = await vaultWithBank();
  must(
    await tab.actions.tools.readImport(
      chrome(['Bank,https://bank.example,ada,another one,', 'Chess,https://chess.example,ada,pawn,', 'Garden,,ada,rake,']),
      {},
    ),
  );
  expect(must(await tab.actions.tools.runImport({}))).toEqual({ written: 3, skipped: 0 });
  expect(titlesOf(tab)).toEqual(['Bank', 'Chess', 'Garden']);
  const bank = must(await tab.actions.readSecrets(tab.id, 'view'));
  expect(bank.password).toBe('another one');
  expect(bank.history[0]?.secrets.password).toBe('secret of Bank');
  expect(tab.acts).toContainEqual(['import', undefined]);

  const state = tab.store.read();
  const garden = state.stage === 'open' ? state.items.find(({ details }) => details.title === 'Garden') : undefined;
  must(await tab.actions.save(garden?.id ?? null, draft('Garden, edited'), garden?.version ?? null));
  expect(must(await tab.actions.tools.undoImport({}))).toEqual({ written: 2, skipped: 1 });
  expect(titlesOf(tab)).toEqual(['Bank', 'Garden, edited']);
  expect(must(await tab.actions.readSecrets(tab.id, 'view')).password).toBe('secret of Bank');
});

test('what a file held is overwritten in the page once the vault has it; a lock ends the reading and nothing is planned of it', async () => {
  const tab = await vaultWithBank();
  must(await tab.actions.tools.readImport(manyRows(3), {}));
  expect(tab.handedOn.map((packed) => packed.every((byte) => byte === 0))).toEqual([true]);
  const reading = tab.actions.tools.readImport(manyRows(3), {});
  tab.actions.lock('button');
  expect(codeOf(await reading)).toBe('locked');
  expect(tab.handedOn).toHaveLength(1);
  must(await tab.actions.unlockWithMaster(master));
  expect(await tab.actions.readHeld()).toMatchObject({ importing: 0 });
});

test('a comparison of thousands of rows of one name is stopped while it runs, and can be made again', async () => {
  const tab = await vaultWithBank();
  const rows = Array.from({ length: 5000 }, (_, at) => `Bank,https://bank.example,ada,pass-${at},`);
  const stop = new AbortController();
  const task = { signal: stop.signal, onProgress: (done: number) => done > 2500 && stop.abort() };
  expect(codeOf(await tab.actions.tools.readImport(chrome(rows), task))).toBe('cancelled');
  expect(must(await tab.actions.tools.readImport(chrome(rows), {})).rows.map(({ kind }) => kind)).toEqual([
    'changed',
    ...Array.from({ length: 4999 }, () => 'new'),
  ]);
});

test('an import that was stopped goes on where it stood, and a second reading finds the rest only', async () => {
  const tab = await vaultWithBank();
  must(await tab.actions.tools.readImport(manyRows(900), {}));
  const stop = new AbortController();
  const stopped = await tab.actions.tools.runImport({ signal: stop.signal, onProgress: (done) => done > 0 && stop.abort() });
  expect(codeOf(stopped)).toBe('cancelled');
  const half = titlesOf(tab).length;
  expect(half).toBeGreaterThan(1);
  expect(half).toBeLessThan(901);
  const again = must(await tab.actions.tools.readImport(manyRows(900), {}));
  expect(again.rows.filter(({ kind }) => kind === 'duplicate')).toHaveLength(half - 1);
  expect(must(await tab.actions.tools.runImport({})).skipped).toBe(0);
  expect(titlesOf(tab)).toHaveLength(901);
}, 30_000);

test('what is held of a file and of an edit is told, and let go when its screen is left or the edit is saved', async () => {
  const tab = await vaultWithBank();
  const { actions } = tab;
  expect(await actions.readHeld()).toEqual({ listed: 1, edits: 0, importing: 0 });
  must(await actions.tools.readImport(manyRows(3), {}));
  expect(await actions.readHeld()).toEqual({ listed: 1, edits: 0, importing: 3 });
  actions.tools.forgetImport();
  expect(await actions.readHeld()).toEqual({ listed: 1, edits: 0, importing: 0 });
  expect((await actions.tools.runImport({})).ok).toBe(false);
  expect(titlesOf(tab)).toEqual(['Bank']);

  const reading = actions.tools.readImport(manyRows(3), {});
  actions.tools.forgetImport();
  expect(codeOf(await reading)).toBe('cancelled');
  expect(await actions.readHeld()).toMatchObject({ importing: 0 });

  must(await actions.openForEdit(tab.id));
  expect(await actions.readHeld()).toMatchObject({ edits: 1 });
  actions.endEdit(tab.id);
  expect(await actions.readHeld()).toMatchObject({ edits: 0 });
  const { version } = must(await actions.openForEdit(tab.id));
  must(await actions.save(tab.id, draft('Bank, renamed'), version));
  expect(await actions.readHeld()).toEqual({ listed: 1, edits: 0, importing: 0 });
  actions.lock('button');
  expect(await actions.readHeld()).toBeUndefined();
});

test('an answer that is lost writes no item twice', async () => {
  const tab = await vaultWithBank();
  must(await tab.actions.tools.readImport(manyRows(3), {}));
  tab.server.lostAnswers = 1;
  expect(must(await tab.actions.tools.runImport({}))).toEqual({ written: 3, skipped: 0 });
  expect(titlesOf(tab)).toHaveLength(4);
});

test('the sealed export opens with its password only, comes with its decryptor, and brings an empty vault everything back', async () => {
  const tab = await vaultWithBank();
  expect(codeOf(await tab.actions.tools.exportVault({ format: 'encrypted', password: 'short' }, byMaster, {}))).toBe('password_too_short');
  const made = must(await tab.actions.tools.exportVault({ format: 'encrypted', password }, byMaster, {}));
  expect(made).toMatchObject({ entries: 1, left: [] });
  expect(tab.acts).toContainEqual(['export', 'encrypted']);
  const [file, page] = made.files;
  const text = (await file?.content.text()) ?? '';
  expect(text).not.toContain('Bank');
  const html = (await page?.content.text()) ?? '';
  expect(html).toContain("default-src 'none'");
  expect(html.includes('castellan.export.2')).toBe(true);

  const other = await openNewVault();
  expect(codeOf(await other.actions.tools.readImport(bytesOf(text), {}))).toBe('password_needed');
  expect(codeOf(await other.actions.tools.readImport({ ...bytesOf(text), password: 'another' }, {}))).toBe('wrong_password');
  must(await other.actions.tools.readImport({ ...bytesOf(text), password }, {}));
  must(await other.actions.tools.runImport({}));
  expect(titlesOf(other)).toEqual(['Bank']);
}, 30_000);

/** Every entry of the vault, whole. */
async function entriesOf(tab: Tab): Promise<readonly Entry[]> {
  const state = tab.store.read();
  const items = state.stage === 'open' ? [...state.items] : [];
  items.sort((one, other) => (one.details.title < other.details.title ? -1 : 1));
  return Promise.all(items.map(async ({ id, details }) => ({ details, secrets: must(await tab.actions.readSecrets(id, 'view')) })));
}

/** Entries as an import saves them at a time: the days of what is in the trash begin then, and the details tell what the secrets hold. */
const importedAt = (entries: readonly Entry[], nowMs: number): Entry[] =>
  entries.map(({ details, secrets }) => ({
    details: withHints({ ...details, trashedAt: details.trashedAt === null ? null : new Date(nowMs).toISOString() }, secrets),
    secrets: { ...secrets, history: secrets.history.map((old) => ({ ...old, details: withoutHints(old.details) })) },
  }));

test('a restored vault has every entry whole: dates, favourites, earlier versions and what is in the trash, whose days begin again', async () => {
  const tab = await vaultWithBank();
  const { archive, argon2 } = platformTools;
  const samples = Array.from({ length: 200 }, (_, number) => sampleEntry(number));
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const older = must(await sealExport(samples, password, 0, { crypto: archive, argon2, randomBytes }));
  must(await tab.actions.tools.readImport({ ...bytesOf(older), password }, {}));
  must(await tab.actions.tools.runImport({}));
  must(await tab.actions.save(tab.id, draft('Bank, renamed'), 1));
  const before = await entriesOf(tab);
  expect(before).toHaveLength(201);
  expect(before).toEqual(expect.arrayContaining(importedAt(samples, tab.timer.nowMs())));

  const made = must(await tab.actions.tools.exportVault({ format: 'encrypted', password }, byMaster, {}));
  const other = await openNewVault();
  must(await other.actions.tools.readImport({ ...bytesOf((await made.files[0]?.content.text()) ?? ''), password }, {}));
  must(await other.actions.tools.runImport({}));
  expect(await entriesOf(other)).toEqual(importedAt(before, other.timer.nowMs()));
}, 60_000);

test('a KeePass file is read back whole', async () => {
  const tab = await vaultWithBank();
  const made = must(await tab.actions.tools.exportVault({ format: 'kdbx', password }, byMaster, {}));
  const bytes = new Uint8Array((await made.files[0]?.content.arrayBuffer()) ?? new ArrayBuffer());
  const preview = must(await tab.actions.tools.readImport({ bytes, password, keyFile: undefined }, {}));
  expect(preview.format).toBe('keepass-kdbx');
  expect(preview.rows.map(({ kind, title }) => [kind, title])).toEqual([['duplicate', 'Bank']]);
}, 30_000);

test('what is readable by anybody says how many cells it defused', async () => {
  const tab = await vaultWithBank();
  must(await tab.actions.save(null, draft('Sheet', { password: '=1+1' }), null));
  const made = must(await tab.actions.tools.exportVault({ format: 'csv' }, byMaster, {}));
  expect(made).toMatchObject({ entries: 2, defusedCells: 1 });
  expect(await made.files[0]?.content.text()).toContain("'=1+1");
});

test('the health report names what is amiss, and a stop ends it', async () => {
  const tab = await vaultWithBank();
  const weak = must(await tab.actions.save(null, draft('One', { password: 'password1' }, { url: 'http://one.example' }), null));
  const twin = must(await tab.actions.save(null, draft('Two', { password: 'password1' }), null));
  const { problems, checked } = must(await tab.actions.tools.checkHealth({}));
  expect(checked).toBe(3);
  expect([...problems.weak].sort()).toEqual([weak.id, twin.id].sort());
  expect([...problems.reused].sort()).toEqual([weak.id, twin.id].sort());
  expect(problems['plain-http']).toEqual([weak.id]);
  const stop = new AbortController();
  const stopped = tab.actions.tools.checkHealth({ signal: stop.signal });
  stop.abort();
  expect(codeOf(await stopped)).toBe('cancelled');
}, 30_000);

test('no tool reads secrets after a lock', async () => {
  const tab = await vaultWithBank();
  tab.actions.lock('button');
  const { tools } = tab.actions;
  expect(codeOf(await tools.checkHealth({}))).toBe('locked');
  expect(codeOf(await tools.exportVault({ format: 'encrypted', password }, byMaster, {}))).toBe('locked');
  expect(codeOf(await tools.readImport(manyRows(1), {}))).toBe('locked');
  expect(codeOf(await tools.runImport({}))).toBe('locked');
});

test('a password is checked before there is a vault', async () => {
  const tab = await openNewVault();
  tab.actions.lock('button');
  expect((await tab.actions.tools.estimateStrength('password'))?.score).toBe(0);
  expect((await tab.actions.tools.estimateStrength('xk7#Qm2vTz9!pLw4Rb'))?.score).toBe(4);
}, 30_000);

test.each(['encrypted', 'kdbx', 'csv'] as const)(
  'a passer-by at an open screen exports nothing as %s: the master or a passkey is wanted, every canary rings, and the row names the format',
  async (format) => {
    const tab = await openNewVault();
    const { id } = must(await tab.actions.save(null, draft('Bait', {}, { canary: true }), null));
    must(await tab.actions.save(null, draft('Bank'), null));
    const request = format === 'csv' ? { format } : { format, password: '12345678' };
    expect(codeOf(await tab.actions.tools.exportVault(request, { kind: 'master', master: '12345678' }, {}))).toBe('wrong_master');
    expect([tab.canaries, tab.acts.filter(([act]) => act === 'export')]).toEqual([[], []]);
    must(await tab.actions.tools.exportVault(request, byMaster, {}));
    expect(tab.canaries).toEqual([id]);
    expect(tab.acts.at(-1)).toEqual(['export', format]);
  },
);
