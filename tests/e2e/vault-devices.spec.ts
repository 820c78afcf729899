import { enterAsOwner, expect, test } from './test-app.ts';
import { openMadeVault, unlockByMaster } from './vault-steps.ts';

test.use({ hasVault: true });

test('what is saved on one device appears on another that is open, without being asked for', async ({ page, app, browser }) => {
  await enterAsOwner(page, app);
  await openMadeVault(page);
  const context = await browser.newContext({ baseURL: app.server.url });
  const elsewhere = await context.newPage();
  const joined = new Promise<void>((resolve) => {
    elsewhere.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (/"realtime:vault"/.test(String(payload)) && /"status":"ok"/.test(String(payload))) resolve();
      });
    });
  });
  await enterAsOwner(elsewhere, app, 1);
  await elsewhere.goto('/dashboard#vault');
  await unlockByMaster(elsewhere);
  await expect(elsewhere.getByText(/verified 0 of 0, epoch \d+/)).toBeVisible();
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
