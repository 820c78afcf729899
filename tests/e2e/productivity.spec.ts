import type { Page } from '@playwright/test';
import { countingHand, mostSteps } from './counting-hand.ts';
import { addTask, openProductivity } from './task-steps.ts';
import { chooseFromMenu, enterAsOwner, expect, openSecondBrowser, test, whenWritten } from './test-app.ts';

/** The rows of a table as the server has them, asked for with this page's own session. */
function rowsOf(page: Page, table: string): Promise<readonly Record<string, unknown>[]> {
  return page.evaluate(async (name) => {
    const session: unknown = JSON.parse(localStorage.getItem('castellan-auth-token') ?? '{}');
    const token = typeof session === 'object' && session !== null && 'access_token' in session ? session.access_token : '';
    const key = document.querySelector('meta[name="backend-key"]')?.getAttribute('content') ?? '';
    const answer = await fetch(`/rest/v1/${name}?select=*&order=created_at`, {
      headers: { apikey: key, authorization: `Bearer ${token}` },
    });
    return (await answer.json()) as Record<string, unknown>[];
  }, table);
}

test("the dashboard's Productivity view counts what is there, and its button opens the page in a new tab that is signed in", async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await page.getByRole('link', { name: 'Productivity' }).first().click();
  await expect(page.getByText('Nothing to do. Add a task on the Productivity page.')).toBeVisible();
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: /Open Productivity/ }).click();
  const tab = await opening;
  await expect(tab.getByRole('heading', { level: 1, name: 'Productivity' })).toBeVisible();
  expect(await tab.evaluate(() => sessionStorage.getItem('auth_terminal_completed'))).toBe('true');
  await addTask(tab, 'Oil the lock today p1');
  // The first tab hears of it.
  await expect(page.getByRole('definition').first()).toHaveText('1');
  await expect(page.getByRole('listitem').filter({ hasText: 'Oil the lock' })).toBeVisible();
});

test('a recurring task is made by keyboard alone, two keys beside its words, and finishing it by keyboard leaves the next one', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  const hand = countingHand(page);
  await hand.strike('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
  await hand.type('+Water the plants every day 9:00');
  await expect(page.getByRole('option').first()).toContainText('Water the plants');
  await hand.strike('Enter');
  expect(hand.used()).toBeLessThanOrEqual(mostSteps.recurringTask);
  await expect
    .poll(async () => (await rowsOf(page, 'tasks')).map((row) => [row['title'], row['rrule']]))
    .toEqual([['Water the plants', 'FREQ=DAILY']]);
  await openProductivity(page);
  await expect(page.getByRole('button', { name: 'Water the plants', exact: true })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('button', { name: 'Water the plants', exact: true })).toBeFocused();
  await page.keyboard.press('Space');
  await expect.poll(async () => (await rowsOf(page, 'tasks')).map((row) => row['status']).sort()).toEqual(['done', 'todo']);
});

test('offline with a reload in the middle: nothing is lost, it says what waits, and everything arrives once @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await openProductivity(page);
  await whenWritten(page, 'tasks', () => addTask(page, 'Before the outage'));
  await page.route('**/rest/v1/**', (route) => route.abort());
  for (let count = 1; count <= 5; count += 1) await addTask(page, `Written offline ${count}`);
  await expect(page.getByText('The server does not answer. 5 changes wait in this browser.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Written offline 5', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Before the outage', exact: true })).toBeVisible();
  for (let count = 6; count <= 8; count += 1) await addTask(page, `Written offline ${count}`);
  await page.getByRole('button', { name: 'Done: Written offline 1' }).click();
  await expect(page.getByText('9 changes wait in this browser.')).toBeVisible();
  await page.unroute('**/rest/v1/**');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText('Saved.')).toBeVisible({ timeout: 40_000 });
  const rows = await rowsOf(page, 'tasks');
  expect(rows.map((row) => row['title']).sort()).toEqual(
    ['Before the outage', ...Array.from({ length: 8 }, (_, index) => `Written offline ${index + 1}`)].sort(),
  );
  expect(rows.find((row) => row['title'] === 'Written offline 1')).toMatchObject({ status: 'done' });
});

test('a page killed right after a change was taken loses nothing: the next private page sends it @strict', async ({ page, app }) => {
  await enterAsOwner(page, app);
  await openProductivity(page);
  await page.route('**/rest/v1/tasks*', (route) => route.abort());
  await addTask(page, 'Written before the crash');
  const next = await page.context().newPage();
  const kept = await page.evaluate(() => ({ ...sessionStorage }));
  await page.close({ runBeforeUnload: false });
  await next.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) sessionStorage.setItem(key, String(value));
  }, kept);
  // Not the page that made it: any private page takes it up.
  await next.goto('/dashboard');
  await expect(next.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(async () => (await rowsOf(next, 'tasks')).map((row) => row['title'])).toEqual(['Written before the crash']);
});

