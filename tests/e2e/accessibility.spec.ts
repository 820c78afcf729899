import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { enterAsOwner, expect, test } from './house.ts';

const widths = [1440, 390] as const;
const themes = ['dark', 'light'] as const;

async function expectNoFindings(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
}

async function show(page: Page, path: string, theme: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate((name) => localStorage.setItem('theme', name), theme);
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

test('axe finds nothing on public routes, in both themes and at both widths, and no page scrolls sideways at 320 px', async ({ page }) => {
  await page.goto('/');
  for (const path of ['/', '/auth-terminal', '/no-such-page']) {
    for (const theme of themes) {
      for (const width of widths) {
        await show(page, path, theme, width);
        await expectNoFindings(page, `${path} ${theme} ${width}`);
      }
    }
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});

test('axe finds nothing on the dashboard, in both themes and at both widths, with the More menu open on a phone', async ({
  page,
  house,
}) => {
  await enterAsOwner(page, house);
  for (const theme of themes) {
    for (const width of widths) {
      await show(page, '/dashboard', theme, width);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoFindings(page, `/dashboard ${theme} ${width}`);
    }
  }
  await page.getByRole('button', { name: 'More' }).click();
  await expectNoFindings(page, '/dashboard with More open');
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
