import { copyFile, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { axeFindingsOfThemes } from './axe-findings.ts';
import { add, edit, openNotes, rowsOf } from './note-steps.ts';
import { enterAsOwner, expect, test, vaultOf } from './test-app.ts';
import { addEntry, master, openMadeVault } from './vault-steps.ts';

const section = (page: Page) => page.locator('#backup-make');

/** Downloads in place of the browser's own dialog, which nobody here could answer. */
async function withoutPicker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { showSaveFilePicker: undefined });
  });
}

async function saved(page: Page, press: () => Promise<void>, to: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 120_000 }), press()]);
  const path = test.info().outputPath(to);
  await copyFile(await download.path(), path);
  return path;
}

/** Opens the saved page in a browser that knows nothing, off the network, and gives it a file. */
async function openOffline(browser: Browser, address: string) {
  const context = await browser.newContext({ baseURL: '' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // A browser asks for an icon by itself; the page's policy refuses that, as it refuses everything.
    if (message.type() === 'error' && !/favicon/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(address);
  await context.setOffline(true);
  const open = async (file: string, typed: string) => {
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByLabel('Master password, recovery key').fill(typed);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
  };
  return { context, page, complaints, open };
}

test('the complete backup is made in Settings, says what is in it, and opens without us: by the master, the recovery key or its own passphrase, from the disk and from a server that knows nothing @vault', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(240_000);
  await withoutPicker(page);
  await enterAsOwner(page, app);
  await openMadeVault(page);
  await addEntry(page, 'Bank of Alderney', 'bank secret');
  // The vault stays open from one page of the owner's to the next only while none is loaded anew.
  await openNotes(page);
  await page.getByLabel('Master password').fill(master);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await add(page, 'Spare key\nUnder the third pot');
  await add(page, 'To be thrown away');
  await page.getByRole('button', { name: 'Delete “To be thrown away”' }).click();
  await page.getByRole('alertdialog', { name: 'Delete this note?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const before = await rowsOf(page);
  await edit(page, 'Spare key', { Text: 'Under the fourth pot' });
  // The form closes before the server has the change, and the backup is read from the server.
  const changed = async () => (await rowsOf(page)).filter(({ sealed }) => before.every((row) => row.sealed !== sealed)).length;
  await expect.poll(changed).toBeGreaterThan(0);
  await expect(page.getByText('Saved.')).toBeVisible();

  await page.goto('/settings#backup');
  await section(page).getByRole('button', { name: 'Make a complete backup' }).click();
  await section(page).getByLabel('Master password').fill(master);
  await section(page).getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(section(page).getByRole('button', { name: 'Make the backup' })).toBeVisible();
  expect(await axeFindingsOfThemes(page)).toEqual([]);
  await section(page).getByLabel('Current master password').fill('another');
  await section(page).getByRole('button', { name: 'Make the backup' }).click();
  await expect(section(page).getByText('Incorrect master password.')).toBeVisible({ timeout: 60_000 });
  await section(page).getByLabel('Current master password').fill(master);
  const backup = await saved(page, () => section(page).getByRole('button', { name: 'Make the backup' }).click(), 'backup.age');
  await expect(section(page).getByText(/^castellan-backup-\d{4}-\d{2}-\d{2}\.age: \d+ rows/)).toBeVisible();
  await expect(section(page).getByText('Anyone with this file and a master password or recovery key that was valid')).toBeVisible();
  await expect(section(page).getByRole('row', { name: 'Vault entries 1' })).toBeVisible();
  await expect(section(page).getByRole('row', { name: 'Notes 2', exact: true })).toBeVisible();
  expect(await axeFindingsOfThemes(page)).toEqual([]);
  const bytes = await readFile(backup);
  expect(bytes.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n');
  expect(bytes.includes('Spare key')).toBe(false);
  const decryptor = await saved(page, () => section(page).getByRole('button', { name: 'Save the page' }).click(), 'open.html');

  await section(page).getByRole('button', { name: 'Make another' }).click();
  await section(page).getByLabel('With a separate passphrase').check();
  const field = section(page).getByLabel('Passphrase of the file');
  await expect(field).toHaveValue(/^[a-z]+(-[a-z]+){5,}$/);
  const passphrase = await field.inputValue();
  await field.fill('password123');
  await section(page).getByLabel('Current master password').fill(master);
  await section(page).getByRole('button', { name: 'Make the backup' }).click();
  await expect(section(page).getByText('Too easy to guess.')).toBeVisible({ timeout: 60_000 });
  await field.fill(passphrase);
  await section(page).getByLabel('Current master password').fill(master);
  const sealed = await saved(page, () => section(page).getByRole('button', { name: 'Make the backup' }).click(), 'passphrase.age');

  const html = await readFile(decryptor);
  const blank = createServer((request, response) => {
    if (request.url === '/') response.setHeader('content-type', 'text/html').end(html);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => blank.listen(0, '127.0.0.1', resolve));
  const { port } = blank.address() as AddressInfo;
  for (const address of [pathToFileURL(decryptor).href, `http://127.0.0.1:${port}/`]) {
    const offline = await openOffline(browser, address);
    await offline.open(backup, 'another password');
    await expect(offline.page.getByText('Nothing in this file opens with that.')).toBeVisible({ timeout: 60_000 });
    for (const [file, typed] of [
      [backup, master],
      [backup, vaultOf(app).recoveryKey],
      [sealed, passphrase],
    ] as const) {
      await offline.open(file, typed);
      await expect(offline.page.getByText(/^1 entry, \d+ other rows\./)).toBeVisible({ timeout: 60_000 });
      await expect(offline.page.getByText('Not as it should be')).toHaveCount(0);
    }
    const search = offline.page.getByLabel('Search entries and lists');
    await search.fill('alderney');
    await expect(offline.page.getByText('Spare key', { exact: true })).toHaveCount(0);
    await offline.page.getByText('Bank of Alderney', { exact: true }).click();
    await offline.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await offline.page.getByRole('button', { name: 'Copy password' }).click();
    await expect(offline.page.getByText(/^ ?Copied\. This page does not clear the clipboard/)).toBeVisible();
    expect(await offline.page.evaluate(() => navigator.clipboard.readText())).toBe('bank secret');
    await offline.page.getByRole('button', { name: 'Show password' }).click();
    await expect(offline.page.getByText('bank secret')).toBeVisible();
    await search.fill('bank secret');
    await expect(offline.page.getByText('Nothing found.')).toBeVisible();
    await search.fill('fourth pot');
    await expect(offline.page.getByText('Spare key', { exact: true }).first()).toBeVisible();
    await search.fill('');
    await offline.page.getByText('Spare key', { exact: true }).first().click();
    await expect(offline.page.getByText('Under the fourth pot').first()).toBeVisible();
    await expect(offline.page.getByText('To be thrown away (in the trash)')).toBeVisible();
    const list = await saved(offline.page, () => offline.page.getByRole('button', { name: 'Save notes.json' }).click(), 'notes.json');
    expect(JSON.parse(await readFile(list, 'utf8'))).toHaveLength(2);
    expect(offline.complaints).toEqual([]);
    await offline.context.close();
  }
  await new Promise((resolve) => blank.close(resolve));
});
