import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type ForeignServices, startForeignServices } from '../support/foreign-services.ts';
import { authenticatorCode } from '../support/owner.ts';
import { test as base, enterAsOwner, expect } from './test-app.ts';

/** An app whose server knows a breach service and an icon service on this machine. */
const test = base.extend<{ services: ForeignServices }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  services: async ({}, use) => {
    const services = await startForeignServices();
    await use(services);
    await services.stop();
  },
  serverEnvironment: async ({ services }, use) => use(services.environment),
});

async function openSettings(page: Page, fragment = ''): Promise<void> {
  await page.goto(`/settings${fragment}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
}

const row = (page: Page, id: string) => page.locator(`#${id}`);
/** What a setting says of what was done with it; spinners, and what it leads to further down, have a status of their own. */
const told = (page: Page, id: string) => row(page, id).locator(':is(p, div)[role="status"]').first();

/** Asks the backend with this page's own session. */
function ask(page: Page, path: string, init: { readonly method?: string; readonly body?: string } = {}): Promise<unknown> {
  return page.evaluate(
    async ({ path: address, method, body }) => {
      const session: unknown = JSON.parse(localStorage.getItem('castellan-auth-token') ?? '{}');
      const token = typeof session === 'object' && session !== null && 'access_token' in session ? session.access_token : '';
      const key = document.querySelector('meta[name="backend-key"]')?.getAttribute('content') ?? '';
      const answer = await fetch(address, {
        method: method ?? 'GET',
        headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'return=minimal' },
        ...(body === undefined ? {} : { body }),
      });
      return answer.status === 204 || answer.status === 201 ? undefined : ((await answer.json()) as unknown);
    },
    { path, ...init },
  );
}

/** Tasks of the owner's, written as an app would. */
async function addTasks(page: Page, count: number): Promise<void> {
  const tasks = Array.from({ length: count }, (_, index) => ({ title: `Oil lock ${index}` }));
  await ask(page, '/rest/v1/tasks', { method: 'POST', body: JSON.stringify(tasks) });
}

test("the dashboard's Settings and Productivity views each open their page in a new tab that is signed in", async ({ page, app }) => {
  await enterAsOwner(page, app);
  for (const name of ['Settings', 'Productivity']) {
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true }).click();
    const button = page.getByRole('link', { name: `Open ${name}` });
    await expect(button).toHaveAttribute('rel', 'opener');
    const [tab] = await Promise.all([page.waitForEvent('popup'), button.click()]);
    await expect(tab.getByRole('heading', { level: 1, name })).toBeVisible();
    expect(await tab.evaluate(() => sessionStorage.getItem('auth_terminal_completed'))).toBe('true');
    await tab.close();
  }
});

test('a visitor is denied, by the page and by what stands behind it', async ({ page, services }) => {
  await page.goto('/settings');
  const key = (await page.locator('meta[name="backend-key"]').getAttribute('content')) ?? '';
  const headers = { apikey: key };
  const tested = await page.request.post('/functions/v1/integrations', { headers, data: { tests: ['breach-ranges'] } });
  expect(tested.status()).toBe(401);
  expect((await page.request.get('/functions/v1/site-facts', { headers })).status()).toBe(401);
  expect((await page.request.post('/rest/v1/rpc/delete_everything', { headers, data: {} })).status()).toBe(401);
  expect((await page.request.post('/rest/v1/rpc/data_passport', { headers, data: {} })).status()).toBe(401);
  expect(services.calls).toEqual([]);
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page).toHaveURL(/\/auth-terminal/);
});

