import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { collections } from '../../web/app/domains/collections.ts';
import { type Ask, type Entry, entriesOf, fillVault, newId, openAccountVault, recordsOf } from '../support/vault-account.ts';
import { openApiSession } from './api-session.ts';
import { countingHand, mostSteps } from './counting-hand.ts';
import { addFile, film, savedDigest, sha256, storedNames, unlockMindVault } from './large-file-steps.ts';
import { note, openNotes, unlock } from './note-steps.ts';
import { addPasskey, openVaultOf } from './passkey-steps.ts';
import { enterAsOwner, expect, listenForComplaints, ownerOf, test } from './test-app.ts';
import { expectPassword, goToVault, keepRecoveryKey, master, unlockByMaster } from './vault-steps.ts';
import { plugIn } from './virtual-authenticator.ts';

type Row = Readonly<Record<string, unknown>>;

const createdAt = '2026-05-05T05:05:05.000Z';

/** Asks the server with this page's own session, as any program of the owner's could. */
function askOf(page: Page): Ask {
  return (path, body) =>
    page.evaluate(
      async ({ address, content }) => {
        const session: unknown = JSON.parse(localStorage.getItem('castellan-auth-token') ?? '{}');
        const token = typeof session === 'object' && session !== null && 'access_token' in session ? session.access_token : '';
        const key = document.querySelector('meta[name="backend-key"]')?.getAttribute('content') ?? '';
        const answer = await fetch(address, {
          method: content === undefined ? 'GET' : 'POST',
          headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'return=minimal' },
          ...(content === undefined ? {} : { body: content }),
        });
        if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
        const text = await answer.text();
        return text === '' ? undefined : (JSON.parse(text) as unknown);
      },
      { address: path, content: body === undefined ? undefined : JSON.stringify(body) },
    );
}

const userIdOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('castellan-auth-token') ?? '{}') as { readonly user?: { readonly id: string } };
    return session.user?.id ?? '';
  });

/** One of every list in clear, linked with each other where lists are. */
async function fillClearLists(ask: Ask): Promise<void> {
  const [task, step, habit, film] = [newId(), newId(), newId(), newId()];
  const rows: Readonly<Record<string, readonly Row[]>> = {
    tasks: [
      { id: task, title: 'Oil the lock', tags: ['metal'] },
      { id: step, title: 'Buy oil', parent_id: task },
    ],
    focus_sessions: [{ task_id: task, started_at: '2026-05-05T09:00:00Z', ended_at: '2026-05-05T09:25:00Z' }],
    short_links: [{ url: 'https://example.org/talk', slug: 'talk', title: 'The talk' }],
    habits: [{ id: habit, name: 'Read' }],
    habit_months: [{ habit_id: habit, month: '2026-05-01' }],
    media_goals: [{ shelf: 'watch', year: 2026, goal: 52 }],
    media_items: [{ id: film, kind: 'film', title: 'The Third Man', rating: 9 }],
    media_entries: [{ media_id: film, kind: 'finished', on_day: '2026-05-05' }],
    threat_inventories: [{ name: 'A product', kind: 'product' }],
    wishes: [{ title: 'A brass lamp', url: 'https://shop.example/lamp', category: 'Home', priority: 1 }],
    notification_preferences: [{ muted_types: ['info'], quiet_from: 1320, quiet_to: 420 }],
  };
  const clear = collections.filter(({ sealed }) => !sealed).map(({ name }) => name);
  expect(clear.filter((name) => rows[name] === undefined)).toEqual([]);
  for (const [table, list] of Object.entries(rows)) for (const row of list) await ask(`/rest/v1/${table}`, row);
}

const sealed = collections.filter((one) => one.sealed).map(({ name }) => name);

