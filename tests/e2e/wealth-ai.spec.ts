import type { Page } from '@playwright/test';
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
