import type { Page } from '@playwright/test';
import { pageStates } from './page-states.ts';
import { expect, test } from './test-app.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

/** Whatever lies over a page. */
const sheets = 'dialog[open], [role="menu"]';

/** How many sheets are open once what was touched had its time. */
function open(page: Page): Promise<number> {
  return page.evaluate(async (what) => {
    for (let frame = 0; frame < 8; frame += 1) await new Promise(requestAnimationFrame);
    return document.querySelectorAll(what).length;
  }, sheets);
}

/** Closes the topmost sheet as a thumb does: beside it, or by its answer that changes nothing where it wants one. */
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
