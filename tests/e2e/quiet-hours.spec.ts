import type { Page } from '@playwright/test';
import { enterAsOwner, expect, stopClock, subscribed, test } from './test-app.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

/** Has a notification made by the page's own session, as an app of the owner's would. */
function notify(page: Page, title: string, important: boolean): Promise<number> {
  return page.evaluate(
    async (row) => {
      const key = document.querySelector('meta[name="backend-key"]')?.getAttribute('content') ?? '';
      const kept = Object.values(localStorage).find((value) => String(value).includes('access_token'));
      const answer = await fetch('/rest/v1/notifications', {
        method: 'POST',
        headers: { apikey: key, authorization: `Bearer ${JSON.parse(String(kept)).access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(row),
      });
      return answer.status;
    },
    { title, type: 'info', important },
  );
}

/** So many minutes from now on the browser's clock, as a field for a time of day takes it. */
function timeOfDay(page: Page, minutesFromNow: number): Promise<string> {
  return page.evaluate((minutes) => {
    const then = new Date(Date.now() + minutes * 60_000);
    return [then.getHours(), then.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  }, minutesFromNow);
}

test('within the quiet hours that Settings keeps only what is important counts, as it arrives; after them everything does', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await page.goto('/settings#quiet-hours');
  await expect(page.getByText('During quiet hours only important notifications count.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Quiet hours On' }).check();
  for (const [label, minutes] of [
    ['From', -30],
    ['To', 10],
  ] as const) {
    const kept = page.waitForResponse((response) => response.url().includes('/rest/v1/notification_preferences') && response.ok());
    await page.getByLabel(label, { exact: true }).fill(await timeOfDay(page, minutes));
    await page.getByLabel(label, { exact: true }).blur();
    await kept;
  }

  // The list's subscription and the bell's three.
  const heard = subscribed(page, 4);
  await page.clock.install();
  await page.goto('/dashboard');
  await heard;
  await expect(bell(page)).toHaveAccessibleName('Notifications, none unread, quiet hours');
  await bell(page).click();
  const item = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(item('Terminal access')).toBeVisible();
  await stopClock(page);
  expect(await notify(page, 'Backup done', false)).toBe(201);
  await expect(item('Backup done')).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications, none unread, quiet hours');
  await expect(page.locator('.bell-badge')).toHaveCount(0);
  expect(await notify(page, 'The disk is full', true)).toBe(201);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread, quiet hours');

  // The hours end on the browser's clock, and with them the silence about what was told in them. The clock goes on from there:
  // a look that was under way, or the session's renewal, waits on it.
  await page.clock.fastForward('11:00');
  await page.clock.resume();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread');
  expect(await notify(page, 'Backup done again', false)).toBe(201);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 4 unread');
});
