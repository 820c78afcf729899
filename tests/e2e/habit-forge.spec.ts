import { enterAsOwner, expect, test } from './test-app.ts';

test('a habit is marked by key, also offline and over a reload, and the week is whole once the server is back', async ({ page, app }) => {
  await enterAsOwner(page, app);
  await page.goto('/habit-forge');
  await page.getByRole('button', { name: 'Add a habit' }).click();
  const dialog = page.getByRole('dialog', { name: 'New habit' });
  await dialog.getByLabel('Name', { exact: true }).fill('Walk');
  await dialog.getByRole('button', { name: 'Add habit' }).click();
  const today = page.locator('[data-cell]:not([aria-disabled])').last();
  await expect(today).toHaveAccessibleName(/^Walk, .*: no mark$/);
  await expect(page.getByText('Saved.')).toBeVisible();
  const answers = page.waitForResponse((response) => response.url().includes('/habit_months') && response.request().method() === 'PATCH');
  await today.focus();
  await page.keyboard.press('Space');
  await expect(today).toHaveAccessibleName(/: done$/);
  expect((await answers).ok()).toBe(true);
  await page.route('**/rest/v1/**', (route) => route.abort());
  await page.keyboard.press('s');
  await expect(today).toHaveAccessibleName(/: skipped$/);
  await page.reload();
  await expect(today).toHaveAccessibleName(/: skipped$/);
  await page.unroute('**/rest/v1/**');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(today).toHaveAccessibleName(/: skipped$/);
});
