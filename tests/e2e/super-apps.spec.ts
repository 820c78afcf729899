import type { Page } from '@playwright/test';
import { axeFindings } from './axe-findings.ts';
import { enterAsOwner, expect, openSecondBrowser, test } from './house.ts';
import { add, openNotes, rowsOf, unlock } from './note-steps.ts';
import { addTasks } from './task-steps.ts';
import { goToVault, lock, setMaster, unlockByMaster } from './vault-steps.ts';

const today = (page: Page) =>
  page.getByRole('region', { name: 'Today' }).or(page.locator('section').filter({ has: page.getByRole('heading', { name: 'Today' }) }));
const card = (page: Page, title: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });

test('Super Apps shows the apps that are there with their own figures, opens ours here and the business in a new tab, and remembers both', async ({
  page,
  house,
  context,
}) => {
  await enterAsOwner(page, house);
  await addTasks(page, 'Oil the lock today', 'Renew the seal yesterday', 'Some day');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Super Apps' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Super Apps' })).toBeFocused();
  await expect(card(page, 'Productivity').getByRole('definition')).toHaveText(['3', '2']);
  await expect(card(page, 'Productivity')).toContainText('Due today, 1 late');
  await expect(card(page, 'Business').getByRole('term')).toHaveText([/Answer.*not checked yet/, /Certificate.*not checked yet/]);
  // Only what exists has a card.
  await expect(page.getByRole('article')).toHaveCount(2);

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

test('a card whose figures cannot be had says so, and has them once the backend answers', async ({ page, house, browser }) => {
  test.setTimeout(150_000);
  await enterAsOwner(page, house);
  // It has no copy of the tasks.
  const visit = await openSecondBrowser(browser, page, house);
  await visit.route('**/rest/v1/tasks*', (route) => route.abort());
  await visit.goto('/dashboard#super-apps');
  // The client asks again a few times before it gives up.
  await expect(card(visit, 'Productivity')).toContainText('The backend does not answer.', { timeout: 30_000 });
  await expect(card(visit, 'Productivity').getByRole('definition')).toHaveCount(0);
  await visit.goto('/dashboard#overview');
  await expect(today(visit)).toContainText('The backend does not answer. What is due cannot be shown.', { timeout: 30_000 });
  await visit.goto('/dashboard#super-apps');
  await visit.unroute('**/rest/v1/tasks*');
  await card(visit, 'Productivity').getByRole('button', { name: 'Try again' }).click();
  await expect(card(visit, 'Productivity').getByRole('definition')).toHaveText(['0', '0']);
  await visit.context().close();
});

test('the Today strip tells what is due, late things first, has them done in place, and takes that back', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await expect(today(page)).toContainText('Nothing is due today.');
  await addTasks(page, 'Oil the lock today', 'Renew the seal yesterday', 'Some day', 'Water the moat today 23:55');
  await page.goto('/dashboard');
  await expect(today(page).getByRole('listitem')).toHaveText([/Renew the seal.*Late: Yesterday/, /Water the moat.*23:55/, /Oil the lock/]);
  await expect(today(page)).toContainText('3 due, 1 late');

  // By keyboard: the focus stays in the list as the row goes.
  const done = page.getByRole('button', { name: 'Done: Renew the seal' });
  await done.focus();
  await page.keyboard.press('Enter');
  await expect(today(page).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Done: Water the moat' })).toBeFocused();
  await today(page).getByRole('button', { name: 'Undo' }).click();
  await expect(today(page).getByRole('listitem')).toHaveCount(3);

  await today(page)
    .getByRole('link', { name: /Oil the lock/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Task' }).getByLabel('Title')).toHaveValue('Oil the lock');
});

test('while the vault is closed the Today strip says that there is more to see, and leads to what opens it; without sealed records it says nothing', async ({
  page,
  house,
}) => {
  test.setTimeout(180_000);
  const more = today(page).getByText('There is more to see once the vault is open.');
  const quietAfter = async (act: () => Promise<unknown>) => {
    const told = page.waitForResponse((response) => response.url().endsWith('/rpc/has_sealed_records'));
    await act();
    expect(await (await told).json()).toBe(false);
    await expect(today(page)).toContainText('Nothing is due today.');
    await expect(more).toHaveCount(0);
  };
  await quietAfter(() => enterAsOwner(page, house));
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

test('while the backend is away the strip says so and keeps what it had', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await addTasks(page, 'Oil the lock today');
  await page.goto('/dashboard');
  await expect(today(page).getByRole('listitem')).toHaveCount(1);
  await page.route('**/rest/v1/**', (route) => route.abort());
  await page.reload();
  await expect(today(page)).toContainText('The backend does not answer. This is what was last known.', { timeout: 30_000 });
  await expect(today(page).getByRole('listitem')).toHaveCount(1);
  await page.unroute('**/rest/v1/**');
  await today(page).getByRole('button', { name: 'Try again' }).click();
  await expect(today(page)).not.toContainText('The backend does not answer.');
});

test('each quick action opens a form that works: the task line focused, the vault’s form, the export', async ({ page, house }) => {
  test.setTimeout(180_000);
  await enterAsOwner(page, house);
  const actions = page.getByRole('list', { name: 'Quick actions' });
  await expect(actions.getByRole('listitem')).toHaveText(['Add Task', 'New Note', 'Add Password', 'Export']);
  await actions.getByRole('link', { name: 'Add Task' }).click();
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
  await actions.getByRole('link', { name: 'Add Password' }).click();
  await setMaster(page);
  const form = page.getByRole('dialog', { name: 'Add Entry' });
  await expect(form.getByLabel('Title')).toBeVisible();
  await expect(page).toHaveURL(/#vault$/);
});

test('axe finds nothing on the overview and on Super Apps, in both themes and at both widths, and nothing is wider than 320 px', async ({
  page,
  house,
}) => {
  test.setTimeout(120_000);
  await enterAsOwner(page, house);
  await addTasks(page, 'Oil the lock today p1 #metal', 'Renew-the-seal-of-the-northern-gate-before-the-inspection yesterday');
  await page.goto('/dashboard');
  const findings: string[] = [];
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    for (const view of ['overview', 'super-apps']) {
      await page.goto(`/dashboard#${view}`);
      await page.reload();
      await expect(view === 'overview' ? today(page).getByRole('listitem').first() : page.getByRole('definition').first()).toBeVisible();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        findings.push(...(await axeFindings(page)).map((finding) => `${view} ${theme} ${width}: ${finding}`));
      }
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    }
  }
  expect(findings).toEqual([]);
});
