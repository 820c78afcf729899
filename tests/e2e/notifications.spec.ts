import type { Page } from '@playwright/test';
import { addTasks } from './task-steps.ts';
import { enterAsOwner, expect, openSecondBrowser, stopClock, subscribed, test } from './test-app.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

/** Lets a stranger fail to sign in. */
async function refuseSignIn(page: Page, url: string): Promise<void> {
  const key = await page.locator('meta[name="backend-key"]').getAttribute('content');
  const refused = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'eve@castellan.test', password: 'guess' }),
  });
  expect(refused.status).toBe(400);
}

test('a sign-in refused elsewhere rings the bell by realtime, while polling stands still', async ({ page, app }) => {
  await enterAsOwner(page, app);
  // The list's subscription and the bell's two.
  const heard = subscribed(page, 3);
  await page.clock.install();
  await page.reload();
  await heard;
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await stopClock(page);
  await refuseSignIn(page, app.server.url);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  // One press leads to the last failed sign-in.
  await bell(page).click();
  const item = page.getByRole('listitem').filter({ hasText: 'Failed sign-in' });
  await expect(item).toContainText('Just now');
});

test('a task whose day passed undone rings once, in whichever browser', async ({ page, app, browser }) => {
  await enterAsOwner(page, app);
  await addTasks(page, 'Pay rent yesterday');
  await page.goto('/dashboard');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await bell(page).click();
  const item = page.getByRole('listitem').filter({ hasText: 'A task was missed' });
  await expect(item).toContainText('Pay rent');
  const other = await openSecondBrowser(browser, page, app);
  await other.goto('/dashboard');
  await expect(bell(other)).toHaveAccessibleName('Notifications, 2 unread');
  await bell(other).click();
  await expect(other.getByRole('listitem').filter({ hasText: 'A task was missed' })).toHaveCount(1);
  await other.context().close();
});
