import { enterAsOwner, expect, test } from './test-app.ts';
import { addEntry, expectVerified, openMadeVault, unlockByMaster } from './vault-steps.ts';

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
  await expectVerified(elsewhere, 0);
  await joined;
  await addEntry(page, 'Saved over there', 's3cret');
  await expect(elsewhere.getByRole('option', { name: 'Saved over there' })).toBeVisible();
  await expectVerified(elsewhere, 1);
  await context.close();
});
