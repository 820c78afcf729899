import type { Page } from '@playwright/test';
import { expect, test } from './test-app.ts';

// Visitors who leave nothing behind.
test.use({ isShared: true });

/** Eleven days in June in Budapest, where the sample owner lives. */
const inJune = '2027-06-18T22:00:00Z';
const button = (page: Page) => page.getByRole('link', { name: 'Wishlist' });
const countdown = (page: Page) => page.getByRole('timer', { name: 'Countdown to 30 June' });

test('outside June there is no button, no countdown and no code for either', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  for (const time of ['2027-05-31T21:59:00Z', '2027-06-30T22:00:00Z', '2027-12-30T12:00:00Z']) {
    await page.clock.setFixedTime(new Date(time));
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    await expect(button(page)).toHaveCount(0);
    await expect(page.getByRole('timer')).toHaveCount(0);
    expect(await page.content()).not.toMatch(/sparkle|HAPPY BIRTHDAY/);
  }
  expect(fetched.filter((address) => /birthday/.test(address))).toEqual([]);
});

test('a page rendered in another month has the countdown in June, and the other way round', async ({ page }) => {
  for (const [time, count] of [
    ['2027-03-01T12:00:00Z', 0],
    [inJune, 1],
    ['2027-08-01T12:00:00Z', 0],
  ] as const) {
    await page.clock.setFixedTime(new Date(time));
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    await expect(countdown(page)).toHaveCount(count);
  }
});

test('the month’s additions move nothing on the page by more than a layout shift of 0.02', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry && typeof entry.value === 'number') shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.clock.setFixedTime(new Date(inJune));
  for (const width of [1440, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['/', '/wishlist']) {
      await page.goto(path);
      await expect(countdown(page)).toBeVisible();
      if (path === '/wishlist') await expect(page.getByText('Still free').nth(1)).toBeVisible();
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const total = await page.evaluate(() =>
        'shifts' in window && Array.isArray(window.shifts) ? window.shifts.reduce((sum: number, shift: number) => sum + shift, 0) : 1,
      );
      expect(total, `${path} at ${width}`).toBeLessThanOrEqual(0.02);
    }
  }
});
