import type { Page } from '@playwright/test';
import { z } from 'zod';
import { enterAsOwner, enterByTyping, expect, test } from './test-app.ts';

const sessionSchema = z.record(z.string(), z.unknown());

/** What a browser holds of a session: names and shapes, without what differs from one sign-in to the next. */
async function keptBy(page: Page) {
  const { local, session } = await page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }));
  const stored = sessionSchema.parse(JSON.parse(String(local['castellan-auth-token'])));
  const cookies = (await page.context().cookies()).map(({ name, httpOnly, sameSite, path }) => ({ name, httpOnly, sameSite, path }));
  const flags = [session['auth_terminal_completed'], session['auth_login_logged_once']];
  return { local: Object.keys(local).sort(), session: Object.keys(session).sort(), stored: Object.keys(stored).sort(), cookies, flags };
}

test('a session over HTTP leaves in the browser and in the log what the typed sign-in leaves', async ({ page, app, browser }) => {
  await enterByTyping(page, app);
  const row = page.getByRole('listitem').filter({ hasText: 'Signed in through the authentication terminal' });
  await expect(row).toHaveCount(1);
  const typed = await keptBy(page);
  const context = await browser.newContext({ baseURL: app.server.url });
  const other = await context.newPage();
  await enterAsOwner(other, app, 1);
  await expect(other.getByRole('listitem').filter({ hasText: 'Signed in through the authentication terminal' })).toHaveCount(2);
  expect(await keptBy(other)).toEqual(typed);
  await context.close();
});
