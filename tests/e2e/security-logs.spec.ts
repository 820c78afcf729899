import type { Page } from '@playwright/test';
import { asSuperuser } from '../support/test-data.ts';
import { countingHand, mostSteps } from './counting-hand.ts';
import { enterAsOwner, expect, stopClock, subscribed, test } from './test-app.ts';

/** Writes rows as the page's own session does. */
function writeRows(page: Page, rows: readonly Readonly<Record<string, unknown>>[]): Promise<number> {
  return page.evaluate(async (bodies) => {
    const key = document.querySelector('meta[name="backend-key"]')?.getAttribute('content') ?? '';
    const kept = Object.values(localStorage).find((value) => String(value).includes('access_token'));
    const answer = await fetch('/rest/v1/activity_logs', {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${JSON.parse(String(kept)).access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(bodies),
    });
    return answer.status;
  }, rows);
}

const row = (description: string, rest: Readonly<Record<string, unknown>> = {}) => ({
  activity_type: 'app_activity',
  activity_description: description,
  success: true,
  metadata: {},
  ...rest,
});

async function openSecurity(page: Page): Promise<void> {
  await page.goto('/dashboard#security');
  await expect(page.getByRole('heading', { level: 1, name: 'Security & Logs' })).toBeVisible();
  await expect(page.getByRole('table', { name: /Activity logs/ })).toBeVisible();
}

const shownRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('what happens elsewhere is announced by realtime and shown when asked for; no row jumps in', async ({ page, app }) => {
  await enterAsOwner(page, app);
  // The list's subscription and the bell's two.
  const hears = subscribed(page, 3);
  await page.clock.install();
  await openSecurity(page);
  await page.reload();
  await hears;
  await expect(shownRow(page, 'Signed in through the authentication terminal')).toHaveCount(1);
  await stopClock(page);
  await writeRows(page, [row('Written elsewhere')]);
  const news = page.getByRole('button', { name: '1 new event' });
  await expect(news).toBeVisible();
  await expect(shownRow(page, 'Written elsewhere')).toHaveCount(0);
  await news.click();
  await expect(shownRow(page, 'Written elsewhere')).toHaveCount(1);
  await expect(news).toBeHidden();
});

test('the last failed sign-in is two presses from the dashboard', async ({ page, app }) => {
  await enterAsOwner(page, app);
  await writeRows(page, [row('A tool failed', { success: false }), row('Opened a page')]);
  const key = await page.locator('meta[name="backend-key"]').getAttribute('content');
  await fetch(`${app.server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'eve@castellan.test', password: 'guess' }),
  });
  const hand = countingHand(page);
  await hand.follow('Security');
  await hand.follow('Failed sign-ins');
  expect(hand.used()).toBeLessThanOrEqual(mostSteps.lastFailedSignIn);
  const rows = page
    .getByRole('table', { name: /Activity logs/ })
    .getByRole('row')
    .filter({ hasText: /refused|failed/i });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('A sign-in was refused from 127.0.0.1');
});

test('a row edited, one removed and a tail cut by the database’s superuser are each named by Verify chain @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await writeRows(
    page,
    Array.from({ length: 9 }, (_, index) => row(`Row ${index}`)),
  );
  await openSecurity(page);
  await page.getByRole('button', { name: /^Chain/ }).click();
  const verify = page.getByRole('button', { name: 'Verify chain' });
  // Not the button's own word that it is at work.
  const said = page.getByRole('region', { name: 'Log chain' }).locator('div[role="status"]');
  await verify.click();
  await expect(said).toContainText('The chain is unbroken: 10 rows');
  const tamper = (statement: string) =>
    asSuperuser(app.data, [
      'begin',
      'alter table public.activity_logs disable trigger refuse_log_change',
      'create table if not exists private.kept as select * from public.activity_logs',
      statement,
      'alter table public.activity_logs enable always trigger refuse_log_change',
      'commit',
    ]);
  await tamper(`update public.activity_logs set activity_description = 'Nothing happened' where sequence = 4`);
  await verify.click();
  await expect(said).toContainText('Row 4 was changed after it was written. The 3 rows before it are unbroken.');
  await tamper(`update public.activity_logs set activity_description = kept.activity_description
    from private.kept where kept.id = activity_logs.id and kept.sequence = 4`);
  await verify.click();
  await expect(said).toContainText('The chain is unbroken: 10 rows');
  await tamper('delete from public.activity_logs where sequence >= 9');
  await verify.click();
  await expect(said).toContainText('The newest rows are gone, from row 9 on.');
  await expect(page.getByRole('heading', { name: 'The log’s chain is broken.' })).toBeVisible();
  await tamper('delete from public.activity_logs where sequence = 6');
  await verify.click();
  await expect(said).toContainText('Row 6 is missing: it was removed, and later rows are still there.');
});

test('a session elsewhere is listed, and ends there when it is reported', async ({ page, app, browser }) => {
  await enterAsOwner(page, app);
  const other = await (await browser.newContext({ baseURL: app.server.url })).newPage();
  await enterAsOwner(other, app, 1);
  await openSecurity(page);
  await page.getByRole('button', { name: /^Sessions/ }).click();
  const sessions = page.locator('.session-list > li');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText('this browser');
  await page.getByRole('button', { name: /^This was not me/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click();
  await expect(sessions).toHaveCount(1);
  await expect(page.getByText(/The session was ended and logged/)).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await page.getByRole('button', { name: /^Sessions/ }).click();
  await expect(page.getByRole('button', { name: /new events?$/ })).toBeVisible();
  await page.getByRole('button', { name: /new events?$/ }).click();
  await expect(shownRow(page, 'A session was reported as not the owner’s and ended')).toHaveCount(1);
  await other.context().close();
});