test('theme, density and stillness are worn at once, in another tab too, and from the first paint after a reload', async ({
  page,
  app,
  context,
}) => {
  await enterAsOwner(page, app);
  await openSettings(page, '#appearance');
  const choose = (id: string, name: string) => row(page, id).getByRole('combobox').selectOption(name);
  const other = await context.newPage();
  await other.goto('/');
  const html = page.locator('html');
  const gap = () => row(page, 'theme').evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingTop));
  const airy = await gap();
  await choose('density', 'Compact');
  expect(await gap()).toBeCloseTo(airy * 0.8, 1);
  await expect(html).toHaveAttribute('data-density', 'compact');
  await choose('motion', 'Still');
  await page.emulateMedia({ colorScheme: 'light' });
  await choose('theme', 'System');
  await expect(html).toHaveClass(/light/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toHaveClass(/dark/);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(other.locator('html')).toHaveAttribute('data-density', 'compact');
  await expect(other.locator('html')).toHaveAttribute('data-motion', 'still');
  expect(
    await row(page, 'theme')
      .getByRole('combobox')
      .evaluate((choice) => getComputedStyle(choice).transitionDuration),
  ).toBe('0s');
  await page.addInitScript(() => {
    // The first frame that is drawn, before any module of the page has run.
    requestAnimationFrame(() => {
      const { className, dataset } = document.documentElement;
      Object.assign(window, { firstFrame: [className, dataset['density'], dataset['motion']] });
    });
  });
  await page.reload();
  expect(await page.evaluate(() => ('firstFrame' in window ? window.firstFrame : undefined))).toEqual(['light', 'compact', 'still']);
  await expect(row(page, 'theme').getByRole('combobox')).toHaveValue('system');
  // The dashboard keeps its width of 280 px all the same, and obeys the sidebar's setting.
  await choose('sidebar', 'Icons only');
  await page.goto('/dashboard');
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toHaveCSS('width', '80px');
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toHaveCSS('width', '280px');
});

test('what is muted here is the bell’s own row: an open dashboard obeys it, and what the bell mutes stands here', async ({
  page,
  app,
  context,
}) => {
  await enterAsOwner(page, app);
  const badge = page.getByRole('button', { name: /^Notifications/ });
  await expect(badge).toHaveAccessibleName(/1/);
  await page.evaluate(() => sessionStorage.getItem('auth_terminal_completed'));
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => window.open('/settings#mute-security', '_blank', 'popup=no')),
  ]);
  const mute = tab.getByRole('checkbox', { name: 'Security Muted' });
  await expect(mute).toBeFocused();
  await mute.check();
  await expect(badge).not.toHaveAccessibleName(/1/);
  await tab.getByRole('checkbox', { name: 'Quiet hours On' }).check();
  await tab.getByLabel('From').fill('23:30');
  await tab.getByLabel('From').blur();
  await expect
    .poll(() => ask(tab, '/rest/v1/notification_preferences?select=muted_types,quiet_from,quiet_to'))
    .toEqual([{ muted_types: ['security'], quiet_from: 23 * 60 + 30, quiet_to: 7 * 60 }]);
  await badge.click();
  await page.getByText('Mute and quiet hours').click();
  await page.getByRole('checkbox', { name: 'Security' }).uncheck();
  await expect(mute).not.toBeChecked();
});

test('security shows what the server says: the authenticator, and sessions that end here', async ({ page, app, browser, baseURL }) => {
  const owner = await enterAsOwner(page, app);
  await openSettings(page, '#sessions');
  await expect(row(page, 'authenticator').getByText('On', { exact: true })).toBeVisible();
  await expect(row(page, 'sessions')).toContainText('Only this browser.');
  const other = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const second = await other.newPage();
  await second.goto('/');
  const key = await second.locator('meta[name="backend-key"]').getAttribute('content');
  const signedIn = await second.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: key ?? '' },
    data: { email: owner.email, password: owner.password },
  });
  expect(signedIn.status()).toBe(200);
  await page.reload();
  await expect(row(page, 'sessions')).toContainText('This browser and 1 other.');
  await row(page, 'sessions').getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End them' }).click();
  await expect(row(page, 'sessions')).toContainText('One other session was ended.');
  await expect(row(page, 'sessions')).toContainText('Only this browser.');
  await other.close();
});

