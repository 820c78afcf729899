import type { Page } from '@playwright/test';
import { axeFindingsOfThemes } from './axe-findings.ts';
import { add, edit, note, openNewNotes, openNotes, rowsOf, unlock } from './note-steps.ts';
import { chooseFromMenu, enterAsOwner, expect, openSecondBrowser, test } from './test-app.ts';
import { watchForLeaks } from './vault-leaks.ts';
import { setMaster } from './vault-steps.ts';

const canary = {
  title: 'CANARY-note-title-1187',
  body: 'CANARY-note-body-2240',
  tag: 'CANARY-note-tag-3391',
  edited: 'CANARY-edited-4402',
};

/** What notes are read by, and written with. */
const roads = ['**/rest/v1/notes*', '**/rest/v1/rpc/write_vault*'];

async function cutOff(page: Page): Promise<void> {
  for (const road of roads) await page.route(road, (route) => route.abort());
}

async function reach(page: Page): Promise<void> {
  for (const road of roads) await page.unroute(road);
}

test('a note is added, edited, tagged, pinned, found and deleted by its title; nothing of it is ever sent or kept readably, and a lock takes it off the page @vault @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  const leaks = watchForLeaks(page);
  await openNewNotes(page);
  await add(page, `${canary.title}\n${canary.body}`);
  await expect(page.getByText(canary.body)).toBeVisible();
  await add(page, 'Second note');
  await edit(page, canary.title, { Text: canary.edited, 'Tags, between commas': canary.tag });
  await expect(page.getByText(canary.edited)).toBeVisible();
  await page.getByRole('button', { name: `Pin “${canary.title}”` }).click();
  await expect(page.getByRole('heading', { name: 'Pinned' })).toBeVisible();

  await page.getByLabel('Search notes').fill(canary.edited.toLowerCase());
  await expect(note(page, 'Second note')).toHaveCount(0);
  await expect(note(page, canary.title)).toBeVisible();
  await page.getByLabel('Search notes').fill(`#${canary.tag}`);
  await expect(note(page, canary.title)).toBeVisible();
  await page.getByLabel('Search notes').fill('');

  await page.getByRole('button', { name: `Delete “${canary.title}”` }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete this note?' });
  await expect(question).toContainText(canary.title);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(note(page, canary.title)).toHaveCount(0);
  await expect.poll(async () => (await rowsOf(page)).filter(({ deleted_at }) => deleted_at !== null)).toHaveLength(1);
  await chooseFromMenu(page, 'Undo');
  await expect(note(page, canary.title)).toBeVisible();
  await expect.poll(async () => (await rowsOf(page)).filter(({ deleted_at }) => deleted_at !== null)).toHaveLength(0);

  const rows = await rowsOf(page);
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row.sealed).toMatch(new RegExp(`^r2\\.[\\w-]{22}\\.${row.version}\\.`));
  const texts = Object.values(canary);
  // The search works at all: the open page shows what the locked one must not.
  expect(await leaks.find([canary.title])).toContainEqual({ place: 'document', text: canary.title });
  await page.getByRole('button', { name: 'Lock the vault' }).click();
  await expect(page.getByText('2 notes are sealed.')).toBeVisible();
  expect(await leaks.find(texts)).toEqual([]);
  await expect.poll(() => page.workers().filter((worker) => worker.url().includes('worker-vault.')).length).toBe(0);

  await page.reload();
  await expect(page.getByText('2 notes are sealed.')).toBeVisible();
  await page.getByLabel('Master password').fill('not the master');
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(page.getByText('Incorrect master password.')).toBeVisible();
  await unlock(page);
  // Another tab is locked while a note stands open in its form here, and words of it in the search.
  await page.getByLabel('Search notes').fill(canary.edited);
  await note(page, canary.title).click();
  await expect(page.getByRole('dialog', { name: 'Note' }).getByLabel('Text')).toHaveValue(canary.edited);
  await page.evaluate(() => new BroadcastChannel('castellan-vault').postMessage({ kind: 'locked' }));
  await expect(page.getByText('2 notes are sealed.')).toBeVisible();
  expect(await leaks.find(texts)).toEqual([]);
});

test('what is written while nobody answers waits sealed, survives a lock and a reload, and arrives once @vault @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await openNewNotes(page);
  const leaks = watchForLeaks(page);
  await cutOff(page);
  await add(page, `${canary.title}\n${canary.body}`);
  await expect(page.getByText('1 change waits in this browser.')).toBeVisible();
  await page.getByRole('button', { name: 'Lock the vault' }).click();
  await expect(page.getByText('1 note is sealed.')).toBeVisible();
  expect(await leaks.find(Object.values(canary))).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Notes are locked' })).toBeVisible();
  await reach(page);
  // Sealed changes wait for the key, not for the network.
  expect(await rowsOf(page)).toEqual([]);
  await unlock(page);
  await expect(page.getByText(canary.body)).toBeVisible();
  await expect.poll(async () => (await rowsOf(page)).length).toBe(1);
});

