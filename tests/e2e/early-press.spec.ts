import type { Page } from '@playwright/test';
import { expect, test } from './test-app.ts';

// Visitors who leave nothing behind.
test.use({ isShared: true });

/** Keeps the page's script back until it is released. */
async function holdScript(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/entry\.client-/, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

test('a line entered before the terminal answers is answered once, and is in no address', async ({ page }) => {
  const release = await holdScript(page);
  await page.goto('/terminal');
  await page.getByRole('textbox', { name: 'Command' }).fill('whoami');
  await page.getByRole('textbox', { name: 'Command' }).press('Enter');
  release();
  const transcript = page.getByRole('log', { name: 'Transcript' });
  await expect(transcript).toContainText('visitor');
  await expect(transcript.getByText('$ whoami')).toHaveCount(1);
  await expect(page).toHaveURL(/\/terminal$/);
});

test('a button pressed before the page answers is pressed when it does, and the portrait does not load the page again', async ({
  page,
}) => {
  const release = await holdScript(page);
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Pause motion' }).click();
  for (const _ of [1, 2])
    await page
      .getByRole('link', { name: /^Profile image/ })
      .first()
      .click();
  await expect(page.getByRole('button', { name: 'Pause motion' })).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'Play motion' })).toBeVisible();
  await page
    .getByRole('link', { name: /^Profile image/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/auth-terminal$/);
  expect(loads).toBe(1);
});

test('a press that is kept for later reaches nobody until then, so that it counts once', async ({ page }) => {
  await page.addInitScript(() => document.addEventListener('click', () => performance.mark('heard'), true));
  const heard = () => page.evaluate(() => performance.getEntriesByName('heard').length);
  const release = await holdScript(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Pause motion' }).click();
  expect(await heard()).toBe(0);
  release();
  await expect(page.getByRole('button', { name: 'Play motion' })).toBeVisible();
  expect(await heard()).toBe(1);
});

test('no script is asked for before the first paint', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Pause motion' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { paintMs, firstScriptMs } = await page.evaluate(() => ({
    paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    firstScriptMs: Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    ),
  }));
  expect(firstScriptMs).toBeGreaterThan(0);
  expect(firstScriptMs).toBeGreaterThanOrEqual(paintMs);
});
