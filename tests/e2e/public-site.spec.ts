import { expect, test } from './house.ts';

test('the title word changes every two seconds, and stops while motion is paused', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const shown = page.locator('h1');
  await expect(shown).toContainText('Application');
  await page.clock.runFor(2000);
  await expect(shown).toContainText('Cyber');
  await page.clock.runFor(2000);
  await expect(shown).toContainText('System');
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await page.clock.runFor(20_000);
  await expect(shown).toContainText('System');
});

test('the theme is dark at first; the toggle changes it at once and it is kept, before the first paint', async ({ page }) => {
  await page.goto('/');
  const root = page.locator('html');
  await expect(root).toHaveClass(/dark/);
  await page.getByRole('button', { name: /theme/i }).click();
  await expect(root).toHaveClass(/light/);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(root).toHaveClass(/light/);
});

test('three clicks on the profile image, each within two seconds of the one before, open the terminal; slower ones do not', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  const portrait = page.getByRole('link', { name: /, home$/ }).first();
  await expect(page.getByRole('button', { name: 'Pause motion' })).toBeVisible();
  for (const pauseMs of [2001, 2001, 0]) {
    await portrait.click();
    await page.clock.runFor(pauseMs);
  }
  await expect(page).toHaveURL(/\/$/);
  await page.clock.runFor(2001);
  for (const pauseMs of [500, 500, 0]) {
    await portrait.click();
    await page.clock.runFor(pauseMs);
  }
  await expect(page).toHaveURL(/\/auth-terminal$/);
  await portrait.click();
  await expect(page).toHaveURL(/\/$/);
});

test('on a phone the menu opens, closes on Escape and on a link, and says so', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const menu = page.getByRole('button', { name: /menu/i });
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.click();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
});

test('without JavaScript the home page says everything', async ({ browser, house }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: house.server.url });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByText('Crafting secure, scalable systems with exceptional user experiences.')).toBeVisible();
  await expect(page.getByText(/Copyright 2025 .+\. All rights reserved\./)).toBeVisible();
  await expect(page.getByRole('link', { name: /Blog/ }).first()).toHaveAttribute('target', '_blank');
  await context.close();
});

test('an unknown address is a page of ours with status 404', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
