import type { Page } from '@playwright/test';
import { tools } from '../../tools/registry.ts';
import type { ToolManifest } from '../../tools/tool.ts';
import { axeFindings } from './axe-findings.ts';
import { add, openNotes, rowsOf, unlock } from './note-steps.ts';
import { addTasks } from './task-steps.ts';
import { enterAsOwner, expect, test } from './test-app.ts';
import { goToVault, lock, setMaster, unlockByMaster } from './vault-steps.ts';

const everyTool: readonly ToolManifest[] = tools;
const apps = everyTool.filter(({ isBuiltIn }) => isBuiltIn !== true);

const today = (page: Page) =>
  page.getByRole('region', { name: 'Today' }).or(page.locator('section').filter({ has: page.getByRole('heading', { name: 'Today' }) }));
const card = (page: Page, title: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });

test('Super Apps shows the apps that are there with their own figures, opens ours here and the business in a new tab, and remembers both', async ({
  page,
  app,
  context,
}) => {
  await enterAsOwner(page, app);
  await addTasks(page, 'Oil the lock today', 'Renew the seal yesterday', 'Some day');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Super Apps' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Super Apps' })).toBeFocused();
  await expect(card(page, 'Productivity').getByRole('definition')).toHaveText(['3', '1']);
  await expect(card(page, 'Productivity')).toContainText('Due today, 1 late');
  await expect(card(page, 'Business').getByRole('term')).toHaveText([/Answer.*not checked yet/, /Certificate.*not checked yet/]);
  // Only what exists has a card: every app, and the business.
  await expect(page.getByRole('article')).toHaveCount(apps.length + 1);

  await context.route('https://varga-security.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Away</title>' }),
  );
  const opening = page.waitForEvent('popup');
  await page
    .getByRole('link', { name: /Business/ })
    .first()
    .click();
  const tab = await opening;
  await expect(tab).toHaveURL('https://varga-security.example/');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await tab.close();
  const recent = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recent apps' }) });
  await expect(recent.getByRole('link')).toHaveText([/^Business/, /^Productivity/]);

  await card(page, 'Productivity').getByRole('link').click();
  await expect(page).toHaveURL(/\/productivity$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Productivity' })).toBeVisible();
  await page.goBack();
  await expect(recent.getByRole('link')).toHaveText([/^Productivity/, /^Business/]);
});

test('while the vault is closed the Today strip says that there is more to see, and leads to what opens it; without sealed records it says nothing', async ({
  page,
  app,
}) => {
  const more = today(page).getByText('Unlock the vault to see more.');
  const quietAfter = async (act: () => Promise<unknown>) => {
    const told = page.waitForResponse((response) => response.url().endsWith('/rpc/has_sealed_records'));
    await act();
    expect(await (await told).json()).toBe(false);
    await expect(today(page)).toContainText('Nothing is due today.');
    await expect(more).toHaveCount(0);
  };
  await quietAfter(() => enterAsOwner(page, app));
  await goToVault(page);
  await setMaster(page);
  await quietAfter(() => page.goto('/dashboard'));
  await openNotes(page);
  await unlock(page);
  await add(page, 'Spare key');
  // Only an open vault can send it.
  await expect.poll(async () => (await rowsOf(page)).length).toBe(1);
  await page.goto('/dashboard');
  await expect(more).toBeVisible();
  await expect(today(page)).toContainText('Nothing is due today.');
  expect(await axeFindings(page)).toEqual([]);

  await today(page).getByRole('link', { name: 'Unlock the vault' }).click();
  await unlockByMaster(page);
  await expect(page.getByRole('button', { name: 'Lock', exact: true })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: 'Overview' }).first().click();
  await expect(today(page)).toContainText('Nothing is due today.');
  await expect(more).toHaveCount(0);
  await page.getByRole('link', { name: 'Vault' }).first().click();
  await lock(page);
  await page.getByRole('link', { name: 'Overview' }).first().click();
  await expect(more).toBeVisible();
});

test('each quick action opens a form that works: the task line focused, the vault’s form, the export @vault', async ({ page, app }) => {
  await enterAsOwner(page, app);
  const actions = page.getByRole('list', { name: 'Quick actions' });
  await expect(actions.getByRole('listitem')).toHaveText(['Add Task', 'New Note', 'Add Password', 'Export']);
  await actions.getByRole('button', { name: 'Add Task' }).click();
  await expect(page.getByLabel('New task')).toBeFocused();
  await page.keyboard.type('Oil the lock today');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Oil the lock', exact: true })).toBeVisible();
  await page.goBack();

  const download = page.waitForEvent('download');
  await actions.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^dashboard-export-.*\.json$/);
  await page.getByRole('alertdialog', { name: 'Exported' }).getByRole('button', { name: 'OK' }).click();

  // The vault is locked: its form opens once it is not.
  await actions.getByRole('button', { name: 'Add Password' }).click();
  await unlockByMaster(page);
  const form = page.getByRole('dialog', { name: 'Add Entry' });
  await expect(form.getByLabel('Title')).toBeVisible();
  await expect(page).toHaveURL(/#vault$/);
});
