import type { Page } from '@playwright/test';
import { enterAsOwner, expect, test } from './test-app.ts';
import { watchForLeaks } from './vault-leaks.ts';
import { addEntry, enterMaster, expectPassword, openMadeVault, setMaster, unlockByMaster } from './vault-steps.ts';

const master = 'CANARY-master-3 grey herons';
const [title, password] = ['CANARY-title-5521', 'CANARY-pass-4417'];
const more = { Username: 'CANARY-user-7731', Notes: 'CANARY-note-9120' };
const texts = [master, title, password, ...Object.values(more)];

async function addAndReadEntry(page: Page): Promise<void> {
  await addEntry(page, title, password, more);
  await expectPassword(page, title, password);
  await page.getByRole('button', { name: 'Copy password' }).click();
}

test('nothing of the vault is ever sent or written down readably, and after a lock nothing of it is left in the page or on the clipboard @strict', async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterAsOwner(page, app);
  const leaks = watchForLeaks(page);
  await page.goto('/dashboard#vault');
  const recoveryKey = await setMaster(page, master);
  await addAndReadEntry(page);
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(password);
  // The search works at all: the open page shows what the locked one must not.
  expect(await leaks.find([title])).toContainEqual({ place: 'document', text: title });
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
  expect(await leaks.find([...texts, recoveryKey, recoveryKey.replaceAll('-', '')])).toEqual([]);
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('');
  await expect.poll(() => page.workers().filter((worker) => worker.url().includes('worker-vault.')).length).toBe(0);
});

test('logging out ends the vault’s Worker in every tab, before the session ends @vault @strict', async ({ page, app, context }) => {
  await enterAsOwner(page, app);
  await openMadeVault(page);
  await addAndReadEntry(page);
  const opened = context.waitForEvent('page');
  await page.evaluate(() => void window.open('/dashboard#vault'));
  const beside = await opened;
  await expect(beside.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
  const told = beside.waitForRequest((request) => request.url().endsWith('/rpc/lock_vault'));
  await unlockByMaster(beside);
  await expect(beside.getByRole('option', { name: title })).toBeVisible();
  await beside.getByRole('button', { name: 'Logout' }).first().click();
  await expect(beside).toHaveURL(`${app.server.url}/`);
  expect((await (await told).response())?.status()).toBe(200);
  for (const tab of [page, beside]) {
    await expect(tab.getByText(title)).toHaveCount(0);
    expect(tab.workers().filter((worker) => worker.url().includes('worker-vault.'))).toEqual([]);
  }
});

test('a copied canary rings the bell, and a page closed with the vault open leaves a lock in the log @vault @strict', async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterAsOwner(page, app);
  await openMadeVault(page);
  await page.getByRole('button', { name: 'Add Entry' }).click();
  const form = page.getByRole('dialog', { name: 'Add Entry' });
  await form.getByLabel('Title', { exact: true }).fill('Bait');
  await form.getByLabel('Username').fill('nobody');
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByText('More', { exact: true }).click();
  await form.getByLabel('Canary').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Copy username' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('nobody');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
  await page.goto('/dashboard#security');
  await page.getByRole('row').filter({ hasText: 'Vault locked' }).getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Place in the chain' })).toContainText('"reason": "leaving"');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const told = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
  await expect(told.filter({ hasText: 'Canary entry opened' })).toContainText('was copied');
});

test('a lock takes the recovery key off the page and off the clipboard, and what was typed beside it @strict', async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterAsOwner(page, app);
  const leaks = watchForLeaks(page);
  await page.goto('/dashboard#vault');
  await enterMaster(page, master);
  const kept = page.getByRole('alertdialog', { name: 'Your recovery key' });
  await expect(kept).toBeVisible();
  const recoveryKey = (await kept.locator('[translate="no"]').innerText()).trim();
  await kept.getByRole('button', { name: 'Copy key' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(recoveryKey);
  // What another tab says when it is locked; here an idle vault ends in the same way.
  await page.evaluate(() => new BroadcastChannel('castellan-vault').postMessage({ kind: 'locked' }));
  await expect(page.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
  await expect(kept).toBeHidden();
  expect(await leaks.find([master, recoveryKey, recoveryKey.replaceAll('-', '')])).toEqual([]);
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('');
});
