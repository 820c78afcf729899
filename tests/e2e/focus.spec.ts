import type { Page } from '@playwright/test';
import { findFramedTools, findOwnerRoutes } from './public-routes.ts';
import { addTasks } from './task-steps.ts';
import { enterAsOwner, expect, test } from './test-app.ts';
import { addEntry, lock, openMadeVault, unlockByMaster } from './vault-steps.ts';

const views = ['super-apps', 'productivity', 'vault', 'security', 'settings'].map((id) => `/dashboard#${id}`);

/**
 * What has the focus once everything that gives it on purpose had its time; `body` where nothing has it, and nothing gives it in as many
 * frames again: a view whose code comes late takes its heading along, and the rule for lost focus gives it two frames after.
 */
function holder(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const isNowhere = () => document.activeElement === null || document.activeElement === document.body;
    for (let frame = 0; frame < 8 || (frame < 16 && isNowhere()); frame += 1) await new Promise(requestAnimationFrame);
    return isNowhere() ? 'body' : (document.activeElement?.tagName.toLowerCase() ?? 'body');
  });
}

/** Closes every sheet that lies over the page, the topmost first. */
async function closeAll(page: Page): Promise<void> {
  for (let depth = 0; depth < 3 && (await page.locator('dialog[open], [role="menu"]').count()) > 0; depth += 1) {
    await page.keyboard.press('Escape');
    await holder(page);
  }
}

/** Opens a page of the owner's anew; views differ by their fragment alone. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(path);
  await expect(page.getByRole('main').locator('h1').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** What the main part of a page opens something with: its menus, and the first buttons that say so. */
const opens = /^(Add|New|Import|Export|Edit|Create|Set|Choose|Show|Settings|Filter|Search)\b/;

/** Opens and closes each dialog and menu of the page that is there, and names those that left the focus on the body. */
async function walk(page: Page, path: string): Promise<readonly string[]> {
  const lost: string[] = [];
  const address = page.url();
  const main = page.getByRole('main');
  const menu = main.getByRole('button', { name: 'Page menu' });
  const hasMenu = await menu.isVisible();
  const look = async (what: string) => {
    await closeAll(page);
    if ((await holder(page)) === 'body') lost.push(`${path}: ${what}`);
    // Some lead elsewhere.
    if (page.url() !== address) await open(page, path);
  };
  for (let at = 0; hasMenu; at += 1) {
    const items = page.getByRole('menu', { name: 'Page menu' }).getByRole('menuitem');
    // Where the item before led elsewhere, what is there may still take the focus for itself.
    await expect(async () => {
      if (page.url() !== address) await open(page, path);
      await menu.press('Enter', { timeout: 5000 });
      await expect(items.first()).toBeFocused({ timeout: 2000 });
    }).toPass({ timeout: 30_000 });
    const name = (await items.allInnerTexts())[at];
    if (name === undefined) {
      await look('the page menu');
      break;
    }
    for (let step = 0; step < at; step += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await look(`the menu’s ${name}`);
  }
  // At once: of a button that goes meanwhile nothing can be asked, and the answer would be waited for.
  const named = await main
    .locator('button:visible, summary:visible')
    .evaluateAll((buttons) =>
      buttons.map((button) => (button.ariaLabel ?? (button instanceof HTMLElement ? button.innerText : '')).trim()),
    );
  const names = new Set(named);
  for (const name of [...names].filter((one) => opens.test(one)).slice(0, 6)) {
    const button = main.getByRole('button', { name, exact: true }).first();
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
    // The one before may lead elsewhere a moment later.
    await expect(async () => {
      if (page.url() !== address) await open(page, path);
      await button.press('Enter', { timeout: 5000 });
    }).toPass({ timeout: 30_000 });
    await look(name);
  }
  return lost;
}

test('whatever dialog or menu is opened and closed on the owner’s pages, the focus is never left on the body @vault', async ({
  page,
  app,
}) => {
  test.setTimeout(600_000);
  await enterAsOwner(page, app);
  const lost: string[] = [];
  for (const path of [...findOwnerRoutes(), ...findFramedTools(), ...views]) {
    await open(page, path);
    lost.push(...(await walk(page, path)));
  }
  expect(lost).toEqual([]);
});

test('a lock, an opening, a deletion, its undo and a change of the view leave the focus on something @vault', async ({ page, app }) => {
  test.setTimeout(200_000);
  await enterAsOwner(page, app);
  await addTasks(page, 'First of three', 'Second of three', 'Third of three');
  const title = (name: string) => page.getByRole('button', { name, exact: true });
  await title('Second of three').focus();
  await page.keyboard.press('e');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await expect(title('Second of three')).toHaveCount(0);
  expect(await holder(page)).not.toBe('body');
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(title('Second of three')).toBeVisible();
  expect(await holder(page)).not.toBe('body');

  await openMadeVault(page);
  expect(await holder(page)).not.toBe('body');
  await addEntry(page, 'Bank of Alderney', 'bank secret');
  expect(await holder(page)).not.toBe('body');
  for (const tool of ['Health', 'Security', 'Import', 'Export', 'Generator']) {
    const button = page.getByRole('main').getByRole('button', { name: tool, exact: true });
    if ((await button.count()) === 0) continue;
    await button.first().press('Enter');
    await page.getByRole('button', { name: 'Back to the entries' }).press('Enter');
    expect([tool, await holder(page)]).not.toEqual([tool, 'body']);
  }
  await lock(page);
  expect(await holder(page)).not.toBe('body');
  await unlockByMaster(page);
  await expect(page.getByRole('listbox', { name: 'Entries' })).toBeVisible();
  expect(await holder(page)).not.toBe('body');
  await page.getByRole('link', { name: 'Overview', exact: true }).first().press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Good/ })).toBeFocused();
});
