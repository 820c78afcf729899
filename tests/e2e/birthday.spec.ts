import type { Page } from '@playwright/test';
import { axeFindings } from './axe-findings.ts';
import { expect, test } from './house.ts';

/** Eleven days in June in Budapest, where the sample owner lives. */
const inJune = '2027-06-18T22:00:00Z';
const theDay = Date.parse('2027-06-29T22:00:00Z');

const button = (page: Page) => page.getByRole('link', { name: 'Wishlist' });
const countdown = (page: Page) => page.getByRole('timer', { name: 'Countdown to 30 June' });

async function numbers(page: Page): Promise<string> {
  return (await countdown(page).innerText()).replaceAll(/\s+/g, ' ').trim();
}

test('in June the home page has the way to the wishlist, twelve sparkles of 10 to 20 px, and a countdown by the second', async ({
  page,
}) => {
  await page.clock.install({ time: new Date(inJune) });
  await page.clock.pauseAt(new Date(Date.parse(inJune) + 5_000));
  await page.goto('/');
  await expect(countdown(page)).toHaveAttribute('aria-live', 'off');
  await expect.poll(() => numbers(page)).toBe('10 days 23 hours 59 minutes 55 seconds');
  await page.clock.runFor(1000);
  await expect.poll(() => numbers(page)).toBe('10 days 23 hours 59 minutes 54 seconds');
  await page.clock.runFor(60_000);
  await expect.poll(() => numbers(page)).toBe('10 days 23 hours 58 minutes 54 seconds');
  const sparkles = button(page).locator('.sparkle');
  await expect(sparkles).toHaveCount(12);
  for (const size of await sparkles.evaluateAll((stars) => stars.map((star) => Number(star.getAttribute('width'))))) {
    expect(size >= 10 && size <= 20).toBe(true);
  }
  await page.clock.resume();
  await button(page).click();
  await expect(page).toHaveURL(/\/wishlist$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Wishlist' })).toBeVisible();
  await expect(countdown(page)).toBeVisible();
});

test('at zero the text appears, stays all that day in the owner’s time zone, and goes with the month', async ({ page }) => {
  await page.clock.install({ time: new Date(theDay - 60_000) });
  await page.clock.pauseAt(new Date(theDay - 2_000));
  await page.goto('/');
  await expect.poll(() => numbers(page)).toBe('00 days 00 hours 00 minutes 02 seconds');
  await page.clock.runFor(1999);
  await expect.poll(() => numbers(page)).toBe('00 days 00 hours 00 minutes 01 seconds');
  await page.clock.runFor(1);
  const text = page.getByText('HAPPY BIRTHDAY TO ME', { exact: true });
  await expect(text).toBeVisible();
  await expect(countdown(page)).toHaveCount(0);
  await expect(button(page)).toBeVisible();
  await page.clock.fastForward(86_399_000);
  await expect(text).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(text).toHaveCount(0);
  await expect(button(page)).toHaveCount(0);
});

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

const twinkling = (page: Page) =>
  page.locator('.sparkle path').evaluateAll((stars) => stars.filter((star) => star.getAnimations().length > 0).length);

test('sparkles twinkle, and stand still while motion is paused, which holds the countdown too', async ({ page }) => {
  await page.clock.install({ time: new Date(inJune) });
  await page.goto('/');
  await expect(page.locator('.sparkle')).toHaveCount(12);
  expect(await twinkling(page)).toBe(12);
  await page.getByRole('button', { name: 'Pause motion' }).click();
  expect(await twinkling(page)).toBe(0);
  const held = await numbers(page);
  await page.clock.runFor(30_000);
  expect(await numbers(page)).toBe(held);
  await page.getByRole('button', { name: 'Play motion' }).click();
  await expect.poll(() => numbers(page)).not.toBe(held);
});

test('where the visitor wants less motion no sparkle moves, and the countdown still counts', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install({ time: new Date(inJune) });
  await page.goto('/');
  await expect(page.locator('.sparkle')).toHaveCount(12);
  expect(await twinkling(page)).toBe(0);
  const before = await numbers(page);
  await page.clock.runFor(2000);
  await expect.poll(() => numbers(page)).not.toBe(before);
});

test('axe finds nothing in June, in both themes and at both widths, and the pages fit 320 px', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.setFixedTime(new Date(inJune));
  for (const path of ['/', '/wishlist']) {
    for (const theme of ['dark', 'light']) {
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await expect(countdown(page)).toBeVisible();
        await page.waitForLoadState('networkidle');
        expect(await axeFindings(page)).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});
