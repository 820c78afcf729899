import type { Page } from '@playwright/test';
import { enterAsOwner, expect, openSecondBrowser, stopClock, subscribed, test } from './house.ts';
import { addTasks } from './task-steps.ts';

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

/** Creates notifications as the page's own session does. */
function notify(page: Page, titles: readonly string[], type = 'info'): Promise<number> {
  return page.evaluate(
    async ({ rows }) => {
      const key = document.querySelector('meta[name="backend-key"]')?.getAttribute('content') ?? '';
      const kept = Object.values(localStorage).find((value) => String(value).includes('access_token'));
      const answer = await fetch('/rest/v1/notifications', {
        method: 'POST',
        headers: { apikey: key, authorization: `Bearer ${JSON.parse(String(kept)).access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(rows),
      });
      return answer.status;
    },
    { rows: titles.map((title) => ({ title, type })) },
  );
}

test('a sign-in refused elsewhere rings the bell by realtime, while polling stands still', async ({ page, house }) => {
  await enterAsOwner(page, house);
  // The list's subscription and the bell's two.
  const heard = subscribed(page, 3);
  await page.clock.install();
  await page.reload();
  await heard;
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await stopClock(page);
  await refuseSignIn(page, house.server.url);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await bell(page).click();
  const item = page.getByRole('listitem').filter({ hasText: 'Failed sign-in' });
  await expect(item).toContainText('Just now');
});

test('a task whose day passed undone rings once, in whichever browser', async ({ page, house, browser }) => {
  await enterAsOwner(page, house);
  await addTasks(page, 'Pay rent yesterday');
  await page.goto('/dashboard');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await bell(page).click();
  const item = page.getByRole('listitem').filter({ hasText: 'A task was missed' });
  await expect(item).toContainText('Pay rent');
  const other = await openSecondBrowser(browser, page, house);
  await other.goto('/dashboard');
  await expect(bell(other)).toHaveAccessibleName('Notifications, 2 unread');
  await bell(other).click();
  await expect(other.getByRole('listitem').filter({ hasText: 'A task was missed' })).toHaveCount(1);
  await other.context().close();
});

test('the badge says 9+ above 9, all are marked as read at once, and that can be undone', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await notify(
    page,
    Array.from({ length: 9 }, (_, index) => `Told ${index}`),
  );
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 9+ unread');
  await expect(page.locator('.bell-badge')).toHaveText('9+');
  await bell(page).click();
  const sheet = page.getByRole('region', { name: 'Notifications' });
  await sheet.getByRole('button', { name: /^Told 3/ }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 9 unread');
  await sheet.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications, none unread');
  await sheet.getByRole('button', { name: 'Undo' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 9 unread');
});

test('repeats are one line, a snoozed one is gone, a muted kind is silent after a reload too', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await notify(page, ['Backup failed', 'Backup failed', 'Backup failed'], 'alert');
  await page.reload();
  await bell(page).click();
  const sheet = page.getByRole('region', { name: 'Notifications' });
  await expect(sheet.getByText('Backup failed ×3')).toBeVisible();
  await sheet.getByRole('button', { name: 'In 1 h: snooze Terminal access' }).click();
  await expect(sheet.getByText('Terminal access')).toHaveCount(0);
  await sheet.getByText('Mute and quiet hours').click();
  await sheet.getByLabel('Alerts').check();
  await expect(sheet.getByText('Backup failed ×3')).toHaveCount(0);
  await expect(sheet.getByText('No notifications yet')).toBeVisible();
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName('Notifications, none unread');
});

test('the bell works by keyboard, and leads to all activity', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await bell(page).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('region', { name: 'Notifications' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByRole('link', { name: 'View all activity' }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard#security$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Security & Logs' })).toBeFocused();
});

test('each tile leads to what it counts, and the export holds what it says', async ({ page, house }) => {
  await enterAsOwner(page, house);
  const tile = page.getByRole('link', { name: /^Logs today/ });
  await expect(tile).toContainText('1');
  await expect(page.getByRole('link', { name: /^Vault/ }).filter({ hasText: '–' })).toHaveAttribute('href', /#vault$/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('main header').getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^dashboard-export-\d{4}-\d{2}-\d{2}\.json$/);
  await expect(page.getByRole('alertdialog')).toContainText(
    /0 tasks, 0 sealed notes, 1 log row, \d+ other rows\. The vault is not in it\./,
  );
  await expect(page.getByRole('alertdialog')).toContainText(/SHA-256 [0-9a-f]{64}/);
  await page.getByRole('button', { name: 'OK' }).click();
  await tile.click();
  await expect(page).toHaveURL(/#security\?time=today$/);
  await expect(page.getByLabel('Time', { exact: true })).toHaveValue('today');
});
