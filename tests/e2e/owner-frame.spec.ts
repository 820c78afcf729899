import type { Page } from '@playwright/test';
import { findFramedTools, findOwnerRoutes } from './public-routes.ts';
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
  for (const path of [...findOwnerRoutes(), ...findFramedTools(), ...views]) {
    await page.setViewportSize(desk);
    // Views differ by their fragment alone: without a page between them the one before would be measured, or none.
    await page.goto('about:blank');
    await page.goto(path);
    await expect(page.getByRole('main').locator('header h1')).toBeVisible();
    // What is measured is the page with its answers: a spinner may be yet to come.
    await page.waitForLoadState('networkidle');
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

/** How far a page's content was moved without an act of anybody's, from its first paint on. */
function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        // Two frames on, what was buffered has been told.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
      }),
  );
}

/** Tells the page's heading each time that it is another one, or another place of it, while it can be seen. */
async function watchHeading(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seenHeadings: seen });
    const look = () => {
      const heading = document.querySelector('main h1');
      const isSeen = heading !== null && getComputedStyle(heading).visibility === 'visible';
      const now = isSeen ? (heading.closest('.page-head') === null ? 'visitors' : 'owners') : undefined;
      if (now !== undefined && seen.at(-1) !== now) seen.push(now);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const seenHeadings = (page: Page) => page.evaluate(() => (window as Window & { seenHeadings?: string[] }).seenHeadings);

test('each tool that visitors see has the owner’s frame for the owner from the first paint on, and nothing of it moves', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(180_000);
  await enterAsOwner(page, app);
  await watchHeading(page);
  const visitors = await (await browser.newContext({ baseURL: app.server.url })).newPage();
  for (const path of findFramedTools()) {
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByRole('main').locator('.spinner')).toHaveCount(0);
    expect([path, await seenHeadings(page)]).toEqual([path, ['owners']]);
    expect([path, await page.getByRole('heading', { level: 1 }).count(), await page.getByRole('contentinfo').count()]).toEqual([
      path,
      1,
      0,
    ]);
    await visitors.goto(path);
    await expect(visitors.getByRole('contentinfo')).toBeVisible();
    await visitors.waitForLoadState('networkidle');
    await expect(visitors.getByRole('navigation', { name: 'Dashboard' })).toHaveCount(0);
    const shifts = { owner: await shiftsOf(page), visitor: await shiftsOf(visitors) };
    test.info().annotations.push({ type: 'shifts', description: `${path}: ${JSON.stringify(shifts)}` });
    expect([path, shifts.owner <= 0.01, shifts.visitor <= 0.01]).toEqual([path, true, true]);
  }
  await visitors.context().close();
});

test('from the owner’s pages such a tool is gone to in the owner’s frame, with the focus on its title, and a sign-out shows the visitors’', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await page.goto('/word-counter');
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
  await page.goto('/link-shortener');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Word Counter' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Word Counter' })).toBeFocused();
  await expect(page.locator('.page-head h1')).toHaveText('Word Counter');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('/');
  await page.goto('/word-counter');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toHaveCount(0);
});

test('where the way to another page cannot be asked for, a page of the owner says so and tries again', async ({ page, app }) => {
  await page.route('**/__manifest*', (route) => route.abort());
  await enterAsOwner(page, app);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Watchlist');
  await page
    .getByRole('option', { name: /^Watchlist/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'This page failed to print' })).toBeVisible();
  await expect(page.getByText('What you saved is safe.')).toBeVisible();
  await page.unroute('**/__manifest*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/watchlist');
  await expect(page.getByRole('heading', { level: 1, name: 'Watchlist' })).toBeVisible();
});
