import type { Page } from '@playwright/test';
import { findOwnerRoutes } from './public-routes.ts';
import { enterAsOwner, expect, test } from './test-app.ts';

/** The widest a page may have between its title and what it is about, and the lowest that this may begin on a phone; in pixels. */
const desk = { width: 1440, height: 900, most: 110 };
const phone = { width: 390, height: 844, most: 200 };

const views = ['super-apps', 'productivity', 'vault', 'security', 'settings'].map((id) => `/dashboard#${id}`);

/** Where the title ends, and where the first text or control below the head begins that is no way to another view. */
function measure(page: Page) {
  return page.evaluate(() => {
    const main = document.querySelector('main');
    const title = main?.querySelector('h1');
    const head = title?.closest('header');
    if (!main || !title || !head) throw new Error('the page has no head');
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
      if (node instanceof Element) {
        const isOther = node === head || node.matches('nav');
        return isOther
          ? NodeFilter.FILTER_REJECT
          : node.matches('input, textarea, select, button')
            ? NodeFilter.FILTER_ACCEPT
            : NodeFilter.FILTER_SKIP;
      }
      return node.textContent?.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
    });
    const range = document.createRange();
    const tops: number[] = [];
    while (walker.nextNode()) {
      range.selectNode(walker.currentNode);
      const box = range.getBoundingClientRect();
      // What only those hear who hear the page is one pixel large.
      if (box.width > 2 && box.height > 2 && box.top >= head.getBoundingClientRect().bottom) tops.push(box.top + scrollY);
    }
    // A narrow screen of Settings is nothing but the list of its pages: then that is what it is about.
    const list = [...main.querySelectorAll('nav')].find((nav) => nav.getBoundingClientRect().height > 2);
    if (tops.length === 0 && list !== undefined) tops.push(list.getBoundingClientRect().top + scrollY);
    return { titleBottom: title.getBoundingClientRect().bottom + scrollY, content: Math.min(...tops) };
  });
}

test('on each route of the owner and in each view of the dashboard the first content begins close below the title, wide and narrow', async ({
  page,
  app,
}) => {
  test.setTimeout(300_000);
  await enterAsOwner(page, app);
  const late: string[] = [];
  for (const path of [...findOwnerRoutes(), ...views]) {
    await page.setViewportSize(desk);
    // Views differ by their fragment alone: without a page between them the one before would be measured, or none.
    await page.goto('about:blank');
    await page.goto(path);
    await expect(page.getByRole('main').locator('header h1')).toBeVisible();
    await expect(page.getByRole('main').locator('.spinner')).toHaveCount(0);
    const wide = await measure(page);
    await page.setViewportSize(phone);
    await expect(page.locator('.foot-bar')).toBeVisible();
    const narrow = await measure(page);
    const [below, from] = [Math.round(wide.content - wide.titleBottom), Math.round(narrow.content)];
    test.info().annotations.push({ type: 'first content', description: `${path}: ${below} px below the title, ${from} px from the top` });
    if (below > desk.most || from > phone.most) late.push(`${path}: ${below} px below the title, ${from} px from the top of a phone`);
  }
  expect(late).toEqual([]);
});
