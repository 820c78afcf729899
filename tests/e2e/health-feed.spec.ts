import { createECDH } from 'node:crypto';
import type { Page } from '@playwright/test';
import { asSuperuser } from '../support/test-data.ts';
import { chooseFromMenu, enterAsOwner, expect, test } from './test-app.ts';
import { watchForLeaks } from './vault-leaks.ts';
import { master } from './vault-steps.ts';

async function unlock(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Months of health are locked' })).toBeVisible();
  await page.getByLabel('Master password').fill(master);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

/** Of an opened vault that knows nothing of health yet. */
async function makeToken(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Nothing is known yet' })).toBeVisible();
  await chooseFromMenu(page, 'Feed from a phone');
  const dialog = page.getByRole('dialog', { name: 'Feed from a phone' });
  await expect(dialog.getByText('Nothing was received yet.')).toBeVisible();
  await dialog.getByLabel('Name of the sender').fill('Phone');
  await dialog.getByRole('button', { name: 'Make a token' }).click();
  const made = dialog.getByText(/^hf_[\w-]{43}$/);
  await expect(made).toBeVisible();
  const token = (await made.textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  return token;
}

/** Sends a body as a phone does. */
function senderOf(app: Parameters<typeof enterAsOwner>[1], token: string) {
  return async (body: string) =>
    fetch(`${app.server.url}/functions/v1/health-feed`, { method: 'POST', headers: { 'X-Health-Feed-Token': token }, body });
}

const feed = (page: Page) => page.getByRole('region', { name: 'From your phone' });

test('what a phone sends waits sealed over a lock, is kept by a press, once, and shown; the server’s key is held against the vault’s @vault @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await page.goto('/health-matrix');
  await unlock(page);
  const token = await makeToken(page);
  await page.getByRole('button', { name: 'Lock the vault' }).click();

  const leaks = watchForLeaks(page);
  const send = senderOf(app, token);
  const now = new Date(Date.now() - 60_000).toISOString();
  const weight = { measure: 'Weight', value: 81.2347, unit: 'kg', at: now };
  expect(await (await send(JSON.stringify([weight, { measure: 'steps', value: '8765' }]))).json()).toEqual({ kept: 2 });
  // Sent again, as by a phone that lost the answer.
  expect(await (await send(JSON.stringify(weight))).json()).toEqual({ kept: 1 });
  await page.reload();
  await expect(page.getByText('3 values wait from your phone.')).toBeVisible();
  expect(await leaks.find(['81.2347'])).toEqual([]);

  await unlock(page);
  await expect(feed(page).getByText('Weight 81.2 kg')).toBeVisible();
  await feed(page).getByRole('button', { name: 'Keep 2 values' }).click();
  await expect(feed(page)).toBeHidden();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('table').getByText('8,765')).toBeVisible();
  await page.reload();
  await unlock(page);
  await expect(page.getByRole('table').getByText('8,765')).toBeVisible();
  await expect(feed(page)).toBeHidden();
  expect((await send(JSON.stringify(weight))).status).toBe(200);

  await page.goto('/settings#health-feed');
  const row = page.locator('#health-feed');
  await row.getByRole('button', { name: 'Revoke Phone' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(row.getByText(/^Revoked/)).toBeVisible();
  expect((await send(JSON.stringify(weight))).status).toBe(401);
});

test('a key that the database’s host exchanged is told at the next unlock, wherever that is, what is sealed to it is counted, and publishing mends it @vault @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await page.goto('/health-matrix');
  await unlock(page);
  const send = senderOf(app, await makeToken(page));
  const foreign = createECDH('prime256v1').generateKeys('base64url');
  await asSuperuser(app.data, [`update private.health_feeds set public_key = '${foreign}'`]);
  const weight = { measure: 'Weight', value: 81.2, unit: 'kg' };
  expect(await (await send(JSON.stringify([weight, weight]))).json()).toEqual({ kept: 2 });

  await page.goto('/mind-vault');
  await page.getByLabel('Master password').fill(master);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName(/unread/);
  await bell.click();
  await page.getByText('The server seals what your phone sends to a key that is none of this vault’s').first().click();
  const row = page.locator('#health-feed');
  await expect(row.getByText(/revoke tokens that you do not know/)).toBeVisible();
  await row.getByRole('button', { name: 'Publish this vault’s key' }).click();
  await expect(page.getByText('Key published')).toBeVisible();
  await expect(row.getByText(/revoke tokens that you do not know/)).toBeHidden();

  expect(await (await send(JSON.stringify(weight))).json()).toEqual({ kept: 1 });
  await row.getByRole('link', { name: 'Open Health Matrix' }).click();
  await expect(feed(page).getByText('Weight 81.2 kg')).toBeVisible();
  await expect(feed(page).getByText(/^2 values are sealed to a key that is none of this vault’s/)).toBeVisible();
  await feed(page).getByRole('button', { name: 'Keep 1 value' }).click();
  await expect(page.getByText('1 value kept')).toBeVisible();
  await expect(feed(page).getByText(/^2 values are sealed/)).toBeVisible();
});