test('each integration shows its state, and its test asks the service and names what failed', async ({ page, app, services }) => {
  await enterAsOwner(page, app);
  await openSettings(page, '#integrations');
  await expect(row(page, 'integration-music')).toContainText('Off');
  const ranges = row(page, 'integration-breach-ranges');
  await ranges.getByRole('button', { name: 'Test' }).click();
  await expect(told(page, 'integration-breach-ranges')).toContainText(/Works\. It answered in [\d,]+ ms\./);
  expect(services.calls.map(({ path }) => path)).toEqual(['/range/00000']);
  services.fault = { kind: 'status', status: 503 };
  await ranges.getByRole('button', { name: 'Test' }).click();
  await expect(told(page, 'integration-breach-ranges')).toContainText('No answer: it answered with the status 503.');
  services.fault = { kind: 'half' };
  const icons = row(page, 'integration-site-icons');
  await icons.getByRole('button', { name: 'Test' }).click();
  await expect(told(page, 'integration-site-icons')).toContainText('No answer: the connection was refused, broken off or not trusted.');
});

test('all integrations are tested at once, each answer shown as it comes; Stop ends the asking on the server too', async ({
  page,
  app,
  services,
}) => {
  await enterAsOwner(page, app);
  await openSettings(page, '#integration-tests');
  services.faultOf = (path) => (path.startsWith('/icon/') ? { kind: 'slow' } : undefined);
  const all = row(page, 'integration-tests');
  await all.getByRole('button', { name: 'Test all' }).click();
  await expect(told(page, 'integration-breach-ranges')).toContainText(/Works\. It answered in [\d,]+ ms\./);
  await expect(told(page, 'integration-tests')).toContainText(/Waiting for [12] of 3\./);
  await expect.poll(() => services.calls.map(({ path }) => path)).toContain('/icon/example.com');
  expect(services.abandoned).toEqual([]);
  await all.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => services.abandoned).toEqual(['/icon/example.com']);
  await expect(all.getByRole('button', { name: 'Test all' })).toBeVisible();
  await expect(told(page, 'integration-site-icons')).toBeEmpty();
  await expect(told(page, 'integration-breach-ranges')).toContainText('Works.');
});

test('the passport counts what is there, by the database’s own word', async ({ page, app }) => {
  await enterAsOwner(page, app);
  await openSettings(page, '#data');
  await addTasks(page, 7);
  await page.getByRole('button', { name: 'Count again' }).click();
  const kept = row(page, 'data-kept');
  await expect(kept.getByRole('row', { name: /^Tasks .+ 7 0 / })).toBeVisible();
  await kept.getByText(/^In this browser: \d+ names$/).click();
  await expect(
    kept.getByRole('row', { name: /^castellan-auth-token Your session: who holds it is signed in Local storage \d/ }),
  ).toBeVisible();
});