test('two browsers see each other by realtime; edits of different fields are both kept, of the same field the owner is asked @strict', async ({
  page,
  app,
  browser,
}) => {
  await enterAsOwner(page, app);
  await openProductivity(page);
  await addTask(page, 'Oil the lock today');
  const other = await openSecondBrowser(browser, page, app);
  await openProductivity(other);
  await expect(other.getByRole('button', { name: 'Oil the lock', exact: true })).toBeVisible();
  await addTask(other, 'Added in the other browser today');
  await expect(page.getByRole('button', { name: 'Added in the other browser', exact: true })).toBeVisible();

  await other.route('**/rest/v1/tasks*', (route) => route.abort());
  const edit = async (where: Page, title: string, notes: string) => {
    await where.getByRole('button', { name: 'Oil the lock', exact: true }).click();
    const form = where.getByRole('dialog', { name: 'Task' });
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Notes').fill(notes);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
  };
  await edit(page, 'Oil the front lock', '');
  await expect(page.getByRole('button', { name: 'Oil the front lock', exact: true })).toBeVisible();
  await expect.poll(async () => (await rowsOf(page, 'tasks')).map((row) => row['title'])).toContain('Oil the front lock');
  await edit(other, 'Sell the lock', 'To Bob');
  await other.unroute('**/rest/v1/tasks*');
  await other.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(other.getByText('“Sell the lock” was changed here and elsewhere.')).toBeVisible();
  // What nobody else touched is there already.
  await expect
    .poll(async () => (await rowsOf(page, 'tasks')).find((row) => row['notes'] === 'To Bob')?.['title'])
    .toBe('Oil the front lock');
  await other.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByRole('button', { name: 'Sell the lock', exact: true })).toBeVisible();
  await other.context().close();
});

test('signing out asks before it loses what waits, and leaves nothing of the records in the browser @strict', async ({ page, app }) => {
  await enterAsOwner(page, app);
  await openProductivity(page);
  await addTask(page, 'Known to the server');
  await expect.poll(async () => (await rowsOf(page, 'tasks')).length).toBe(1);
  await page.route('**/rest/v1/tasks*', (route) => route.abort());
  await addTask(page, 'Not yet');
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  const logout = page.getByRole('button', { name: 'Logout' }).first();
  await logout.click();
  const question = page.getByRole('alertdialog', { name: 'Not everything is saved' });
  await expect(question).toContainText('1 change made in this browser is not known to have reached the server');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(question).toBeHidden();
  await logout.click();
  await question.getByRole('button', { name: 'Sign out and lose them' }).click();
  await expect(page).toHaveURL(`${app.server.url}/`);
  const left = await page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('castellan-records');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const read = opening.result.transaction(['rows', 'changes']);
          const [rows, changes] = [read.objectStore('rows').count(), read.objectStore('changes').count()];
          read.oncomplete = () => resolve(rows.result + changes.result);
        };
      }),
  );
  expect(left).toBe(0);
});

test('with the backend away the open page goes on, a page that starts then shows nothing of what this browser keeps, and the first answer counts @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await openProductivity(page);
  await addTask(page, 'Known before the outage');
  await expect.poll(async () => (await rowsOf(page, 'tasks')).length).toBe(1);
  const backend = /\/(auth|rest|realtime)\/v1\//;
  await page.route(backend, (route) => route.abort());
  await addTask(page, 'Written in the outage');
  await expect(page.getByText('1 change waits in this browser.')).toBeVisible();
  for (const path of ['/dashboard', '/productivity']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'The server does not answer' })).toBeVisible();
    await expect(page.getByText(/before the outage|in the outage/)).toHaveCount(0);
  }
  // The session ends elsewhere meanwhile: the first answer sends the page away, and takes the rows along.
  const token = await page.evaluate(() => {
    const session: unknown = JSON.parse(localStorage.getItem('castellan-auth-token') ?? '{}');
    return typeof session === 'object' && session !== null && 'access_token' in session ? String(session.access_token) : '';
  });
  const key = (await page.locator('meta[name="backend-key"]').getAttribute('content')) ?? '';
  const ended = await page.request.post('/auth/v1/logout?scope=local', { headers: { apikey: key, authorization: `Bearer ${token}` } });
  expect(ended.status()).toBe(204);
  await page.unroute(backend);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Access Denied')).toBeVisible();
  await expect(page).toHaveURL(/\/auth-terminal/);
});

test('what was removed is in the trash and comes back from it; opening the page has the server delete permanently what is too old', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await openProductivity(page);
  await addTask(page, 'Removed by mistake today');
  await page.getByRole('button', { name: 'Removed by mistake', exact: true }).click();
  await page.getByRole('dialog', { name: 'Task' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Removed by mistake', exact: true })).toHaveCount(0);
  const emptied = page.waitForResponse((response) => response.url().endsWith('/rpc/empty_trash'));
  await page.reload();
  expect((await emptied).status()).toBe(200);
  await chooseFromMenu(page, 'Trash');
  await page.getByRole('button', { name: 'Restore “Removed by mistake”' }).click();
  await expect(page.getByText('Nothing is in the trash.')).toBeVisible();
  await expect.poll(async () => (await rowsOf(page, 'tasks')).map((row) => row['deleted_at'])).toEqual([null]);
});
