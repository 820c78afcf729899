import { enterAsOwner, expect, stopClock, subscribed, test } from './house.ts';

test('a refused sign-in elsewhere appears on the open dashboard by realtime, while polling stands still', async ({ page, house }) => {
  await enterAsOwner(page, house);
  // The list's subscription and the bell's two.
  const hears = subscribed(page, 3);
  await page.clock.install();
  await page.reload();
  await hears;
  await expect(page.getByRole('listitem').filter({ hasText: 'Signed in through the authentication terminal' })).toHaveCount(1);
  await stopClock(page);
  const key = await page.locator('meta[name="backend-key"]').getAttribute('content');
  const refused = await fetch(`${house.server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'eve@castellan.test', password: 'guess' }),
  });
  expect(refused.status).toBe(400);
  const row = page.getByRole('listitem').filter({ hasText: 'A sign-in was refused from 127.0.0.1' });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Failed');
});

test('while the server is away the dashboard says so and keeps what it had, and goes on when it is back', async ({ page, house }) => {
  await enterAsOwner(page, house);
  const panel = (title: string) => page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const activity = panel('Recent activity');
  const today = panel('Today');
  const row = activity.getByRole('listitem').filter({ hasText: 'Signed in through the authentication terminal' });
  const outage = activity.getByText('The backend does not answer. This is what was last known.');
  await expect(row).toHaveCount(1);
  await expect(today.getByText('Nothing is due today.')).toBeVisible();
  await page.route('**/rest/v1/**', (route) => route.abort());
  await expect(outage).toBeVisible({ timeout: 30_000 });
  await expect(row).toHaveCount(1);
  await expect(today.getByText('What is due cannot be shown.')).toBeHidden();
  await page.unroute('**/rest/v1/**');
  await activity.getByRole('button', { name: 'Try again' }).click();
  await expect(outage).toBeHidden();
  await expect(row).toHaveCount(1);
});

test('the sidebar is 280 px wide, 80 px collapsed, and stays as it was left; on a phone a bar with More takes its place', async ({
  page,
  house,
}) => {
  await enterAsOwner(page, house);
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' }).first();
  const widthOf = async () => (await sidebar.boundingBox())?.width;
  expect(await widthOf()).toBe(280);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(widthOf).toBe(80);
  await page.reload();
  await expect.poll(widthOf).toBe(80);
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeHidden();
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('the way in and out works by keyboard alone', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.getByRole('button', { name: 'Logout' }).evaluate((button) => button === document.activeElement)) break;
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${house.server.url}/`);
  await page.reload();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
  // Portrait, then Enter three times: the hidden entry is no mouse's privilege.
  await page.keyboard.press('Tab');
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth-terminal$/);
});
