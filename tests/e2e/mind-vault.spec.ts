import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { rowsOf } from './note-steps.ts';
import { chooseFromMenu, enterAsOwner, expect, test } from './test-app.ts';
import { watchForLeaks } from './vault-leaks.ts';
import { master } from './vault-steps.ts';

const canary = {
  title: 'CANARY-mind-title-5512',
  body: 'CANARY-mind-body-6623',
  linked: 'CANARY-mind-linked-7734',
  filed: 'CANARY-mind-filed-8845',
  fileName: 'CANARY-mind-file-name-9956',
  fileBytes: 'CANARY-mind-file-bytes-1067',
  captured: 'CANARY-mind-captured-9956',
};

/** As the page holds the bytes; the last characters depend on what would follow. */
const fileBase64 = Buffer.from(canary.fileBytes).toString('base64').slice(0, -4);

/** One red pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

async function unlock(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Notes are locked' })).toBeVisible();
  await page.getByLabel('Master password').fill(master);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Search notes' })).toBeVisible();
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the note' });
const listed = (page: Page, name: string) => page.getByRole('list', { name: 'Notes' }).getByRole('link', { name });

/** The files of the vault that the page saves. */
async function exportVault(page: Page): Promise<Readonly<Record<string, string>>> {
  await chooseFromMenu(page, 'Export');
  const dialog = page.getByRole('dialog', { name: 'Export notes' });
  await dialog.getByLabel('Current master password', { exact: true }).fill(master);
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save the file' }).click()]);
  await expect(dialog.getByText(/was handed to your browser/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')]));
}

test('notes are written, linked and renamed, also while nobody answers; a vault goes in and comes out byte by byte; after a lock no word of any is left, and what is captured then waits sealed @vault @strict', async ({
  page,
  app,
}) => {
  test.setTimeout(240_000);
  await enterAsOwner(page, app);
  const leaks = watchForLeaks(page);
  await page.goto('/mind-vault');
  await unlock(page);

  // Written under the page's policy, which the editor's styles must pass too.
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Title' }).fill(canary.title);
  await page.keyboard.press('Enter');
  await editor(page).click();
  await page.keyboard.type(`# ${canary.body}\n#home See [[${canary.linked}]]`);
  await expect(editor(page)).toHaveCSS('outline-style', 'none');
  await expect(page.locator('.note-h1')).toHaveText(canary.body);
  await expect.poll(async () => (await rowsOf(page))[0]?.version).toBeGreaterThan(1);
  // While nobody answers, what is written waits sealed.
  await page.route('**/rpc/write_vault*', (route) => route.abort());
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('article', { name: canary.linked })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Margin' })).toContainText(canary.title);
  await expect(page.getByText(/changes? waits? in this browser/)).toBeVisible();
  expect(
    (await leaks.find([...Object.values(canary), fileBase64])).filter(({ place }) => place !== 'document' && place !== 'fields'),
  ).toEqual([]);
  await page.unroute('**/rpc/write_vault*');
  await page.reload();
  await unlock(page);
  await expect.poll(async () => (await rowsOf(page)).length).toBe(2);

  // A vault goes in, the same again adds nothing, and it comes out as it went in.
  const files = {
    'Filed/Windows.md': `---\r\ntags: [x]\r\n---\r\n${canary.filed}\r\n`,
    'Filed/Ünï.md': '\uFEFF[[Windows]]\n',
    [`${canary.fileName}.txt`]: canary.fileBytes,
    // Too large for a record: the storage has it.
    'large.bin': 'x'.repeat(700_001),
  };
  const zip = Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))));
  const chooseFile = async () => {
    await chooseFromMenu(page, 'Import');
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'vault.zip', mimeType: 'application/zip', buffer: zip });
  };
  await chooseFile();
  await page.getByRole('button', { name: 'Import 4' }).click();
  await expect(listed(page, 'Windows')).toBeVisible();
  await chooseFile();
  await expect(page.getByRole('dialog')).toContainText('There already: 4');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  const out = await exportVault(page);
  expect(out).toMatchObject(files);
  expect(Object.keys(out)).toHaveLength(6);

  // A file is added to a note while nobody answers, shown from this browser, and sent once.
  await listed(page, 'Windows').click();
  const written = async () => (await rowsOf(page)).reduce((sum, { version }) => sum + version, 0);
  const before = await written();
  await page.route('**/rpc/write_vault*', (route) => route.abort());
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Add files' }).click()]);
  await chooser.setFiles({ name: `${canary.fileName}.png`, mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
  const picture = page.getByRole('img', { name: `${canary.fileName}.png` });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await expect(page.getByText(/changes wait in this browser/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Files 1' })).toContainText('waits');
  await page.unroute('**/rpc/write_vault*');
  // The text with its link is saved a moment after the file.
  await expect.poll(written).toBeGreaterThan(before);
  await expect(page.getByText(/changes? waits? in this browser/)).toBeHidden({ timeout: 30_000 });
  await page.reload();
  await unlock(page);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  // It goes into the trash with its note and comes back with it.
  await page.getByRole('button', { name: 'Delete this note' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2);
  await chooseFromMenu(page, 'Trash');
  await page.getByRole('button', { name: 'Restore “Windows”' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Notes', exact: true }).click();

  // A rename, and a version of before.
  await listed(page, canary.linked).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Renamed');
  await page.keyboard.press('Enter');
  await expect(page.locator('.toast').filter({ hasText: 'Links in one note were updated' })).toBeVisible();
  await listed(page, canary.title).click();
  await expect(editor(page)).toContainText('Renamed');
  await page.getByRole('button', { name: 'Versions of this note' }).click();
  await expect(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Until / })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText(canary.linked);
  await page.keyboard.press('Escape');

  // The search works at all: the open page shows what the locked one must not.
  expect(await leaks.find([canary.title])).toContainEqual({ place: 'document', text: canary.title });
  await page.getByRole('searchbox', { name: 'Search notes' }).fill(canary.filed);
  await expect(listed(page, 'Windows')).toBeVisible();
  await page.evaluate(() => new BroadcastChannel('castellan-vault').postMessage({ kind: 'locked' }));
  await expect(page.getByText('4 notes are sealed.')).toBeVisible();
  expect(await leaks.find([...Object.values(canary), fileBase64])).toEqual([]);

  // Captured while it is locked: nothing of it can be read before the vault is open, where it waits in the inbox.
  await page.getByRole('button', { name: 'Capture a note' }).click();
  await page.getByLabel('What is on your mind').fill(canary.captured);
  await page.getByRole('button', { name: 'Capture', exact: true }).click();
  await expect(page.getByText('1 sealed text waits on this device.')).toBeVisible();
  expect(await leaks.find([...Object.values(canary), fileBase64])).toEqual([]);
  await page.reload();
  await unlock(page);
  const inbox = page.getByRole('region', { name: 'Inbox' });
  await expect(inbox).toContainText(canary.captured);
  await inbox.getByRole('button', { name: 'Keep as a note' }).click();
  await expect(listed(page, canary.captured)).toBeVisible();
  await expect(inbox).toBeHidden();
  await expect.poll(async () => (await rowsOf(page)).length).toBe(5);
  await page.evaluate(() => new BroadcastChannel('castellan-vault').postMessage({ kind: 'locked' }));
  await expect(page.getByText('5 notes are sealed.')).toBeVisible();
  expect(await leaks.find([...Object.values(canary), fileBase64])).toEqual([]);
});

test('an import that is cut stays hidden on another device, which says so; there what arrived can be removed or shown, and the rest makes it whole @vault', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(240_000);
  await enterAsOwner(page, app);
  await page.goto('/mind-vault');
  await unlock(page);
  // The notes arrive with the first request, and then nothing does: neither all of the files, nor the end of the import.
  let isCut = true;
  await page.route('**/rpc/write_vault*', (route) => {
    const sent = route.request().postData() ?? '';
    return isCut && sent.includes('note_file') && !sent.includes('"collection":"notes"') ? route.abort() : route.continue();
  });
  const large = 'x'.repeat(690_000);
  const take = async (files: Readonly<Record<string, string>>) => {
    const zip = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
    await chooseFromMenu(page, 'Import');
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'vault.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) });
    await page.getByRole('button', { name: `Import ${Object.keys(files).length}` }).click();
  };
  await take({ 'One.md': '1', 'Two.md': '2', 'Three.md': '3', 'plan.txt': large, 'b.txt': large, 'c.txt': large });
  await expect(listed(page, 'Two')).toBeVisible();
  await expect.poll(async () => (await rowsOf(page)).length).toBe(3);

  const context = await browser.newContext({ baseURL: app.server.url });
  const elsewhere = await context.newPage();
  await enterAsOwner(elsewhere, app, 1);
  await elsewhere.goto('/mind-vault');
  await unlock(elsewhere);
  const notice = elsewhere.getByRole('region', { name: 'An import is not complete' });
  await expect(notice).toContainText('3 notes arrived here; the rest is still missing.');
  await expect(listed(elsewhere, 'Two')).toBeHidden();
  await expect(elsewhere.getByText('0 notes')).toBeVisible();

  // Removed and taken back, it is as before.
  await notice.getByRole('button', { name: 'Remove what arrived' }).click();
  await expect(notice).toBeHidden();
  await chooseFromMenu(elsewhere, 'Undo');
  await expect(notice).toContainText('3 notes arrived here');

  isCut = false;
  await page.reload();
  await unlock(page);
  await expect(notice).toBeHidden();
  for (const name of ['One', 'Two', 'Three']) await expect(listed(elsewhere, name)).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Files', exact: true }).click();
  await expect(elsewhere.getByRole('list', { name: 'Files' })).toContainText('plan.txt');

  // Shown there before the rest came, it is an import like any other; the rest still comes.
  isCut = true;
  await take({ 'Four.md': '4', 'sketch.txt': `${large}1`, 'd.txt': large, 'e.txt': large });
  await expect(notice).toContainText('1 note arrived here');
  await notice.getByRole('button', { name: 'Show what arrived' }).click();
  await expect(notice).toBeHidden();
  await elsewhere.getByRole('button', { name: 'Notes', exact: true }).click();
  await expect(listed(elsewhere, 'Four')).toBeVisible();
  isCut = false;
  await page.reload();
  await unlock(page);
  await elsewhere.getByRole('button', { name: 'Files', exact: true }).click();
  await expect(elsewhere.getByRole('list', { name: 'Files' })).toContainText('sketch.txt');
  await expect(page.getByText(/changes? waits? in this browser/)).toBeHidden();
  await context.close();
});

test('an import that is being sent shows how far it is; called off, nothing of it is left here or on the server @vault', async ({
  page,
  app,
}) => {
  test.setTimeout(300_000);
  await enterAsOwner(page, app);
  await page.goto('/mind-vault');
  await unlock(page);
  let isHeld = true;
  let letGo = () => {};
  await page.route('**/rpc/write_vault*', async (route) => {
    // The first part is on its way when the import is called off.
    if (isHeld && route.request().postData()?.includes('"collection":"notes"') === true)
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
    await route.continue();
  });
  const names = Array.from({ length: 1_500 }, (_, at) => `Note ${at}.md`);
  const zip = zipSync(Object.fromEntries(names.map((name) => [name, strToU8('a line of a note\n'.repeat(100))])));
  await chooseFromMenu(page, 'Import');
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'vault.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) });
  await page.getByRole('button', { name: 'Import 1,500' }).click();
  await expect(page.getByText('Sending an import 0 %')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  isHeld = false;
  letGo();
  await expect(page.getByText('Import undone')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('0 notes')).toBeVisible();
  await expect(page.getByText('Saved.')).toBeVisible({ timeout: 60_000 });
  expect((await rowsOf(page)).filter(({ deleted_at }) => deleted_at === null)).toEqual([]);
  await page.reload();
  await unlock(page);
  await expect(page.getByText('0 notes')).toBeVisible();
});