test('edits of two browsers are merged after opening: other fields both kept, the same field by the owner’s confirmation @vault @strict', async ({
  page,
  app,
  browser,
}) => {
  await enterAsOwner(page, app);
  await openNewNotes(page);
  await add(page, 'Spare key\nIda has it.');
  await expect.poll(async () => (await rowsOf(page)).length).toBe(1);
  const other = await openSecondBrowser(browser, page, app);
  await openNotes(other);
  await unlock(other);
  await expect(note(other, 'Spare key')).toBeVisible();
  await cutOff(other);
  await edit(page, 'Spare key', { Title: 'The spare key', 'Tags, between commas': 'home' });
  await expect.poll(async () => (await rowsOf(page))[0]?.version).toBe(2);
  await edit(other, 'Spare key', { Title: 'Key', Text: 'Bob has it.', 'Tags, between commas': 'keys' });
  await reach(other);
  await other.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(other.getByText('“Key” was changed here and elsewhere.')).toBeVisible();
  await other.getByRole('button', { name: 'Keep the other' }).click();
  for (const where of [page, other]) {
    await expect(note(where, 'The spare key')).toBeVisible();
    await expect(where.getByText('Bob has it.')).toBeVisible();
    await expect(where.getByText('#home')).toBeVisible();
    await expect(where.getByText('#keys')).toBeVisible();
  }
  await other.context().close();
});

test('notes that an older version left readable in this browser are sealed, and then removed from there @vault @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  const leaks = watchForLeaks(page);
  await page.evaluate(
    (left) => localStorage.setItem('dashboard_notes', JSON.stringify(left)),
    [{ id: 1, title: canary.title, content: canary.body, createdAt: '2026-01-05T10:00:00Z' }],
  );
  await openNewNotes(page);
  await page.getByRole('button', { name: 'Look at the older notes' }).click();
  await page.getByRole('button', { name: 'Take over 1' }).click();
  await expect(note(page, canary.title)).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('dashboard_notes'))).toBeNull();
  const [row] = await rowsOf(page);
  expect(row).toMatchObject({ version: 1, source: null, external_id: null, created_at: expect.stringContaining('2026-01-05') });
  await page.getByRole('button', { name: 'Lock the vault' }).click();
  await expect(page.getByText('1 note is sealed.')).toBeVisible();
  expect(await leaks.find([canary.title, canary.body])).toEqual([]);
});

test('without a vault the notes lead to its page, and once it is open there nothing more is asked', async ({ page, app }) => {
  await enterAsOwner(page, app);
  await openNotes(page);
  await expect(page.getByText('There is no vault yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Open the vault’s page' }).click();
  await setMaster(page);
  await page.goBack();
  // The same page, the vault open: nothing more is asked.
  await expect(page.getByLabel('New note')).toBeVisible();
  await expect(page.getByText('Nothing is noted today yet.')).toBeVisible();
});

test('a deleted note lies in the trash, comes back from it, and goes for good by its title, from the other browser too @vault @strict', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(240_000);
  await enterAsOwner(page, app);
  const leaks = watchForLeaks(page);
  await openNewNotes(page);
  await chooseFromMenu(page, 'Trash');
  await expect(page.getByText('Nothing is in the trash. A deleted note stays here for 30 days.')).toBeVisible();
  await page.keyboard.press('Escape');
  await add(page, `${canary.title}\n${canary.body}`);
  await add(page, 'Second note');
  const remove = async (title: string) => {
    await page.getByRole('button', { name: `Delete “${title}”`, exact: true }).click();
    await page.getByRole('alertdialog', { name: 'Delete this note?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(note(page, title)).toHaveCount(0);
  };
  await remove(canary.title);
  await remove('Second note');
  await chooseFromMenu(page, 'Trash');
  await expect(page.getByText('Deleted items are removed permanently after 30 days.')).toBeVisible();
  // By keyboard; the focus goes on to what is there.
  const restore = (title: string) => page.getByRole('button', { name: `Restore “${title}”` });
  await restore('Second note').focus();
  await page.keyboard.press('Enter');
  await expect(restore('Second note')).toHaveCount(0);
  await expect(restore(canary.title)).toBeFocused();
  await expect.poll(async () => (await rowsOf(page)).map(({ deleted_at }) => deleted_at !== null)).toEqual([true, false]);
  const other = await openSecondBrowser(browser, page, app);
  await openNotes(other);
  await unlock(other);
  await expect(note(other, 'Second note')).toBeVisible();
  await chooseFromMenu(other, 'Trash');
  await expect(other.getByRole('button', { name: `Restore “${canary.title}”` })).toBeVisible();

  const deletePermanently = page.getByRole('button', { name: `Delete permanently: “${canary.title}”` });
  const question = page.getByRole('alertdialog', { name: 'Delete this note permanently?' });
  await page.keyboard.press('Tab');
  await expect(deletePermanently).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toContainText(canary.title);
  // The safe answer has the focus.
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(deletePermanently).toBeFocused();
  // Nobody answers: nothing is said to be gone.
  await page.route('**/rpc/let_go_of_records', (route) => route.abort());
  await deletePermanently.click();
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('The server did not delete it, so it is still in the trash.')).toBeVisible();
  await page.unroute('**/rpc/let_go_of_records');
  await deletePermanently.click();
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Nothing is in the trash. A deleted note stays here for 30 days.')).toBeFocused();
  expect(await rowsOf(page)).toHaveLength(1);
  await page.reload();
  await unlock(page);
  await expect(note(page, 'Second note')).toBeVisible();
  await chooseFromMenu(page, 'Trash');
  await expect(page.getByText('Nothing is in the trash.')).toBeVisible();
  await page.keyboard.press('Escape');
  // What would bring it back is not there, and nothing of it was sent or kept readably.
  await chooseFromMenu(page, 'Undo');
  await expect(page.locator('.toast').filter({ hasText: 'Nothing to undo' })).toBeVisible();
  expect((await leaks.find(Object.values(canary))).filter(({ place }) => place !== 'document')).toEqual([]);
  await other.reload();
  await unlock(other);
  await expect(note(other, 'Second note')).toBeVisible();
  await chooseFromMenu(other, 'Trash');
  await expect(other.getByText('Nothing is in the trash.')).toBeVisible();
  await other.context().close();
});