/** Two entries, one with history and one in the trash, and a record of every sealed kind: a note with a file of two parts among them. */
async function fillSealedLists(ask: Ask, userId: string): Promise<void> {
  const vault = await openAccountVault(ask, userId, master);
  const details: Entry['details'] = {
    ...({ kind: 'login', title: 'The bank', username: 'ada', url: 'https://bank.example', category: 'finance', favorite: true } as const),
    ...{ tags: ['money'], createdAt, updatedAt: createdAt, passwordChangedAt: createdAt, expiresAt: null, trashedAt: null },
    ...{ canary: false, hasTotp: false },
  };
  const secrets = { password: 'brass-heron-weir', notes: 'The branch at the bridge', totp: '', fields: [] };
  const history = [{ replacedAt: createdAt, details, secrets: { ...secrets, password: 'before' } }];
  const trashed = { ...details, title: 'Gone', trashedAt: new Date().toISOString() };
  const [noteId, fileId] = [newId(), newId()];
  const bytes = Buffer.from('PNG'.repeat(100_000));
  const parts = [bytes.subarray(0, 200_000), bytes.subarray(200_000)].map((part) => ({ id: newId(), content: part.toString('base64') }));
  const file = {
    path: 'lamp.png',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    parts: parts.map(({ id }) => id),
  };
  const fields: Readonly<Record<string, readonly (readonly [id: string, fields: Row])[]>> = {
    notes: [[noteId, { title: 'The spare key', body: 'Under the ![lamp](lamp.png)', tags: ['home'], pinned: true, path: '' }]],
    note_versions: [[newId(), { note_id: noteId, title: 'The spare key', body: 'Nowhere' }]],
    note_files: [[fileId, { ...file, note_id: noteId }]],
    note_file_parts: parts.map(({ id, content }) => [id, { content }] as const),
    note_imports: [[newId(), { name: 'vault.zip', records: 2 }]],
  };
  const drafts = sealed.flatMap((collection) =>
    (fields[collection] ?? [[newId(), { label: `One of ${collection}`, content: { kept: true } }] as const]).map(([id, held]) => ({
      ...{ collection, id, fields: held, createdAt, deletedAt: null },
    })),
  );
  const entries = [
    { id: newId(), entry: { details, secrets: { ...secrets, history } } },
    { id: newId(), entry: { details: trashed, secrets: { ...secrets, history: [] } } },
  ];
  await fillVault(ask, vault, entries, drafts);
}

/** Lists in clear as a restore must bring them back: without what only a database says. Seeded wishes are one another's by what they say. */
async function clearContent(ask: Ask): Promise<Readonly<Record<string, unknown>>> {
  const content: Record<string, unknown> = {};
  const names = collections.filter((one) => !one.sealed).map(({ name }) => name);
  for (const table of [...names, 'notification_preferences', 'wishes']) {
    const rows = (await ask(`/rest/v1/${table}?select=*`)) as readonly Row[];
    const said = rows.map(({ user_id: _, version: __, updated_at: ___, ...row }) => row);
    const kept = table === 'wishes' ? said.map(({ id: _, created_at: __, ...row }) => row) : said;
    content[table] = kept.map((row) => JSON.stringify(row)).toSorted();
  }
  return content;
}

async function sealedContent(ask: Ask, userId: string, opener = master): Promise<Readonly<Record<string, unknown>>> {
  const vault = await openAccountVault(ask, userId, opener);
  const entries = [...(await entriesOf(ask, vault))].map(([id, { details, secrets }]) => ({
    ...{ id, details: { ...details, trashedAt: details.trashedAt !== null }, secrets },
  }));
  const content: Record<string, unknown> = { entries: entries.toSorted((one, other) => (one.id < other.id ? -1 : 1)) };
  for (const name of sealed) content[name] = [...(await recordsOf(ask, vault, name))].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return content;
}

/** Begins a complete backup in Settings. */
async function beginBackup(page: Page) {
  await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  await page.goto('/settings#backup-make');
  const making = page.locator('#backup-make');
  const hand = countingHand(page);
  await hand.press('Make a complete backup', making);
  await hand.fill('Master password', master, making);
  await hand.press('Unlock', making);
  await hand.fill('Current master password', master, making);
  await hand.press('Make the backup', making);
  expect(hand.used()).toBeLessThanOrEqual(mostSteps.backupMade);
  return making;
}

