import type { Page } from '@playwright/test';
import { pageStates } from './page-states.ts';
import { enterAsOwner, expect, test } from './test-app.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

/** Whatever lies over a page. */
const sheets = 'dialog[open], [role="menu"], .page-sealed-sheet, #dashboard-more, .bell-sheet';

/** How many sheets are open once what was touched had its time. */
function open(page: Page): Promise<number> {
  return page.evaluate(async (what) => {
    for (let frame = 0; frame < 8; frame += 1) await new Promise(requestAnimationFrame);
    return document.querySelectorAll(what).length;
  }, sheets);
}

/**
 * Closes the topmost sheet as a thumb does: beside it, by its answer that changes nothing where it wants one, or by its own button where
 * it covers what it was opened from.
 */
async function closeByTouch(page: Page): Promise<void> {
  const question = page.locator('dialog[open][role="alertdialog"]').last();
  if (await question.isVisible())
    return question
      .getByRole('button', { name: /^(Cancel|Close|Keep|No|OK)\b/ })
      .first()
      .tap();
  const sheet = page.locator(sheets).last();
  const box = await sheet.boundingBox();
  if (box === null) return;
  const isDialog = (await page.locator('dialog[open]').count()) > 0;
  const close = sheet.getByRole('button', { name: /^Close/ });
  if (!isDialog && (await close.isVisible())) return close.tap();
  // Beside a dialog is its backdrop; beside the rest is the page, of which the words of its title do nothing.
  const title = isDialog ? null : await page.locator('h1').first().boundingBox();
  const [x, y] = title === null ? [Math.max(1, box.x / 2), box.y + box.height / 2] : [title.x + 4, title.y + title.height / 2];
  await page.touchscreen.tap(x, y);
}

test('every sheet that a visitor can open on a phone closes by touch @visitor', async ({ page }) => {
  const stuck: string[] = [];
  for (const { name, path, open: openIt } of pageStates) {
    await page.goto(path);
    await openIt(page);
    const dialog = page.locator('dialog[open]');
    if ((await dialog.count()) === 0) {
      await page.touchscreen.tap(20, 600);
      if ((await page.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')) !== 'false') stuck.push(name);
      continue;
    }
    await closeByTouch(page);
    if ((await open(page)) > 0) stuck.push(name);
  }
  expect(stuck).toEqual([]);
});

/** One sheet of each kind (`sheet-rules.test.ts` holds that there are no others), and where a thumb finds it. */
const ownersSheets: readonly { readonly path: string; readonly buttons: readonly (string | RegExp)[] }[] = [
  { path: '/dashboard', buttons: ['More'] },
  { path: '/dashboard', buttons: ['More', /^Commands/] },
  { path: '/dashboard', buttons: [/^Notifications/] },
  { path: '/settings#backup', buttons: ['Set a schedule'] },
  { path: '/productivity', buttons: ['Page menu'] },
  { path: '/productivity', buttons: ['Partly sealed'] },
  { path: '/settings#data', buttons: ['Delete everything'] },
];

test('each kind of sheet that the owner can open on a phone closes by touch @vault', async ({ page, app }) => {
  await enterAsOwner(page, app);
  const stuck: string[] = [];
  for (const { path, buttons } of ownersSheets) {
    await page.goto('about:blank');
    await page.goto(path);
    const what = `${path} ${buttons.join(', ')}`;
    // A page that has just been drawn may not listen yet.
    await expect(async () => {
      for (const name of buttons)
        await page
          .getByRole('button', { name, exact: typeof name === 'string' })
          .filter({ visible: true })
          .first()
          .tap({ timeout: 5000 });
      expect(await open(page), what).toBeGreaterThan(0);
    }).toPass();
    await closeByTouch(page);
    if ((await open(page)) > 0) stuck.push(what);
  }
  expect(stuck).toEqual([]);
});