test('a new note begins from the overview and the palette in its form, the title focused, the vault opened first where it is locked @vault', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await page.getByRole('list', { name: 'Quick actions' }).getByRole('button', { name: 'New Note' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await unlock(page);
  const form = page.getByRole('dialog', { name: 'New note' });
  await expect(form.getByLabel('Title')).toBeFocused();
  // The wish has left the address, and with it the history.
  await expect(page).toHaveURL(/#notes$/);
  await page.keyboard.press('Enter');
  await expect(form.getByText('A note has a title or a text.')).toBeVisible();
  await page.keyboard.type('Spare key');
  await form.getByLabel('Text').fill('Ida has it.');
  await form.getByLabel('Tags, between commas').fill('home');
  await form.getByLabel('Pinned').check();
  await form.getByRole('button', { name: 'Add note' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Pinned' })).toBeVisible();
  await expect(page.getByText('Ida has it.')).toBeVisible();
  await expect(page.getByText('#home')).toBeVisible();
  await expect(note(page, 'Spare key')).toBeVisible();

  // The vault is open in this tab: from the palette the form stands there at once, and nothing is kept of one that is closed.
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette.getByRole('option').first()).toBeVisible();
  await page.keyboard.type('new note');
  await expect(palette.getByRole('option').first()).toContainText('New Note');
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Not to be kept');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.reload();
  await expect(page.getByText('1 note is sealed.')).toBeVisible();
});

test('axe finds nothing on the notes, open and locked, in both themes and both widths, with each dialog open; nothing is wider than 320 px @vault', async ({
  page,
  app,
}) => {
  test.setTimeout(240_000);
  await enterAsOwner(page, app);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openNewNotes(page);
  await add(page, `Spare key\nIda has it.\n${'averylongwordwithoutanybreak'.repeat(8)}`);
  await add(page, 'Shopping\nBread, ink, copper plates');
  await page.getByRole('button', { name: 'Pin “Spare key”' }).click();
  await add(page, `Let go\n${'averylongwordwithoutanybreak'.repeat(8)}`);
  await page.getByRole('button', { name: 'Delete “Let go”' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await chooseFromMenu(page, 'Trash');
  await expect(page.getByRole('button', { name: 'Restore “Let go”' })).toBeVisible();
  await page.keyboard.press('Escape');
  // Locked notes are counted by the server's rows: a deletion that waits to be sent, sealed, still counts as a note.
  await expect.poll(async () => (await rowsOf(page)).filter(({ deleted_at }) => deleted_at !== null).length).toBe(1);
  const found: string[] = [];
  const look = async (where: string) => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      found.push(...(await axeFindingsOfThemes(page)).map((finding) => `${where} ${width}, ${finding}`));
    }
    await page.setViewportSize({ width: 320, height: 700 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > 320) found.push(`${where} is ${wide} px wide`);
  };
  await page.reload();
  await expect(page.getByText('2 notes are sealed.')).toBeVisible();
  await look('locked');
  await unlock(page);
  await expect(note(page, 'Shopping')).toBeVisible();
  await look('open');
  await note(page, 'Shopping').click();
  await expect(page.getByRole('dialog', { name: 'Note' })).toBeVisible();
  await look('form');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete “Shopping”' }).click();
  await look('question');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await chooseFromMenu(page, 'Trash');
  await look('trash');
  await page.getByRole('button', { name: 'Delete permanently: “Let go”' }).click();
  await look('last question');
  expect(found).toEqual([]);
});