test('an export is written straight to the disk, and its rehearsal finds every row equal; what changed since, and every tampering, is told @strict', async ({
  page,
  app,
}) => {
  // A real file of the browser's, in the place of the one that a person would choose in the browser's own dialog.
  await page.addInitScript(() => {
    const pick = async ({ suggestedName }: { readonly suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
    Object.assign(window, { showSaveFilePicker: pick });
  });
  await enterAsOwner(page, app);
  await openSettings(page, '#data-export');
  await addTasks(page, 1200);
  await page.getByRole('button', { name: 'Export everything' }).click();
  const written = told(page, 'data-export');
  await expect(written).toContainText(/dashboard-export-\d{4}-\d{2}-\d{2}\.json: 1,\d{3} rows/);
  const shown = (await written.locator('[translate="no"]').textContent()) ?? '';
  const text = await page.evaluate(async () => {
    for await (const [, handle] of (await navigator.storage.getDirectory()).entries()) {
      if (handle instanceof FileSystemFileHandle) return (await handle.getFile()).text();
    }
    return '';
  });
  expect(createHash('sha256').update(text).digest('hex')).toBe(shown);
  const content = JSON.parse(text);
  expect(Object.keys(content).filter((key) => ['tasks', 'notes', 'vault', 'logs', 'exportDate'].includes(key))).toEqual([
    'tasks',
    'notes',
    'vault',
    'logs',
    'exportDate',
  ]);
  expect(content.tasks).toHaveLength(1200);

  const rehearsal = row(page, 'data-rehearsal');
  const rehearse = async (name: string, spoilt: string) => {
    const path = test.info().outputPath(name);
    await writeFile(path, spoilt);
    await rehearsal.getByLabel('Export file').setInputFiles(path);
  };
  const listed = (title: string) => rehearsal.getByRole('row', { name: new RegExp(`^${title} `) });
  await rehearsal.getByLabel(/^SHA-256/).fill(shown);
  await rehearse('whole.json', text);
  await expect(told(page, 'data-rehearsal')).toContainText('The file is whole');
  await expect(told(page, 'data-rehearsal')).toContainText('It is the very file whose SHA-256 you gave.');
  for (const title of ['Tasks', 'Notes', 'Focus sessions', 'Notifications', 'Bell preferences', 'Wishes']) {
    await expect(listed(title)).toHaveAccessibleName(/ Matches (\d[\d,]*) 0 \1 0 0 0 0$/);
  }
  // The export's own row is written after its file.
  await expect(listed('Log')).toHaveAccessibleName(/ Matches (\d[\d,]*) 0 \1 0 0 0 1$/);

  const [first, second] = content.tasks as readonly { readonly id: string }[];
  await ask(page, `/rest/v1/tasks?id=eq.${first?.id}`, { method: 'PATCH', body: JSON.stringify({ title: 'Changed since' }) });
  await ask(page, `/rest/v1/tasks?id=eq.${second?.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ deleted_at: new Date().toISOString() }),
  });
  await addTasks(page, 2);
  await rehearse('later.json', text);
  await expect(listed('Tasks')).toHaveAccessibleName('Tasks Matches 1,200 0 1,198 1 1 0 2');

  await rehearse('tampered.json', text.replace('Oil lock 700', 'Oil lock 7OO'));
  await expect(told(page, 'data-rehearsal')).toContainText('The file was changed after it was written.');
  await expect(told(page, 'data-rehearsal')).toContainText('It is not the file whose SHA-256 you gave.');
  await expect(listed('Tasks')).toContainText('Differs');
  await rehearse('cut.json', text.slice(0, text.length / 2));
  await expect(told(page, 'data-rehearsal')).toContainText('The file ends before its end');
  await rehearse('other.json', '{"hello": true}');
  await expect(told(page, 'data-rehearsal')).toContainText('This export was changed after it was written');

  await page.route('**/rest/v1/tasks*', () => undefined);
  await rehearse('waits.json', text);
  await expect(rehearsal.getByRole('progressbar')).toBeVisible();
});

test('everything is deleted only by the typed name and a code of now; the account, the session and the log stay @strict', async ({
  page,
  app,
}) => {
  const owner = await enterAsOwner(page, app);
  await openSettings(page, '#data-delete');
  await addTasks(page, 3);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete everything?' });
  const press = () => dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expect(dialog.getByLabel(/^Your name/)).toBeFocused();
  await press();
  await expect(dialog).toContainText(/Type .+, letter for letter\./);
  await expect(dialog).toContainText('Please enter a 6-digit code');
  const name = ((await dialog.getByText(/^Your name: /).textContent()) ?? '').replace('Your name: ', '');
  await dialog.getByLabel(/^Your name/).fill(name);
  await dialog.getByLabel('Authenticator code').fill('000000');
  await press();
  await expect(dialog).toContainText('The authentication code is incorrect');
  expect(await ask(page, '/rest/v1/tasks?select=id')).toHaveLength(3);
  await dialog.getByLabel('Authenticator code').fill(await authenticatorCode(owner.authenticatorSecret, 1));
  await press();
  await expect(told(page, 'data-delete')).toContainText(/Deleted: \d+ rows/);
  await row(page, 'data-kept')
    .getByText(/places are empty$/)
    .click();
  await expect(row(page, 'data-kept').getByRole('row', { name: /^Tasks .+ 0 0 / })).toBeVisible();
  await expect(row(page, 'data-kept').getByRole('row', { name: /^Wishes .+ 0 0 / })).toBeVisible();
  await page.goto('/dashboard#security');
  await expect(page.getByText('Everything was deleted').first()).toBeVisible();
});
