import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
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

const rows = [
  'Bank of Alderney,https://bank.example,ada,password1,',
  'Chess club,http://chess.example,ada,password1,',
  'Garden,https://garden.example,ada,kZ8#vvPq0!rTw2Lm,',
];

test('the vault leaves sealed, as KeePass, and in clear only for the master; the files come back', async ({ page, app }) => {
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
  await page.getByLabel('Password of the file', { exact: true }).fill(filePassword);
  await page.getByLabel('Confirm password of the file', { exact: true }).fill(filePassword);
  await page.getByLabel('Present master password', { exact: true }).fill(master);
  await page.getByRole('button', { name: 'Make the file' }).click();
  await expect(page.getByText('4 entries are in the file.')).toBeVisible();
  const sealed = await save(page, /\.json$/);
  expect(await readFile(sealed, 'utf8')).not.toContain('Bank of Alderney');

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
