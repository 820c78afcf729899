import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { chooseFromMenu, enterAsOwner, expect, test, whenWritten } from './test-app.ts';
import { watchForLeaks } from './vault-leaks.ts';
import { master } from './vault-steps.ts';

const canary = { payee: 'CANARY-payee-5513', line: 'CANARY-line-6624', account: 'CANARY-account-7735' };

/** What money is read by, and written with. */
const roads = ['**/rest/v1/money*', '**/rest/v1/rpc/write_vault*'];

async function unlock(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Ledger pages are locked' })).toBeVisible();
  await page.getByLabel('Master password').fill(master);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

const ledger = (page: Page) => page.getByRole('list', { name: 'Ledger' });

test('money is entered offline, waits sealed over a lock and a reload, and a statement is imported once and taken back; a lock leaves no word of it @vault @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  const leaks = watchForLeaks(page);
  await page.goto('/wealth-ai');
  await unlock(page);
  await page.getByRole('button', { name: 'Add an account' }).click({ timeout: 30_000 });
  const form = page.getByRole('dialog', { name: 'New account' });
  await form.getByLabel('Name').fill(canary.account);
  await whenWritten(page, 'money', () => form.getByRole('button', { name: 'Add account' }).click());

  for (const road of roads) await page.route(road, (route) => route.abort());
  await page.getByRole('textbox', { name: 'New entry' }).fill(`4.20 ${canary.payee} #Food`);
  await page.keyboard.press('Enter');
  await expect(ledger(page).getByText(canary.payee)).toBeVisible();
  await expect(page.getByText('1 change waits in this browser.')).toBeVisible();
  expect(await leaks.find([canary.payee])).toContainEqual({ place: 'document', text: canary.payee });
  await page.getByRole('button', { name: 'Lock the vault' }).click();
  await expect(page.getByRole('heading', { name: 'Ledger pages are locked' })).toBeVisible();
  expect(await leaks.find(Object.values(canary))).toEqual([]);
  await page.reload();
  for (const road of roads) await page.unroute(road);
  await unlock(page);
  await expect(ledger(page).getByText(canary.payee)).toBeVisible();
  await expect(page.getByText('Saved.')).toBeVisible();

  const statement = {
    name: 'march.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Date,Payee,Amount,Balance\n2026-03-01,${canary.line},-2.50,97.50\n2026-04-01,${canary.line},-2.50,95.00\n`),
  };
  const dialog = page.getByRole('dialog', { name: 'Import' });
  await chooseFromMenu(page, 'Import');
  await dialog.getByLabel('File').setInputFiles(statement);
  await dialog.getByLabel('Into').selectOption({ label: `${canary.account}, EUR` });
  await expect(dialog.getByText(/^Proven/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 2' }).click();
  await expect(ledger(page).getByText(canary.line)).toHaveCount(2);
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await unlock(page);
  await expect(ledger(page).getByText(canary.line)).toHaveCount(2);
  await chooseFromMenu(page, 'Import');
  await dialog.getByLabel('File').setInputFiles(statement);
  await dialog.getByLabel('Into').selectOption({ label: `${canary.account}, EUR` });
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['New: 0', 'There already: 2', 'Not taken: 0']);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByText('Nothing was imported yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Ledger' }).click();
  await expect(ledger(page).getByText(canary.line)).toHaveCount(0);
  await expect(ledger(page).getByText(canary.payee)).toBeVisible();
  await page.getByRole('button', { name: 'Lock the vault' }).click();
  await expect(page.getByRole('heading', { name: 'Ledger pages are locked' })).toBeVisible();
  expect(await leaks.find(Object.values(canary))).toEqual([]);
});

test('Actual’s own export is read in a Worker that can fetch nothing: accounts, a linked transfer and a rule come in once @vault', async ({
  page,
  app,
}) => {
  const path = test.info().outputPath('db.sqlite');
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE accounts (id TEXT PRIMARY KEY, name TEXT, offbudget INTEGER, closed INTEGER, tombstone INTEGER DEFAULT 0);
    CREATE TABLE categories (id TEXT PRIMARY KEY, name TEXT, cat_group TEXT, tombstone INTEGER DEFAULT 0);
    CREATE TABLE payees (id TEXT PRIMARY KEY, name TEXT, transfer_acct TEXT, tombstone INTEGER DEFAULT 0);
    CREATE TABLE transactions (id TEXT PRIMARY KEY, acct TEXT, category TEXT, amount INTEGER, description TEXT, date INTEGER,
      transferred_id TEXT, cleared INTEGER DEFAULT 1, tombstone INTEGER DEFAULT 0);
    CREATE TABLE rules (id TEXT PRIMARY KEY, conditions TEXT, actions TEXT, tombstone INTEGER DEFAULT 0);
    INSERT INTO accounts VALUES ('b', 'Bank', 0, 0, 0), ('p', 'Pot', 0, 0, 0);
    INSERT INTO categories VALUES ('f', 'Food', NULL, 0);
    INSERT INTO payees VALUES ('m', 'Corner market', NULL, 0), ('tp', '', 'p', 0), ('tb', '', 'b', 0);
    INSERT INTO transactions VALUES ('1', 'b', 'f', -1250, 'm', 20260301, NULL, 1, 0),
      ('2', 'b', NULL, -2000, 'tp', 20260302, '3', 1, 0), ('3', 'p', NULL, 2000, 'tb', 20260302, '2', 1, 0);
    INSERT INTO rules VALUES ('r', '[{"op":"is","field":"description","value":"m"}]', '[{"op":"set","field":"category","value":"f"}]', 0)`);
  database.close();
  const archive = Buffer.from(zipSync({ 'db.sqlite': readFileSync(path), 'metadata.json': strToU8('{}') }));
  const file = { name: '2026-03-05-Budget.zip', mimeType: 'application/zip', buffer: archive };
  await enterAsOwner(page, app);
  await page.goto('/wealth-ai');
  await unlock(page);
  await expect(page.getByRole('button', { name: 'Add an account' })).toBeVisible({ timeout: 30_000 });
  const dialog = page.getByRole('dialog', { name: 'Import' });
  const choose = async () => {
    await chooseFromMenu(page, 'Import');
    await dialog.getByLabel('File').setInputFiles(file);
  };
  await choose();
  await dialog.getByRole('button', { name: 'Import 4' }).click({ timeout: 30_000 });
  await expect(ledger(page).getByText('Corner market')).toBeVisible();
  await choose();
  await expect(dialog.getByRole('region', { name: 'Rules' }).getByText('There already: 1')).toBeVisible();
  await expect(dialog.getByText('New: 0')).toHaveCount(3);
});
