import type { Page } from '@playwright/test';
import { enterAsOwner, expect, test } from './test-app.ts';
import { watchForLeaks } from './vault-leaks.ts';
import { master } from './vault-steps.ts';

const canary = { name: 'CANARY-employer-8846', second: 'CANARY-second-9957', amount: '44179328.64' };
/** What may be nowhere after a lock: the amount also as it is stored and shown. */
const words = [canary.name, canary.second, canary.amount, '4417932864', '44,179,328.64'];

/** What pay is read by, and written with. */
const roads = ['**/rest/v1/pay_plans*', '**/rest/v1/rpc/write_vault*'];

async function unlock(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Pay plans are locked' })).toBeVisible();
  await page.getByLabel('Master password').fill(master);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

test('pay is entered offline, waits sealed over a lock and a reload, and gets its country’s holidays; a lock leaves no word of it @vault @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  const leaks = watchForLeaks(page);
  await page.goto('/payday-fun#new');
  await unlock(page);
  const form = page.getByRole('dialog', { name: 'New pay' });
  await expect(form).toBeVisible();
  for (const road of roads) await page.route(road, (route) => route.abort());
  await form.getByLabel('Name').fill(canary.name);
  await form.getByLabel('Net pay each time').fill(canary.amount);
  await form.getByLabel('Comes').selectOption('Every month, on a day');
  await form.getByLabel('Day', { exact: true }).selectOption('25');
  await form.getByLabel('Country of the holidays').selectOption('Germany');
  await form.getByLabel('Region').selectOption('Bayern');
  await form.getByRole('button', { name: 'Add pay' }).click();
  await expect(page.getByRole('heading', { name: canary.name })).toBeVisible();
  await expect(page.getByRole('list', { name: /^Paydays of/ }).getByText(/25 Dec \d{4} is Christmas Day/)).toBeVisible();
  await expect(page.getByText(/changes? waits? in this browser\./)).toBeVisible();
  expect(await leaks.find([canary.name])).toContainEqual({ place: 'document', text: canary.name });
  await page.getByRole('button', { name: 'Lock the vault' }).click();
  await expect(page.getByRole('heading', { name: 'Pay plans are locked' })).toBeVisible();
  expect(await leaks.find(words)).toEqual([]);
  await page.reload();
  for (const road of roads) await page.unroute(road);
  // What the server answers is kept with the pay: nobody need be asked again.
  await page.route('**/functions/v1/holidays', (route) => route.abort());
  await unlock(page);
  await expect(page.getByRole('heading', { name: canary.name })).toBeVisible();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('list', { name: /^Paydays of/ }).getByText(/25 Dec \d{4} is Christmas Day/)).toBeVisible();

  // A second pay by the palette's typed line.
  await page.keyboard.press('Control+k');
  const commands = page.getByRole('dialog', { name: 'Commands' });
  await commands.getByRole('combobox', { name: 'Command' }).fill(`% ${canary.second} 3200 15`);
  await expect(commands.getByRole('option').first()).toContainText('3200.00 EUR · Day 15 of each month');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Pay', { exact: true }).getByRole('option')).toHaveText([canary.name, canary.second]);
  await page.getByRole('button', { name: 'Lock the vault' }).click();
  await expect(page.getByRole('heading', { name: 'Pay plans are locked' })).toBeVisible();
  expect(await leaks.find(words)).toEqual([]);
});
