import { copyFile, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { enterAsOwner, expect, test, vaultOf } from './test-app.ts';
import {
  addEntry,
  expectPassword,
  expectVerified,
  importRows,
  keepRecoveryKey,
  master,
  openMadeVault,
  openSecurity,
  unlockByMaster,
} from './vault-steps.ts';

const filePassword = 'the file has one of its own';

/** Ids of the keys under which the rows lie. */
async function keysOfRows(page: Page): Promise<ReadonlySet<string>> {
  const request = await page.waitForRequest((asked) => asked.url().includes('/rest/v1/vault_entries?select=id'));
  const answer = await (await request.response())?.json();
  const texts = Array.isArray(answer) ? answer.map((row: { readonly password_encrypted: string }) => row.password_encrypted) : [];
  return new Set(texts.map((text) => text.split('.')[1] ?? ''));
}

test('the vault key is rotated; another tab that has the old key is locked, a reload in the middle loses nothing, and both keys are kept until every entry is under the new one @vault @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await openMadeVault(page);
  const { recoveryKey: formerKey } = vaultOf(app);
  // By a file, because more than one batch is wanted.
  await importRows(
    page,
    Array.from({ length: 420 }, (_, index) => `Site ${index},https://s${index}.example,ada,secret ${index},`),
  );
  await page.reload();
  const before = keysOfRows(page);
  await unlockByMaster(page);
  await expectVerified(page, 420);
  const [oldKey] = await before;
  const opened = page.context().waitForEvent('page');
  await page.evaluate(() => void window.open('/dashboard#vault'));
  const beside = await opened;
  await unlockByMaster(beside);
  await expectVerified(beside, 420);

  await openSecurity(page);
  await page.getByRole('button', { name: 'Rotate the vault key' }).click();
  const question = page.getByRole('alertdialog', { name: 'Rotate the vault key?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Rotate the vault key' }).click();
  await question.getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rotate the vault key' });
  await dialog.getByLabel('Current master password', { exact: true }).fill('not the master');
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await expect(dialog.getByText('Incorrect master password.')).toBeVisible();
  // The batch after the first that was written is held, and the page goes away meanwhile. One that comes second to a change of
  // another kind is refused and made again: it does not count.
  let written = 0;
  const held = Promise.withResolvers<void>();
  await page.route('**/rest/v1/rpc/write_vault', async (route) => {
    const sent: { readonly change: { readonly entries: readonly unknown[] } } = route.request().postDataJSON();
    if (sent.change.entries.length === 0) return route.continue();
    if (written > 0) return held.resolve();
    const response = await route.fetch();
    if (response.ok()) written += 1;
    await route.fulfill({ response });
  });
  await dialog.getByLabel('Current master password', { exact: true }).fill(master);
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  const recoveryKey = await keepRecoveryKey(page);
  expect(recoveryKey).not.toBe(formerKey);
  // A tab that still has the old key is locked.
  await expect(beside.getByText('The vault key was rotated on another device. Unlock it again.')).toBeVisible();
  await expect(beside.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
  await beside.close();
  await held.promise;
  await expect(page.getByText(/^Rotating the vault key: \d+ of 420 entries$/)).toBeVisible();
  // In this order: without the route the held write would go through at once.
  await page.reload();
  await page.unroute('**/rest/v1/rpc/write_vault');
  const between = keysOfRows(page);
  await unlockByMaster(page);
  expect((await between).size).toBe(2);
  await expectVerified(page, 420);
  await expect(page.getByText(/Rotating the vault key|Vault key rotation is paused/)).toHaveCount(0, { timeout: 60_000 });

  await page.reload();
  const after = keysOfRows(page);
  await page.getByRole('button', { name: 'Use the recovery key' }).click();
  await page.getByLabel('Recovery key', { exact: true }).fill(formerKey);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(page.getByText('Incorrect recovery key.')).toBeVisible();
  await page.getByLabel('Recovery key', { exact: true }).fill(recoveryKey);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await page.getByRole('dialog', { name: 'Change the master password' }).getByRole('button', { name: 'Cancel' }).click();
  const keys = await after;
  expect(keys.size).toBe(1);
  expect(keys.has(oldKey ?? '')).toBe(false);
  await expectVerified(page, 420);
  await page.getByRole('searchbox', { name: 'Search entries' }).fill('"Site 377"');
  await expectPassword(page, 'Site 377', 'secret 377');
});

test('what leaves the vault comes back: a KeePass file into it, and an export in the one-file decryptor, under its own strict policy, from the disk and from a server that knows nothing else @vault', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(200_000);
  await enterAsOwner(page, app);
  await openMadeVault(page);
  await addEntry(page, 'Bank of Alderney', 'bank secret');
  await page.getByRole('button', { name: 'Export' }).click();
  const make = async () => {
    await page.getByLabel('File password', { exact: true }).fill(filePassword);
    await page.getByLabel('Confirm file password', { exact: true }).fill(filePassword);
    await page.getByLabel('Current master password', { exact: true }).fill(master);
    await page.getByRole('button', { name: 'Download file' }).click();
  };
  await make();
  const save = async (name: RegExp, to: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click({ timeout: 30_000 })]);
    const path = test.info().outputPath(to);
    await copyFile(await download.path(), path);
    return path;
  };
  const sealed = await save(/\.json$/, 'export.json');
  const decryptor = await save(/\.html$/, 'decryptor.html');
  await page.getByRole('button', { name: 'Another format' }).click();
  await page.getByLabel('KeePass (KDBX 4)').check();
  await make();
  const keepass = await save(/\.kdbx$/, 'vault.kdbx');
  await page.getByRole('button', { name: 'Back to the entries' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByLabel('File', { exact: true }).setInputFiles(keepass);
  await page.getByRole('button', { name: 'Read the file' }).click();
  await page.getByLabel('File password', { exact: true }).fill(filePassword);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('KeePass KDBX: 1 entry read.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('cell', { name: 'there already' })).toHaveCount(1);

  const html = await readFile(decryptor);
  expect(html.toString()).toMatch(/http-equiv="Content-Security-Policy" content="default-src 'none';/);

  const asked: string[] = [];
  const blank = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/') response.setHeader('content-type', 'text/html').end(html);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => blank.listen(0, '127.0.0.1', resolve));
  const { port } = blank.address() as AddressInfo;
  for (const address of [pathToFileURL(decryptor).href, `http://127.0.0.1:${port}/`]) {
    const context = await browser.newContext({ baseURL: '' });
    const offline = await context.newPage();
    const complaints: string[] = [];
    offline.on('console', (message) => {
      // A browser asks for an icon by itself; the page's policy refuses that, as it refuses everything.
      if (message.type() === 'error' && !/favicon/.test(message.text())) complaints.push(message.text());
    });
    offline.on('pageerror', (error) => complaints.push(error.message));
    await offline.goto(address);
    await context.setOffline(true);
    await offline.getByLabel('File').setInputFiles(sealed);
    await offline.getByLabel('Master password, recovery key, passphrase or password').fill('another password');
    await offline.getByRole('button', { name: 'Open' }).click();
    await expect(offline.getByText('Wrong password.')).toBeVisible();
    await offline.getByLabel('Master password, recovery key, passphrase or password').fill(filePassword);
    await offline.getByRole('button', { name: 'Open' }).click();
    await expect(offline.getByText('Bank of Alderney')).toBeVisible();
    await expect(offline.getByRole('status')).toHaveText('1 entry.');
    // What the policy is for: a script in the page could reach nobody.
    const reached = await offline.evaluate(
      (url) =>
        fetch(url).then(
          () => 'reached',
          () => 'refused',
        ),
      app.server.url,
    );
    expect(reached).toBe('refused');
    expect(complaints.filter((text) => !text.includes(app.server.url))).toEqual([]);
    await context.close();
  }
  await new Promise((resolve) => blank.close(resolve));
  expect(asked.filter((path) => path !== '/' && path !== '/favicon.ico')).toEqual([]);
});
