import type { Page } from '@playwright/test';
import { expect, test, untilAnswering } from './test-app.ts';

// Visitors who leave nothing behind.
test.use({ isShared: true });

const sections = (page: Page) => page.getByRole('navigation', { name: 'On this page' });

/** How far below the header a heading stands, in pixels; negative where the header covers some of it. */
function below(page: Page, name: string): Promise<number> {
  return page.getByRole('heading', { name, exact: true }).evaluate((heading) => {
    const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0;
    return Math.round(heading.getBoundingClientRect().top - header);
  });
}

test('the header stays and shrinks, moves nothing, and covers no section that a link leads to', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry && typeof entry.value === 'number') shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await untilAnswering(page);
  for (const name of ['Experience', 'Skills', 'Projects', 'About', 'Find me here ~']) {
    const title = name === 'Find me here ~' ? 'Social' : name;
    await sections(page).getByRole('link', { name: title, exact: true }).click();
    await expect(sections(page).getByRole('link', { name: title, exact: true })).toHaveAttribute('aria-current', 'location');
    await expect.poll(() => below(page, name)).toBeGreaterThan(0);
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  await expect.poll(() => page.locator('.site-header').evaluate((header) => Math.round(header.getBoundingClientRect().bottom))).toBe(61);
  await page.goBack();
  await expect(page).toHaveURL(/#about$/);
  const total = await page.evaluate(() =>
    'shifts' in window && Array.isArray(window.shifts) ? window.shifts.reduce((sum: number, shift: number) => sum + shift, 0) : 1,
  );
  expect(total).toBeLessThanOrEqual(0.02);
});

test('without JavaScript the sections are plain links, at every width', async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.server.url });
  const page = await context.newPage();
  for (const width of [1440, 768, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await sections(page).getByRole('link', { name: 'Projects', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeInViewport({ ratio: 1 });
    await expect.poll(() => below(page, 'Projects')).toBeGreaterThan(0);
  }
  await context.close();
});

test('a section that was led to before the page answers is where the router is too', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/entry\.client-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await sections(page).getByRole('link', { name: 'Projects', exact: true }).click();
  await expect(page).toHaveURL(/\/#projects$/);
  release();
  await untilAnswering(page);
  await expect(sections(page).getByRole('link', { name: 'Projects', exact: true })).toHaveAttribute('aria-current', 'location');
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeInViewport({ ratio: 1 });
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Me' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/#projects$/);
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeInViewport();
});