/** Makes a complete backup in Settings, and answers with its file's path. */
async function makeBackup(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await beginBackup(page);
  const path = test.info().outputPath('castellan-backup.age');
  await (await download).saveAs(path);
  return path;
}

/** Opens a backup by the master alone, in Settings. */
async function rehearse(page: Page, path: string, verdict = /^The backup is whole\./, hand = countingHand(page)) {
  const restoring = page.locator('#backup-restore');
  const start = restoring.getByRole('button', { name: 'Restore a complete backup' });
  await expect(start.or(restoring.getByLabel('Complete backup'))).toBeVisible();
  if (await start.isVisible()) await hand.counted(start.click());
  await hand.choose('Complete backup', path, restoring);
  await hand.fill('Master password of the backup', master, restoring);
  await hand.press('Open and rehearse', restoring);
  await expect(restoring.getByText(verdict)).toBeVisible({ timeout: 60_000 });
  return restoring;
}

/** The headings of the wishes in the public page's HTML, as they stand there. */
async function wishesInHtml(page: Page, origin: string): Promise<readonly string[]> {
  const html = await (await page.request.get(`${origin}/wishlist`)).text();
  return [...html.matchAll(/<h3[^>]*>([^<]+)</g)].map(([, title = '']) => title).toSorted();
}

