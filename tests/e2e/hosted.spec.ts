import { test as base, expect, type Page } from '@playwright/test';
import { settingSections } from '../../web/app/domains/settings/sections.ts';
import { authenticatorCode, type Owner } from '../support/owner.ts';
import { becomeOwner, type ServedProject, serveProject } from '../support/project/owned-project.ts';
import { openApiSession } from './api-session.ts';
import { findOwnerRoutes } from './public-routes.ts';
import { addTask, openProductivity } from './task-steps.ts';
import { answer, greeting, listenForComplaints, signIn } from './test-app.ts';
import {
  addEntry,
  expectPassword,
  expectVerified,
  goToVault,
  keepRecoveryKey,
  lock,
  master,
  openSecurity,
  replaceAuthenticator,
  setMaster,
  unlockByMaster,
} from './vault-steps.ts';

/** A real server in front of a project that nobody owned at the start, and more of the kind. */
const test = base.extend<{ serve: () => Promise<ServedProject>; served: ServedProject }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  serve: async ({}, use) => {
    const started: ServedProject[] = [];
    await use(async () => {
      const served = await serveProject();
      started.push(served);
      return served;
    });
    for (const served of started) await served.stop();
  },
  served: async ({ serve }, use) => use(await serve()),
  baseURL: async ({ served }, use) => use(served.server.url),
});

