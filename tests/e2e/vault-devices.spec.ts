import type { Page } from '@playwright/test';
import { enterAsOwner, expect, signIn, test } from './house.ts';

const master = 'seven grey herons keep the weir';

async function setMaster(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use master password instead' }).click();
  await page.getByRole('button', { name: 'Set a master password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set a master password' });
  await dialog.getByLabel('New master password', { exact: true }).fill(master);
  await dialog.getByLabel('Confirm master password', { exact: true }).fill(master);
  await dialog.getByRole('button', { name: 'Set master password' }).click();
  const kept = page.getByRole('alertdialog', { name: 'Your recovery key' });
  await kept.getByRole('button', { name: 'I have kept it' }).click({ timeout: 30_000 });
}

test('what is saved on one device appears on another that is open, without being asked for', async ({ page, house, browser }) => {
  const owner = await enterAsOwner(page, house);
  await page.goto('/dashboard#vault');
  await setMaster(page);
  const context = await browser.newContext({ baseURL: house.server.url });
  const elsewhere = await context.newPage();
  const joined = new Promise<void>((resolve) => {
    elsewhere.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (/"realtime:vault"/.test(String(payload)) && /"status":"ok"/.test(String(payload))) resolve();
      });
    });
  });
  await elsewhere.goto('/auth-terminal');
  await signIn(elsewhere, owner, 1);
  await elsewhere.goto('/dashboard#vault');
  await elsewhere.getByRole('button', { name: 'Use master password instead' }).click();
  await elsewhere.getByLabel('Master password', { exact: true }).fill(master);
  await elsewhere.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(elsewhere.getByText(/verified 0 of 0, epoch \d+/)).toBeVisible({ timeout: 30_000 });
  await joined;
  await page.getByRole('button', { name: 'Add Entry' }).click();
  const form = page.getByRole('dialog', { name: 'Add Entry' });
  await form.getByLabel('Title', { exact: true }).fill('Saved over there');
  await form.getByLabel('Password', { exact: true }).fill('s3cret');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(elsewhere.getByRole('option', { name: 'Saved over there' })).toBeVisible();
  await expect(elsewhere.getByText(/verified 1 of 1, epoch \d+/)).toBeVisible();
  await context.close();
});
