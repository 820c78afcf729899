import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { asSuperuser } from './as-superuser.ts';
import { axeFindings } from './axe-findings.ts';
import { enterAsOwner, expect, signIn, stopClock, subscribed, test } from './house.ts';

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

test('filters narrow the list, stand in the address, and come back with it', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await writeRows(page, [
    row('Opened the vault', { activity_type: 'vault_activity' }),
    row('Lost at snake', { activity_type: 'game_activity', success: false }),
    row('Read the news'),
  ]);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Games' }).click();
  await expect(shownRow(page, 'Lost at snake')).toBeVisible();
  await expect(shownRow(page, 'Read the news')).toHaveCount(0);
  await page.getByRole('button', { name: 'All Activity' }).click();
  await page.getByLabel('Failed Only').check();
  await expect(shownRow(page, 'Opened the vault')).toHaveCount(0);
  await page.getByLabel('Failed Only').uncheck();
  await page.getByLabel('Search logs').fill('-type:game_activity news');
  await page.getByLabel('Time', { exact: true }).selectOption('Last Week');
  await expect(shownRow(page, 'Read the news')).toBeVisible();
  await expect(shownRow(page, 'Opened the vault')).toHaveCount(0);
  await expect(page).toHaveURL(/#security\?time=week&q=-type%3Agame_activity\+news$/);
  await page.reload();
  await expect(page.getByLabel('Search logs')).toHaveValue('-type:game_activity news');
  await expect(shownRow(page, 'Read the news')).toBeVisible();
  await page.getByLabel('Search logs').fill('nothing is like this');
  await expect(page.getByText('No activity logs found')).toBeVisible();
  await page.getByLabel('Search logs').fill('after:yesterday');
  await expect(page.getByText(/after: wants a date/)).toBeVisible();
});

test('a row opens its details, and its values can be filtered for and out', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await writeRows(page, [row('Opened the vault', { activity_type: 'vault_activity', metadata: { entry: 7 } }), row('Read the news')]);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Details of Opened the vault' }).click();
  const details = page.getByRole('row').filter({ hasText: 'Place in the chain' });
  await expect(details).toContainText('"entry": 7');
  await expect(details).toContainText('127.0.0.1');
  await expect(details).toContainText('seen by the server');
  await expect(details).toContainText(/Chrome \d+ on Linux \(computer\)/);
  await page.getByRole('button', { name: 'Filter out this Type' }).click();
  await expect(shownRow(page, 'Opened the vault')).toHaveCount(0);
  await expect(shownRow(page, 'Read the news')).toBeVisible();
  await expect(page.getByLabel('Search logs')).toHaveValue('-type:vault_activity');
});

test('what happens elsewhere is announced by realtime and shown when asked for; no row jumps in', async ({ page, house }) => {
  await enterAsOwner(page, house);
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

test('of more than a hundred rows a hundred are shown, and older ones are led to', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await writeRows(
    page,
    Array.from({ length: 650 }, (_, index) => row(`Row number ${index}`)),
  );
  await openSecurity(page);
  await expect(page.getByText(/^Showing 100 of 50\d logs$/)).toBeVisible();
  await expect(shownRow(page, 'Row number 649')).toBeVisible();
  for (let turn = 0; turn < 7; turn += 1) {
    const first = await page.getByRole('row').nth(1).textContent();
    await page.getByRole('button', { name: 'Load older' }).click();
    await expect(page.getByRole('row').nth(1)).not.toHaveText(first ?? '');
  }
  await expect(shownRow(page, 'Signed in through the authentication terminal')).not.toHaveCount(0);
  expect(await page.getByRole('row').count()).toBeLessThanOrEqual(101);
  await page.getByRole('button', { name: 'Back to the newest' }).click();
  await expect(shownRow(page, 'Row number 649')).toBeVisible();
});

test('the histogram is brushed by pointer and by keys, and the stretch stands in the address', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await openSecurity(page);
  const volume = page.locator('.log-volume');
  const box = await volume.boundingBox();
  if (box === null) throw new Error('no histogram');
  await page.mouse.move(box.x + box.width * 0.1, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.4, box.y + 30, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/q=after%3A.*before%3A/);
  await expect(page.getByText('No activity logs found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page).toHaveURL(/#security$/);
  await expect(shownRow(page, 'Signed in through the authentication terminal')).toBeVisible();
  await page.getByRole('slider', { name: 'From' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/q=after%3A.*before%3A/);
  await expect(shownRow(page, 'Signed in through the authentication terminal')).toBeVisible();
});

test('a row that cannot be read is shown as such and blanks nothing', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await page.route('**/rest/v1/activity_logs?*', async (route) => {
    const answer = await route.fetch();
    const rows: unknown = await answer.json();
    await route.fulfill({ response: answer, json: Array.isArray(rows) ? [{ id: 7, created_at: 'never' }, null, ...rows] : rows });
  });
  await openSecurity(page);
  await expect(shownRow(page, 'This row cannot be read')).toHaveCount(2);
  await expect(shownRow(page, 'Signed in through the authentication terminal')).toBeVisible();
});

test('CSV and JSON Lines hold what is shown, and no cell is a formula', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await writeRows(page, [row('=HYPERLINK("http://evil.example")'), row('Not wanted')]);
  await openSecurity(page);
  await page.getByLabel('Search logs').fill('hyperlink');
  await expect(shownRow(page, 'Not wanted')).toHaveCount(0);
  const saved = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  };
  const csv = await saved('Export');
  expect(csv.name).toMatch(/^activity-logs-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = csv.text.split('\r\n');
  expect(lines[0]).toBe('Timestamp,Type,Description,Success,IP Address,User Agent');
  expect(lines[1]).toContain(`,"'=HYPERLINK(""http://evil.example"")",true,127.0.0.1,`);
  expect(lines).toHaveLength(3);
  const jsonLines = await saved('JSON Lines');
  expect(JSON.parse(jsonLines.text.trim())).toMatchObject({ activity_description: '=HYPERLINK("http://evil.example")', sequence: 2 });
});

test('a row edited, one removed and a tail cut by the database’s superuser are each named by Verify chain', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await writeRows(
    page,
    Array.from({ length: 9 }, (_, index) => row(`Row ${index}`)),
  );
  await openSecurity(page);
  const verify = page.getByRole('button', { name: 'Verify chain' });
  await verify.click();
  await expect(page.getByText(/The chain is unbroken: 10 rows/)).toBeVisible();
  const tamper = (statement: string) =>
    asSuperuser(house.dataFolder, [
      'begin',
      'alter table public.activity_logs disable trigger refuse_log_change',
      'create table if not exists private.kept as select * from public.activity_logs',
      statement,
      'alter table public.activity_logs enable always trigger refuse_log_change',
      'commit',
    ]);
  await tamper(`update public.activity_logs set activity_description = 'Nothing happened' where sequence = 4`);
  await verify.click();
  await expect(page.getByText('Row 4 was changed after it was written. The 3 rows before it are unbroken.')).toBeVisible();
  await tamper(`update public.activity_logs set activity_description = kept.activity_description
    from private.kept where kept.id = activity_logs.id and kept.sequence = 4`);
  await verify.click();
  await expect(page.getByText(/The chain is unbroken: 10 rows/)).toBeVisible();
  await tamper('delete from public.activity_logs where sequence >= 9');
  await verify.click();
  await expect(page.getByText('The newest rows are gone, from row 9 on.')).toBeVisible();
  await tamper('delete from public.activity_logs where sequence = 6');
  await verify.click();
  await expect(page.getByText(/Row 6 is missing: it was removed, and later rows are still there\./)).toBeVisible();
});

