import type { Page } from '@playwright/test';
import { axeFindings } from './axe-findings.ts';
import { enterAsOwner, expect, openSecondBrowser, test } from './house.ts';
import { addTask, openDesk } from './task-steps.ts';

const line = (page: Page) => page.getByLabel('New task');

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
  house,
}) => {
  await enterAsOwner(page, house);
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

test('offline with a reload in the middle: nothing is lost, it says what waits, and everything arrives once', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await openDesk(page);
  await addTask(page, 'Before the outage');
  await expect(page.getByText('Saved.')).toBeVisible();
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

test('a page killed right after a change was taken loses nothing: the next private page sends it', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await openDesk(page);
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

test('two browsers see each other by realtime; edits of different fields are both kept, of the same field the owner is asked', async ({
  page,
  house,
  browser,
}) => {
  await enterAsOwner(page, house);
  await openDesk(page);
  await addTask(page, 'Oil the lock today');
  const other = await openSecondBrowser(browser, page, house);
  await openDesk(other);
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
  await expect(other.getByText('“Sell the lock” was changed here and elsewhere.')).toBeVisible({ timeout: 20_000 });
  // What nobody else touched is there already.
  await expect
    .poll(async () => (await rowsOf(page, 'tasks')).find((row) => row['notes'] === 'To Bob')?.['title'])
    .toBe('Oil the front lock');
  await other.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByRole('button', { name: 'Sell the lock', exact: true })).toBeVisible({ timeout: 20_000 });
  await other.context().close();
});

test('what the server refuses is shown with its reason, kept, and saved once it is mended', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await openDesk(page);
  const long = 'x'.repeat(560);
  await addTask(page, `"${long}"`);
  await expect(page.getByText('was not saved. A title has 1 to 500 characters on one line.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('was not saved. A title has 1 to 500 characters on one line.')).toBeVisible();
  await page.getByRole('button', { name: long, exact: true }).click();
  await page.getByRole('dialog', { name: 'Task' }).getByLabel('Title').fill('Short enough');
  await page.getByRole('dialog', { name: 'Task' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('These want your word')).toBeHidden();
  await expect.poll(async () => (await rowsOf(page, 'tasks')).map((row) => row['title'])).toEqual(['Short enough']);
});

test('a line becomes a task with chips, a chip taken away is title again, and everything goes by keys', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await openDesk(page);
  await page.locator('body').press('q');
  await expect(line(page)).toBeFocused();
  await page.keyboard.type('Watch Next Friday with Bob today p2 #film 2h');
  await page.getByRole('button', { name: /keep “Next Friday” in the title/ }).click();
  await expect(page.getByRole('list', { name: 'Recognised' }).getByRole('button')).toHaveText([
    /^Priority P2/,
    /^Tag film/,
    /^Takes 2 h/,
    /^Due Today/,
  ]);
  await line(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Watch Next Friday with Bob', exact: true })).toBeVisible();
  await addTask(page, 'Second task today');
  await line(page).blur();
  const focused = page.locator('[data-task]:focus-within');
  await page.keyboard.press('j');
  await expect(focused).toContainText('Watch Next Friday');
  await page.keyboard.press('1');
  await expect(focused).toContainText('P1');
  await page.keyboard.press('s');
  await expect(page.getByRole('timer')).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.getByRole('timer')).toBeHidden();
  await page.keyboard.press('t');
  const form = page.getByRole('dialog', { name: 'Task' });
  await expect(form.getByLabel('Due')).toBeFocused();
  // The browser closes a dialog a moment after Escape was pressed: a key that is faster would go into the field.
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.keyboard.press('e');
  await expect(form.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Watch Next Friday with Bob', exact: true })).toBeHidden();
  await expect(focused).toContainText('Second task');
  await page.keyboard.press('u');
  await expect(page.getByRole('button', { name: 'Watch Next Friday with Bob', exact: true })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await page.getByLabel('Single keys do these things').uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeHidden();
  await page.locator('body').press('q');
  await expect(line(page)).not.toBeFocused();
  // The session that was recorded, and the task that went to Doing with it.
  await expect.poll(async () => (await rowsOf(page, 'focus_sessions')).map((row) => row['ended_at'] !== null)).toEqual([true]);
});

test('a card of the board and a task of the week move by keys, and the focus goes with them', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await openDesk(page);
  await addTask(page, 'Oil the lock today');
  await addTask(page, 'Paint the door');
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  const column = (name: string) => page.getByRole('region', { name });
  const card = page.getByRole('button', { name: 'Oil the lock', exact: true });
  await card.focus();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(column('To do').getByRole('listitem').first()).toContainText('Oil the lock');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(column('Doing')).toContainText('Oil the lock');
  await expect(card).toBeFocused();
  await page.getByRole('button', { name: 'Move “Paint the door” to Doing' }).click();
  await expect(column('Doing').getByRole('listitem')).toHaveCount(2);
  await page.getByRole('link', { name: 'Week' }).click();
  await card.focus();
  const before = (await rowsOf(page, 'tasks')).find((row) => row['title'] === 'Oil the lock')?.['due_on'];
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(async () => (await rowsOf(page, 'tasks')).find((row) => row['title'] === 'Oil the lock')?.['due_on']).not.toBe(before);
});

test('a repeating task that is done plans its next one, and undo takes both back', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await openDesk(page);
  await addTask(page, 'Water the plants today every day');
  await page.getByRole('button', { name: 'Done: Water the plants' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Water the plants' });
  await expect(row).toContainText('Tomorrow');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toHaveCount(1);
  await expect(row).not.toContainText('Tomorrow');
  await page.getByRole('button', { name: 'Done: Water the plants' }).click();
  await expect(row).toContainText('Tomorrow');
  await expect
    .poll(async () =>
      (await rowsOf(page, 'tasks'))
        .filter((one) => one['deleted_at'] === null)
        .map((one) => one['status'])
        .sort(),
    )
    .toEqual(['done', 'todo']);
});

test('a file is compared before it is taken, taken as one step of undo, and adds nothing the second time', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await openDesk(page);
  const file = {
    name: 'tasks.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('- [ ] Oil #door [due:: 2026-11-24]\n  with graphite\n- [ ] Paint\n- [ ] \n'),
  };
  const open = async () => {
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByLabel('File').setInputFiles(file);
  };
  await open();
  const dialog = page.getByRole('dialog', { name: 'Import tasks' });
  await expect(dialog).toContainText('New: 2');
  await expect(dialog).toContainText('It has no title.');
  expect(await rowsOf(page, 'tasks')).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 2' }).click();
  await expect
    .poll(async () => (await rowsOf(page, 'tasks')).map((row) => [row['title'], row['notes'], row['source']]).sort())
    .toEqual([
      ['Oil', 'with graphite', 'markdown'],
      ['Paint', '', 'markdown'],
    ]);
  await open();
  await expect(dialog).toContainText('There already: 2');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: 'iCalendar (.ics)' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^tasks-\d{4}-\d\d-\d\d\.ics$/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await rowsOf(page, 'tasks')).every((row) => row['deleted_at'] !== null)).toBe(true);
});

test('signing out asks before it loses what waits, and leaves nothing of the records in the browser', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await openDesk(page);
  await addTask(page, 'Known to the server');
  await expect.poll(async () => (await rowsOf(page, 'tasks')).length).toBe(1);
  await page.route('**/rest/v1/tasks*', (route) => route.abort());
  await addTask(page, 'Not yet');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const logout = page.getByRole('button', { name: 'Logout' }).first();
  await logout.click();
  const question = page.getByRole('alertdialog', { name: 'Not everything is saved' });
  await expect(question).toContainText('1 change made in this browser did not reach the server.');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(question).toBeHidden();
  await logout.click();
  await question.getByRole('button', { name: 'Sign out and lose them' }).click();
  await expect(page).toHaveURL(`${house.server.url}/`);
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

test('with the backend away the page still shows what this browser keeps, and no other private page; once it answers, its word on the session counts', async ({
  page,
  house,
}) => {
  test.setTimeout(90_000);
  await enterAsOwner(page, house);
  await openDesk(page);
  await addTask(page, 'Known before the outage');
  await expect.poll(async () => (await rowsOf(page, 'tasks')).length).toBe(1);
  const backend = /\/(auth|rest|realtime)\/v1\//;
  await page.route(backend, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('button', { name: 'Known before the outage', exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('The server does not answer. What you see is what was last known.')).toBeVisible();
  await addTask(page, 'Written in the outage');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Nobody answers' })).toBeVisible({ timeout: 20_000 });
  await page.goto('/productivity');
  await expect(page.getByRole('button', { name: 'Written in the outage', exact: true })).toBeVisible({ timeout: 20_000 });
  // The session ends elsewhere meanwhile: the first answer sends the page away, and takes the rows along.
  const token = await page.evaluate(() => {
    const session: unknown = JSON.parse(localStorage.getItem('castellan-auth-token') ?? '{}');
    return typeof session === 'object' && session !== null && 'access_token' in session ? String(session.access_token) : '';
  });
  const key = (await page.locator('meta[name="backend-key"]').getAttribute('content')) ?? '';
  const ended = await page.request.post('/auth/v1/logout?scope=local', { headers: { apikey: key, authorization: `Bearer ${token}` } });
  expect(ended.status()).toBe(204);
  await page.unroute(backend);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText('Access Denied')).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/auth-terminal/);
});

test('a flag set by hand opens nothing in an outage either: without a stored session the page stays shut', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => sessionStorage.setItem('auth_terminal_completed', 'true'));
  await page.route(/\/(auth|rest|realtime)\/v1\//, (route) => route.abort());
  await page.goto('/productivity');
  await expect(page.getByText('Access Denied')).toBeVisible();
});

test('a task has steps: added in its form, ticked beneath it, counted, and shown by themselves when it is finished', async ({
  page,
  house,
}) => {
  await enterAsOwner(page, house);
  await openDesk(page);
  await addTask(page, 'Paint the gate today');
  await page.getByRole('button', { name: 'Paint the gate', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Task' });
  for (const step of ['Buy paint', 'Sand it']) {
    await form.getByLabel('New step').fill(step);
    await form.getByLabel('New step').press('Enter');
    await expect(form.getByRole('button', { name: step, exact: true })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  const steps = page.getByRole('list', { name: 'Steps of “Paint the gate”' });
  await expect(steps.getByRole('listitem')).toHaveCount(2);
  await steps.getByRole('button', { name: 'Done: Buy paint' }).click();
  await expect(page.getByText('1 of 2 steps')).toBeVisible();
  const rows = await rowsOf(page, 'tasks');
  const whole = rows.find((row) => row['title'] === 'Paint the gate');
  expect(rows.filter((row) => row['parent_id'] === whole?.['id'])).toHaveLength(2);
  await page.getByRole('button', { name: 'Done: Paint the gate' }).click();
  await expect(page.getByText('part of “Paint the gate”')).toBeVisible();
});

test('what was removed is in the trash and comes back from it; opening the page has the server let go of what is too old', async ({
  page,
  house,
}) => {
  await enterAsOwner(page, house);
  await openDesk(page);
  await addTask(page, 'Removed by mistake today');
  await page.getByRole('button', { name: 'Removed by mistake', exact: true }).click();
  await page.getByRole('dialog', { name: 'Task' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Removed by mistake', exact: true })).toHaveCount(0);
  const emptied = page.waitForResponse((response) => response.url().endsWith('/rpc/empty_trash'));
  await page.goto('/productivity#done');
  await page.reload();
  expect((await emptied).status()).toBe(200);
  await page.getByRole('button', { name: 'Restore “Removed by mistake”' }).click();
  await expect(page.getByRole('heading', { name: 'Trash' })).toHaveCount(0);
  await expect.poll(async () => (await rowsOf(page, 'tasks')).map((row) => row['deleted_at'])).toEqual([null]);
});

test('tasks that an older version left in this browser are shown first, then taken over, then removed from there', async ({
  page,
  house,
}) => {
  await enterAsOwner(page, house);
  await page.evaluate(() => {
    const left = [
      { id: 1, text: 'Oil the lock', priority: 'high' },
      { id: 2, title: 'Old and done', completed: true },
      { completed: false },
    ];
    localStorage.setItem('dashboard_tasks', JSON.stringify(left));
  });
  await openDesk(page);
  await page.getByRole('button', { name: 'Look at the older tasks' }).click();
  const dialog = page.getByRole('dialog', { name: 'Older tasks' });
  await expect(dialog).toContainText('New: 2');
  await expect(dialog).toContainText('It has no title.');
  expect(await rowsOf(page, 'tasks')).toEqual([]);
  await dialog.getByRole('button', { name: 'Take over 2' }).click();
  await expect(page.getByRole('button', { name: 'Oil the lock', exact: true })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('dashboard_tasks'))).toBe('[{"completed":false}]');
  expect((await rowsOf(page, 'tasks')).map((row) => [row['title'], row['status'], row['priority'], row['source']]).sort()).toEqual([
    ['Oil the lock', 'todo', 1, 'dashboard'],
    ['Old and done', 'done', 0, 'dashboard'],
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await rowsOf(page, 'tasks')).every((row) => row['deleted_at'] !== null)).toBe(true);
});

test('where nothing was ever had and nobody answers, the page says so and still takes tasks', async ({ page, house }) => {
  await enterAsOwner(page, house);
  await page.route('**/rest/v1/**', (route) => route.abort());
  await page.goto('/productivity');
  await expect(page.getByText('Your tasks cannot be shown: the server does not answer, and this browser has no copy yet.')).toBeVisible();
  await page.unroute('**/rest/v1/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing is due today.')).toBeVisible();
});

test('axe finds nothing on the page, in every view, both themes and both widths, with each dialog open; nothing is wider than 320 px', async ({
  page,
  house,
}) => {
  test.setTimeout(240_000);
  await enterAsOwner(page, house);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openDesk(page);
  for (const words of [
    'Call the bank today 17:00 p1 #money 20m',
    'Write the report today p2 +Castellan 9h',
    'Late one yesterday p3',
    'Some day p4',
  ])
    await addTask(page, words);
  await page.getByRole('button', { name: 'Done: Some day' }).click();
  await page.getByRole('button', { name: 'Late one', exact: true }).click();
  await page.getByLabel('New step').fill('Its first step');
  await page.getByLabel('New step').press('Enter');
  await page.keyboard.press('Escape');
  await page.evaluate(() => localStorage.setItem('dashboard_tasks', '[{"title":"Older"}]'));
  await page.getByRole('button', { name: /Start the timer on “Call/ }).click();
  const found: string[] = [];
  const look = async (where: string) => {
    found.push(...(await axeFindings(page)).map((finding) => `${where}: ${finding}`));
  };
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    await page.reload();
    for (const view of ['Today', 'Board', 'Week', 'Done']) {
      await page.getByRole('link', { name: view, exact: true }).click();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await look(`${view} ${theme} ${width}`);
      }
      await page.setViewportSize({ width: 320, height: 700 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > 320) found.push(`${view} is ${wide} px wide`);
    }
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await line(page).fill('Prepare slides today 9h p1');
    await expect(page.getByText(/With this, today is/)).toBeVisible();
    await look(`chips ${theme}`);
    for (const name of ['Call the bank', 'Import', 'Export', 'Keys']) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(`${name} ${theme}`);
      await page.keyboard.press('Escape');
    }
    await page.goto('/dashboard#productivity');
    await expect(page.getByRole('listitem').filter({ hasText: 'Late one' })).toBeVisible();
    await look(`dashboard ${theme}`);
    await page.goto('/productivity');
    await expect(page.getByText('Saved.')).toBeVisible();
  }
  expect(found).toEqual([]);
});