test('everything comes back on an empty installation by the master alone, opens there, and comes back no second time @vault', async ({
  page,
  app,
  browser,
  workerData,
}) => {
  // Two installations one after the other, and three derivations of a master.
  test.setTimeout(400_000);
  await enterAsOwner(page, app);
  const ask = askOf(page);
  const userId = await userIdOf(page);
  await fillClearLists(ask);
  await fillSealedLists(ask, userId);
  // A file that is too large for a record: the storage has it.
  await page.goto('/mind-vault');
  await unlockMindVault(page);
  await page.getByRole('list', { name: 'Notes' }).getByRole('link', { name: 'The spare key' }).click();
  await addFile(page, 'survey.bin');
  await expect(page.getByRole('region', { name: 'Files 2' })).toContainText('survey.bin');
  await expect(page.getByText(/changes? waits? in this browser/)).toBeHidden();
  await page.evaluate(() => localStorage.setItem('theme', 'light'));
  const path = await makeBackup(page);
  expect((await readFile(path)).subarray(0, 22).toString()).toBe('age-encryption.org/v1\n');

  const data = await workerData.copy(await workerData.owned());
  const server = await workerData.startServer(data.dataFolder, data.environment);
  const context = await browser.newContext({ baseURL: server.url });
  const fresh = await context.newPage();
  const complaints = listenForComplaints(fresh);
  await openApiSession(fresh, server.url, ownerOf(app), 0);
  const seeded = await wishesInHtml(fresh, server.url);
  expect(seeded.length).toBeGreaterThan(5);

  // From the Overview of the empty installation: the link, the file, the master, and two buttons.
  await fresh.goto('/dashboard');
  const hand = countingHand(fresh);
  await hand.follow('Restore a complete backup');
  const restoring = await rehearse(fresh, path, undefined, hand);
  await expect(restoring.getByRole('row', { name: /^Notes / })).toHaveAccessibleName('Notes 1 1 0 0 0');
  await expect(restoring.getByRole('row', { name: /^Vault entries / })).toHaveAccessibleName('Vault entries 2 2 0 0 0');
  await hand.press(/^Restore \d+ rows$/, restoring);
  await hand.counted(keepRecoveryKey(fresh));
  expect(hand.used()).toBeLessThanOrEqual(mostSteps.backupRestored);
  await expect(restoring.getByText(/^Restored: \d+ rows\./)).toBeVisible({ timeout: 60_000 });

  const askFresh = askOf(fresh);
  const freshUserId = await userIdOf(fresh);
  expect(await clearContent(askFresh)).toEqual(await clearContent(ask));
  expect(await sealedContent(askFresh, freshUserId)).toEqual(await sealedContent(ask, userId));
  expect(await fresh.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  const once = [...seeded, 'A brass lamp'].toSorted();
  expect(new Set(once).size).toBe(once.length);
  expect(await wishesInHtml(fresh, server.url)).toEqual(once);

  await restoring.getByRole('button', { name: 'Restore another file' }).click();
  await rehearse(fresh, path);
  await expect(restoring.getByRole('button', { name: 'Nothing to restore' })).toBeDisabled();
  expect(await wishesInHtml(fresh, server.url)).toEqual(once);

  await goToVault(fresh);
  await unlockByMaster(fresh);
  await expectPassword(fresh, 'The bank', 'brass-heron-weir');
  await openNotes(fresh);
  await unlock(fresh);
  await expect(note(fresh, 'The spare key')).toBeVisible();
  await fresh.goto('/mind-vault');
  await unlockMindVault(fresh);
  await fresh.getByRole('list', { name: 'Notes' }).getByRole('link', { name: 'The spare key' }).click();
  expect(await storedNames(fresh)).toEqual(await storedNames(page));
  expect(await savedDigest(fresh, 'survey.bin')).toBe(sha256(film));
  expect(complaints).toEqual([]);
  await context.close();
  await server.stop();
  await data.remove();
});

test('what the server withholds while a backup is made is said before there is a file, in the file and at its rehearsal @vault', async ({
  page,
  app,
}) => {
  test.setTimeout(200_000);
  await enterAsOwner(page, app);
  const ask = askOf(page);
  await fillSealedLists(ask, await userIdOf(page));
  // The server shows no note, and an entry less.
  await page.route(/\/rest\/v1\/notes\?/, (route) => route.fulfill({ json: [] }));
  await page.route(/\/rest\/v1\/vault_entries\?select=\*&order=id/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: ((await answer.json()) as readonly Row[]).slice(1) });
  });
  const dialog = page.getByRole('alertdialog', { name: 'The backup is not complete' });
  const making = await beginBackup(page);
  await expect(dialog).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText('Vault entries: 1 row missing. The vault lists it.')).toBeVisible();
  await expect(dialog.getByText('Notes: 1 row missing. The vault lists it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save no file' }).click();
  await expect(making.getByText('Cancelled. No file was made.')).toBeVisible();

  await making.getByLabel('Current master password').fill(master);
  await making.getByRole('button', { name: 'Make the backup' }).click();
  await expect(dialog).toBeVisible({ timeout: 60_000 });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save it without them' }).click();
  const path = test.info().outputPath('castellan-backup.age');
  await (await download).saveAs(path);
  await expect(making.getByText(/It does not hold everything that the vault lists\.$/)).toBeVisible();
  await expect(making.getByText('Notes: 1 row missing. The vault lists it.')).toBeVisible();

  const opener = page.waitForEvent('download');
  await making.getByRole('button', { name: 'Save the page that opens it offline' }).click();
  const decryptor = test.info().outputPath('open-castellan-export.html');
  await (await opener).saveAs(decryptor);

  await page.unrouteAll();
  const restoring = await rehearse(page, path, /^The backup is unchanged but not complete\./);
  await expect(restoring.getByText('Notes: 1 row missing. The vault lists it.')).toBeVisible();
  await expect(restoring.getByText('Vault entries: 1 row missing. The vault lists it.')).toBeVisible();

  const offline = await page.context().newPage();
  await offline.goto(pathToFileURL(decryptor).href);
  await offline.locator('#file').setInputFiles(path);
  await offline.locator('#password').fill(master);
  await offline.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(offline.getByText(/ of notes is missing: the vault lists it, and the file lacks it\.$/)).toBeVisible({ timeout: 60_000 });
});

