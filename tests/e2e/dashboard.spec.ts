import { enterAsOwner, expect, stopClock, subscribed, test } from './test-app.ts';

test('a refused sign-in elsewhere appears on the open dashboard by realtime, while polling stands still', async ({ page, app }) => {
  await enterAsOwner(page, app);
  // The list's subscription and the bell's two.
  const hears = subscribed(page, 3);
  await page.clock.install();
  await page.reload();
  await hears;
  await expect(page.getByRole('listitem').filter({ hasText: 'Signed in through the authentication terminal' })).toHaveCount(1);
  await stopClock(page);
  const key = await page.locator('meta[name="backend-key"]').getAttribute('content');
  const refused = await fetch(`${app.server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'eve@castellan.test', password: 'guess' }),
  });
  expect(refused.status).toBe(400);
  const row = page.getByRole('listitem').filter({ hasText: 'A sign-in was refused from 127.0.0.1' });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Failed');
});

test('the way in and out works by keyboard alone', async ({ page, app }) => {
  await enterAsOwner(page, app);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.getByRole('button', { name: 'Logout' }).evaluate((button) => button === document.activeElement)) break;
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${app.server.url}/`);
  await page.reload();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
  // Portrait, then Enter three times: the hidden entry is no mouse's privilege.
  await page.keyboard.press('Tab');
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth-terminal$/);
});