/** What the page complains of from now on: script errors, breaches of its policy, errors in the console, calls that failed. */
function listenForFaults(page: Page): readonly string[] {
  const faults = listenForComplaints(page);
  const where = () => page.url().replace(/^https?:\/\/[^/]+/, '');
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${where()}: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${where()}: ${response.status()} ${response.request().method()} ${response.url()}`);
  });
  return faults;
}

/** Opens an address as a fresh page, up to the last answer that it waits for. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
}

const row = (page: Page, id: string) => page.locator(`#${id}`);

test('from the setup link to the dashboard and in again by a code; every private page and every page of Settings opens without a failed call, and says what the project does in its place', async ({
  page,
  served,
}) => {
  test.setTimeout(400_000);
  await page.goto(served.server.setupLink ?? '');
  const account = { email: 'ada@castellan.test', password: 'brass lantern over quiet harbour' };
  await answer(page, 'E-mail', account.email);
  await answer(page, 'New password', account.password);
  await answer(page, 'The same password again', account.password);
  await page.getByRole('button', { name: 'Show secret' }).click();
  const shown = (await page.locator('[translate="no"]').allInnerTexts()).map((text) => text.replace(/\s/g, ''));
  const secret = shown.find((text) => /^[A-Z2-7]{32}$/.test(text)) ?? '';
  const owner: Owner = { ...account, authenticatorSecret: secret };
  await answer(page, 'The six digits your authenticator shows', await authenticatorCode(secret, -1));
  await expect(page.getByRole('heading', greeting)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  // What was under way when the session ended is refused, as it should be.
  await page.goto('about:blank');
  const faults = listenForFaults(page);

  await page.goto('/auth-terminal');
  await signIn(page, owner, 0);
  const setUp = page.getByRole('region', { name: 'Set up' });
  await expect(setUp.getByText('1 of 5')).toBeVisible();
  for (const path of findOwnerRoutes()) await visit(page, path);
  for (const { id } of settingSections) await visit(page, `/settings#${id}`);
  expect(faults).toEqual([]);

  await visit(page, '/settings#security');
  await expect(row(page, 'recovery-codes')).toContainText('The hosted project has none. Add a passkey');
  await expect(row(page, 'recovery-codes').getByRole('button')).toHaveCount(0);
  await expect(row(page, 'sessions')).toContainText('Only this browser.');
  await expect(row(page, 'authenticator')).toContainText('On');
  await visit(page, '/settings#backup');
  await expect(page.getByText('The hosted project backs its database up by itself')).toBeVisible();
  await visit(page, '/settings#health');
  await row(page, 'machine-health').getByRole('button', { name: 'Look now' }).click();
  await expect(row(page, 'machine-health').getByRole('row', { name: /^project keys / })).toContainText('has its owner');
  await visit(page, '/dashboard#security');
  await page.getByRole('button', { name: /^Database Status/ }).click();
  await expect(page.getByText('Prod', { exact: true })).toBeVisible();
  expect(faults).toEqual([]);
});

test('a record written in one browser is seen in another, a short link opens, and the vault comes back from a complete backup in front of an empty project', async ({
  page,
  served,
  serve,
  browser,
}) => {
  test.setTimeout(400_000);
  const owner = await becomeOwner(served);
  await openApiSession(page, served.server.url, owner, 0);
  const faults = listenForFaults(page);
  await openProductivity(page);

  const kept = await page.evaluate(() => ({ ...sessionStorage }));
  const context = await browser.newContext({ storageState: await page.context().storageState(), baseURL: served.server.url });
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) sessionStorage.setItem(key, String(value));
  }, kept);
  const other = await context.newPage();
  await openProductivity(other);
  await addTask(other, 'Oil the lock today');
  await expect(page.getByRole('button', { name: 'Oil the lock', exact: true })).toBeVisible();
  await context.close();

  await page.goto('/link-shortener');
  await page.getByLabel('Destination').fill(`${served.server.url}/contact`);
  await page.getByLabel('Slug').fill('talk');
  await page.getByRole('button', { name: 'Shorten' }).click();
  await expect(page.getByRole('link', { name: '/s/talk' })).toBeVisible();
  await expect(page.getByText('Saved.')).toBeVisible();
  const visitor = await browser.newPage();
  await visitor.goto(`${served.server.url}/s/talk`);
  await expect(visitor).toHaveURL(/\/contact$/);
  await visitor.close();

  await goToVault(page);
  await setMaster(page);
  await addEntry(page, 'The bank', 'brass-heron-weir');
  await expectVerified(page, 1);
  await lock(page);
  await unlockByMaster(page);
  await expectPassword(page, 'The bank', 'brass-heron-weir');
  await openSecurity(page);
  await expect(page.getByRole('button', { name: 'New recovery codes' })).toHaveCount(0);
  // The project keeps the old authenticator; the page removes it.
  const removed = page.waitForResponse((answered) => answered.request().method() === 'DELETE' && answered.url().includes('/factors/'));
  await replaceAuthenticator(page);
  expect((await removed).status()).toBe(200);
  const factors = await served.project.connect('service').auth.admin.listUsers();
  expect(factors.data.users.map(({ factors: all }) => all?.length)).toEqual([1]);

  await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
  await page.goto('/settings#backup-make');
  const making = row(page, 'backup-make');
  await making.getByRole('button', { name: 'Make a complete backup' }).click();
  await making.getByLabel('Master password').fill(master);
  await making.getByRole('button', { name: 'Unlock' }).click();
  await making.getByLabel('Current master password').fill(master);
  const download = page.waitForEvent('download');
  await making.getByRole('button', { name: 'Make the backup' }).click();
  const path = test.info().outputPath('castellan-backup.age');
  await (await download).saveAs(path);
  expect(faults).toEqual([]);

  const empty = await serve();
  const fresh = await (await browser.newContext({ baseURL: empty.server.url })).newPage();
  const freshFaults = listenForFaults(fresh);
  await openApiSession(fresh, empty.server.url, await becomeOwner(empty), 0);
  await fresh.goto('/settings#backup-restore');
  const restoring = row(fresh, 'backup-restore');
  await restoring.getByLabel('Complete backup').setInputFiles(path);
  await restoring.getByLabel('Master password of the backup').fill(master);
  await restoring.getByRole('button', { name: 'Open and rehearse' }).click();
  await expect(restoring.getByText(/^The backup is whole\./)).toBeVisible({ timeout: 60_000 });
  await restoring.getByRole('button', { name: /^Restore \d+ rows$/ }).click();
  await keepRecoveryKey(fresh);
  await expect(restoring.getByText(/^Restored: \d+ rows\./)).toBeVisible({ timeout: 60_000 });
  await openProductivity(fresh);
  await expect(fresh.getByRole('button', { name: 'Oil the lock', exact: true })).toBeVisible();
  await goToVault(fresh);
  await unlockByMaster(fresh);
  await expectPassword(fresh, 'The bank', 'brass-heron-weir');
  expect(freshFaults).toEqual([]);
  await fresh.context().close();
});