/** Rewrites the one note behind the page, as another device would. */
async function rewriteNote(ask: Ask, userId: string, opener: string, title: string): Promise<void> {
  const [row] = (await ask('/rest/v1/notes?select=*')) as readonly Row[];
  const vault = await openAccountVault(ask, userId, opener);
  const over = { version: Number(row?.['version']), sealed: String(row?.['sealed']), deleted: false };
  const fields = { title, body: '', tags: [], pinned: false, path: '' };
  await fillVault(ask, vault, [], [{ collection: 'notes', id: String(row?.['id']), over, fields, deletedAt: null }]);
}

// A passkey belongs to a name, and an address in numbers is none.
test.describe('by name', () => {
  test.use({ baseURL: async ({ app }, use) => use(app.server.url.replace('127.0.0.1', 'localhost')) });

  test('a backup opens by its passkey on an empty installation of another owner, and a second restore of what was changed since replaces nothing unasked @vault', async ({
    page,
    app,
    workerData,
  }) => {
    test.setTimeout(400_000);
    const nextMaster = 'harrier under the south bridge';
    await openVaultOf(page, app);
    const authenticator = await plugIn(page, true);
    await addPasskey(page, 'Ring');
    await expect(page.getByText('Ring ·')).toBeVisible();
    const ask = askOf(page);
    const userId = await userIdOf(page);
    await fillSealedLists(ask, userId);
    const path = await makeBackup(page);
    const wanted = await sealedContent(ask, userId);

    const other = await workerData.ownedByAnother();
    const server = await workerData.startServer(other.data.dataFolder, other.data.environment);
    const there = server.url.replace('127.0.0.1', 'localhost');
    await openApiSession(page, there, other.owner, 0);
    const otherId = await userIdOf(page);
    expect(otherId).not.toBe(userId);
    await page.goto(`${there}/settings#backup-restore`);
    const restoring = page.locator('#backup-restore');
    await restoring.getByLabel('Complete backup').setInputFiles(path);
    await restoring.getByLabel('Open it with').selectOption('The passkey “Ring”');
    await restoring.getByRole('button', { name: 'Open and rehearse' }).click();
    await expect(restoring.getByText(/^The backup is whole\./)).toBeVisible({ timeout: 60_000 });
    await restoring.getByLabel('New master password').fill(nextMaster);
    await restoring.getByLabel('Confirm master password').fill(nextMaster);
    await restoring.getByRole('button', { name: /^Restore \d+ rows$/ }).click();
    await keepRecoveryKey(page);
    await expect(restoring.getByText(/^Restored: \d+ rows\./)).toBeVisible({ timeout: 60_000 });
    expect(await sealedContent(ask, otherId, nextMaster)).toEqual(wanted);

    await rewriteNote(ask, otherId, nextMaster, 'Under the mat');
    await restoring.getByRole('button', { name: 'Restore another file' }).click();
    await rehearse(page, path);
    await expect(restoring.getByRole('row', { name: /^Notes / })).toHaveAccessibleName('Notes 1 0 0 1 0');
    await expect(restoring.getByRole('button', { name: 'Nothing to restore' })).toBeDisabled();
    await restoring.getByLabel('Notes: 1 differs').selectOption('Take the backup’s');
    await restoring.getByRole('button', { name: 'Restore 1 row' }).click();
    await expect(restoring.getByText(/^Restored: 0 rows\. Overwritten: 1\./)).toBeVisible({ timeout: 60_000 });
    expect(await sealedContent(ask, otherId, nextMaster)).toEqual(wanted);

    await restoring.getByRole('button', { name: 'Restore another file' }).click();
    await restoring.getByLabel('Complete backup').setInputFiles(path);
    await restoring.getByLabel('Open it with').selectOption('The passkey “Ring”');
    await authenticator.setVerified(false);
    await restoring.getByRole('button', { name: 'Open and rehearse' }).click();
    await expect(restoring.getByText(/^The passkey was not used\. A passkey works only at the address/)).toBeVisible();
    await server.stop();
    await other.data.remove();
  });
});
