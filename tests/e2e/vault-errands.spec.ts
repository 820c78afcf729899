import type { Page } from '@playwright/test';
import { type ForeignServices, makeIcon, startForeignServices } from '../support/foreign-services.ts';
import { test as base, enterAsOwner, expect } from './test-app.ts';
import { addEntry, expectVerified, importRows, openMadeVault, unlockByMaster } from './vault-steps.ts';

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

test.use({ hasVault: true });

const rows = [
  'Bank of Alderney,https://bank.example.org,ada,password1,',
  'Chess club,https://chess.example.org,ada,password1,',
  'Garden,https://garden.example.org,ada,kZ8#vvPq0!rTw2Lm,',
  'Harbour office,https://harbour.example.org,ada,hunter2,',
];

test('breaches are asked about only when the owner confirms it, by five characters each, and what is known is named @strict', async ({
  page,
  app,
  services,
}) => {
  services.breached.set('password1', 2_427_158).set('hunter2', 1);
  await enterAsOwner(page, app);
  await openMadeVault(page);
  const readers: string[] = [];
  page.on('worker', (worker) => readers.push(new URL(worker.url()).pathname));
  await importRows(page, rows);
  // The file was read where no keys are, by a Worker that is gone.
  expect(readers).toEqual([expect.stringContaining('worker-import-file.wasm')]);
  expect(page.workers().filter((worker) => worker.url().includes('import-file'))).toEqual([]);
  await page.getByRole('button', { name: 'Health' }).click();
  await expect(page.getByText('4 entries checked.')).toBeVisible();
  expect(services.calls).toEqual([]);

  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/functions/v1/breach-range')) sent.push(request.postData() ?? '');
  });
  await page.getByRole('button', { name: 'Check against known breaches' }).click();
  await expect(page.getByText('3 of 3 asked.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Bank of Alderney · ada' })).toContainText('Found in breaches 2,427,158 times');
  await expect(page.getByRole('listitem').filter({ hasText: 'Harbour office · ada' })).toContainText('Found in breaches once');
  expect(sent.map((body) => /^\{"prefix":"[0-9A-F]{5}"\}$/.test(body))).toEqual([true, true, true]);
  expect(services.calls.map(({ path, headers }) => [/^\/range\/[0-9A-F]{5}$/.test(path), headers['add-padding']])).toEqual([
    [true, 'true'],
    [true, 'true'],
    [true, 'true'],
  ]);
});

const iconOf = (page: Page, title: string) => page.getByRole('option').filter({ hasText: title }).locator('[data-icon]');

test('a saved entry gets its site’s icon through the server, sealed; the others their letter; and the owner can do without', async ({
  page,
  app,
  services,
}) => {
  services.icons.set('bank.example.org', makeIcon(20, 110, 90)).set('garden.example.org', makeIcon(70, 140, 40));
  await enterAsOwner(page, app);
  await openMadeVault(page);
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== app.server.url) elsewhere.push(request.url());
  });
  await importRows(page, rows);
  expect(services.calls).toEqual([]);
  // Nobody is asked before the owner was: the letters stand until then.
  await expect(page.getByText(/^Show site icons\? Your server then asks its icon service/)).toBeVisible();
  await expect(iconOf(page, 'Garden')).toHaveText('G');
  await page.getByRole('button', { name: 'Show icons' }).click();
  await expect(iconOf(page, 'Garden')).toHaveAttribute('data-icon', 'site');
  await addEntry(page, 'Bank again', 'a secret', { URL: 'https://bank.example.org/login' });
  const icon = iconOf(page, 'Bank again');
  await expect(icon).toHaveAttribute('data-icon', 'site');
  // Icons are drawn for paper: their ground is the light theme's also where the page is dark.
  await expect(icon).toHaveCSS('background-color', 'rgb(237, 242, 241)');
  await expect.poll(() => icon.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(16);
  await expect(icon.locator('img')).toHaveAttribute('src', /^data:image\/x-icon;base64,/);
  await addEntry(page, 'Home router', 'a secret', { URL: 'https://router.local' });
  await expect(iconOf(page, 'Home router')).toHaveText('H');
  // Each host was asked about once, and what has no icon keeps its letter.
  await expect(iconOf(page, 'Harbour office')).toHaveText('H');
  const asked = services.calls.map(({ path }) => path);
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked).toEqual(expect.arrayContaining(['/icon/bank.example.org', '/icon/garden.example.org']));
  await expectVerified(page, 6);

  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(page.locator('img[src^="data:"]')).toHaveCount(0);
  await unlockByMaster(page);
  await expect(iconOf(page, 'Bank again')).toHaveAttribute('data-icon', 'site');
  expect(services.calls).toHaveLength(asked.length);

  await page.getByRole('button', { name: 'Page menu' }).click();
  await page.getByRole('menuitem', { name: 'Session details' }).click();
  const sheet = page.getByRole('dialog', { name: 'In memory now' });
  await sheet.getByLabel('Site icons').uncheck();
  await page.keyboard.press('Escape');
  await expect(iconOf(page, 'Bank again')).toHaveText('B');
  await addEntry(page, 'Chess again', 'a secret', { URL: 'https://chess.example.org' });
  await page.reload();
  expect(services.calls).toHaveLength(asked.length);
  expect(elsewhere).toEqual([]);
});