test('a session elsewhere is listed, and ends there when it is reported', async ({ page, house, browser }) => {
  const owner = await enterAsOwner(page, house);
  const other = await (await browser.newContext({ baseURL: house.server.url })).newPage();
  await other.goto('/auth-terminal');
  await signIn(other, owner, 1);
  await openSecurity(page);
  const sessions = page.locator('.session-list > li');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText('this browser');
  await page.getByRole('button', { name: /^This was not me/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click();
  await expect(sessions).toHaveCount(1);
  await expect(page.getByText(/The session was ended and written down/)).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Access Denied' })).toBeVisible({ timeout: 25_000 });
  await expect(page.getByRole('button', { name: /new events?$/ })).toBeVisible();
  await page.getByRole('button', { name: /new events?$/ }).click();
  await expect(shownRow(page, 'A session was reported as not the owner’s and ended')).toHaveCount(1);
  await other.context().close();
});

test('the status panel tells the truth, tests on request, and lists what to check when nobody answers', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await openSecurity(page);
  await page.getByText('Database Status').click();
  const panel = page.locator('.status-panel');
  await expect(panel.getByText('Connected', { exact: true })).toBeVisible();
  await expect(panel.getByText('Ready', { exact: true })).toBeVisible();
  await expect(panel.getByText('Local', { exact: true })).toBeVisible();
  await expect(panel.getByText(/^\d+ ms$/)).toBeVisible();
  const alert = page.getByRole('alertdialog');
  await panel.getByRole('button', { name: 'Test' }).click();
  await expect(alert).toContainText('Test log created successfully! Check your Security & Logs page.');
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(shownRow(page, 'test_connection').or(shownRow(page, 'Connection test at'))).not.toHaveCount(0);
  await page.route('**/rest/v1/**', (route) => route.abort());
  await panel.getByRole('button', { name: 'Refresh' }).click();
  await expect(panel.getByText('Disconnected')).toBeVisible();
  await expect(panel.getByText('Not Ready')).toBeVisible();
  await expect(panel.getByText('Cannot connect to the backend')).toBeVisible();
  await expect(panel.getByRole('listitem').first()).toContainText('npm start');
  await panel.getByRole('button', { name: 'Test' }).click();
  await expect(alert).toContainText('Failed to create test log: Cannot connect to the backend');
});

test('axe finds nothing on the page with its details open, in both themes and at both widths', async ({ page, house }) => {
  test.setTimeout(420_000);
  await enterAsOwner(page, house);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const findings: string[] = [];
  const judge = async (where: string) => {
    findings.push(...(await axeFindings(page)).map((finding) => `${where}: ${finding}`));
  };
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/dashboard');
      await page.reload();
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByText('Mute and quiet hours').click();
      await expect(page.getByRole('listitem').filter({ hasText: 'Terminal access' }).first()).toBeVisible();
      await judge(`overview with the bell open, ${theme} ${width}`);
      await openSecurity(page);
      await page.getByText('Database Status').click();
      await page.getByText('Volume as a table').click();
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click();
      await expect(page.getByText('Last success')).toBeVisible();
      await judge(`security, ${theme} ${width}`);
      await page.locator('.status-panel').getByRole('button', { name: 'Test' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await judge(`security with the test's alert, ${theme} ${width}`);
      const { scrollWidth, clientWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }));
      if (scrollWidth > clientWidth) findings.push(`the page is ${scrollWidth} px wide at ${width}`);
    }
  }
  expect(findings).toEqual([]);
});
