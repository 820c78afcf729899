import { copyFile, readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { axeFindings } from './axe-findings.ts';
import { enterAsOwner, expect, test } from './test-app.ts';
import { expectToast, master, openMadeVault } from './vault-steps.ts';

test.use({ hasVault: true });

const filePassword = 'the file has one of its own';

const chromeFile = (rows: readonly string[]) => ({
  name: 'passwords.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['name,url,username,password,note', ...rows, ''].join('\r\n')),
});

async function readFileIn(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Read the file' }).click();
}

async function save(page: Page, name: RegExp): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
  return download.path();
}

/** Nothing is wrong with the page in both inks, wide and narrow, and nothing sticks out at 320 pixels. */
async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((wanted) => document.documentElement.classList.toggle('light', wanted === 'light'), theme);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFindings(page)).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.evaluate(() => document.documentElement.classList.remove('light'));
}

const rows = [
  'Bank of Alderney,https://bank.example,ada,password1,',
  'Chess club,http://chess.example,ada,password1,',
  'Garden,https://garden.example,ada,kZ8#vvPq0!rTw2Lm,',
];

test('the vault leaves sealed with its decryptor, as KeePass, and in clear only for the master; the files come back', async ({
  page,
  app,
  context,
}) => {
  test.setTimeout(200_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) complaints.push(message.text());
  });
  await enterAsOwner(page, app);
  await openMadeVault(page);
  await page.getByRole('button', { name: 'Import' }).click();
  await readFileIn(page, chromeFile([...rows, 'Sheet,,ada,=1+1,']));
  await page.getByRole('button', { name: 'Import 4 entries' }).click();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Export' }).click();
  await expectAccessible(page);
  await page.getByLabel('Password of the file', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Make the file' }).click();
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible();
  await page.getByLabel('Password of the file', { exact: true }).fill(filePassword);
  await page.getByLabel('Confirm password of the file', { exact: true }).fill(filePassword);
  await page.getByLabel('Present master password', { exact: true }).fill(master);
  await page.getByRole('button', { name: 'Make the file' }).click();
  await expect(page.getByText('4 entries are in the file.')).toBeVisible();
  const sealed = await save(page, /\.json$/);
  const decryptor = await save(page, /\.html$/);
  expect(await readFile(sealed, 'utf8')).not.toContain('Bank of Alderney');

  const offline = await context.newPage();
  const copy = test.info().outputPath('open-castellan-export.html');
  await copyFile(decryptor, copy);
  await offline.goto(pathToFileURL(copy).href);
  await offline.getByLabel('Export file').setInputFiles(sealed);
  await offline.getByLabel('Export password').fill(filePassword);
  await offline.getByRole('button', { name: 'Open' }).click();
  await expect(offline.getByText('Bank of Alderney')).toBeVisible();
  await offline.close();

  await page.getByRole('button', { name: 'Another format' }).click();
  await page.getByLabel('KeePass (KDBX 4)').check();
  await page.getByLabel('Password of the file', { exact: true }).fill(filePassword);
  await page.getByLabel('Confirm password of the file', { exact: true }).fill(filePassword);
  await page.getByLabel('Present master password', { exact: true }).fill(master);
  await page.getByRole('button', { name: 'Make the file' }).click();
  await expect(page.getByText('4 entries are in the file.')).toBeVisible();
  const keepass = await readFile(await save(page, /\.kdbx$/));

  await page.getByRole('button', { name: 'Another format' }).click();
  await page.getByLabel('CSV, readable by anybody').check();
  await page.getByLabel('Present master password', { exact: true }).fill('not the master');
  await page.getByRole('button', { name: 'Make the file' }).click();
  await expect(page.getByText('Incorrect master password.')).toBeVisible();
  await page.getByLabel('Present master password', { exact: true }).fill(master);
  await page.getByRole('button', { name: 'Make the file' }).click();
  await expect(page.getByText('1 cell holds what a spreadsheet would run as a formula')).toBeVisible();
  expect(await readFile(await save(page, /\.csv$/), 'utf8')).toContain("'=1+1");
  await page.getByRole('button', { name: 'Back to the entries' }).click();

  await page.getByRole('button', { name: 'Import' }).click();
  await readFileIn(page, { name: 'vault.kdbx', mimeType: 'application/octet-stream', buffer: keepass });
  await expect(page.getByText('This file is sealed.')).toBeVisible();
  await page.getByLabel('Password of the file', { exact: true }).fill('another');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('The password does not open this file.')).toBeVisible();
  await page.getByLabel('Password of the file', { exact: true }).fill(filePassword);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('KeePass KDBX: 4 entries read.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'there already' })).toHaveCount(4);
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expectToast(page, 'Vault Locked');
  await expect(page.getByText('Bank of Alderney')).toHaveCount(0);
  expect(complaints).toEqual([]);
});
