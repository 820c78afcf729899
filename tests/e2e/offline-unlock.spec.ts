import type { Release } from '@castellan/release/release';
import type { Page } from '@playwright/test';
import { offerRelease, openChangingHost, releaseOfSite } from './changing-host.ts';
import { add, note } from './note-steps.ts';
import { enterAsOwner, expect, test } from './test-app.ts';
import { master, openMadeVault } from './vault-steps.ts';

test.use({ serviceWorkers: 'allow', hasVault: true });

/**
 * Everything that this origin keeps on the disk: databases and local storage as text, bytes in it as letters; of Cache Storage, which has
 * the release's files too, those whose address or body has one of the words.
 */
function readDisk(page: Page, words: readonly string[]): Promise<string> {
  return page.evaluate(async (wanted) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const parts: unknown[] = [{ ...localStorage }];
    for (const { name } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store);
        parts.push([name, store, await settled(all.getAllKeys()), await settled(database.transaction(store).objectStore(store).getAll())]);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const asked of await cache.keys()) {
        const text = `${asked.url} ${await (await cache.match(asked))?.text()}`;
        if (wanted.some((word) => text.includes(word))) parts.push(text);
      }
    }
    return JSON.stringify(parts, (_, value: unknown) =>
      ArrayBuffer.isView(value) || value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value,
    );
  }, words);
}

/** What a page asks the server for, by method and path: what it has from the release does not come to the network. */
function watchAsked(page: Page, files: Release['files']): Map<string, number> {
  const asked = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const call = `${request.method()} ${pathname}`;
    if (!(pathname in files)) asked.set(call, (asked.get(call) ?? 0) + 1);
  });
  return asked;
}

/** How many changes this browser keeps that the server has not answered. */
const countChanges = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('castellan-records');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('changes').objectStore('changes').count();
          counting.onerror = () => reject(counting.error);
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

const shut = (page: Page) => page.getByRole('heading', { name: 'The server does not answer' });

async function typeMaster(page: Page, text: string): Promise<void> {
  await page.getByLabel('Master password').fill(text);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

const sentence = 'A sentence that only the vault opens';

test('a device whose owner allowed it starts without the server, draws nothing before the master opens it, keeps nothing in clear, and forgets it all at a logout', async ({
  page,
  app,
  context,
}) => {
  test.setTimeout(240_000);
  const host = await openChangingHost(app.server.url);
  const release = await releaseOfSite(app.server.url, 1);
  offerRelease(host, release);
  const masters = new Set<string>();
  page.on('response', async (answer) => {
    if (!answer.url().endsWith('/rpc/vault_snapshot')) return;
    const { slots } = await answer.json();
    for (const { kind, wrapped } of slots) if (kind === 'master') masters.add(wrapped);
  });
  await enterAsOwner(page, app, 0, host.url);
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length), { timeout: 90_000 }).toBeGreaterThan(1);
  await openMadeVault(page, host.url);
  await page.getByRole('button', { name: 'Allow on this device' }).click();
  await expect(page.getByRole('button', { name: 'Allow on this device' })).toBeHidden();
  // The master is given once more: the slot of this device is made with it.
  await page.goto(`${host.url}/productivity#notes`);
  await typeMaster(page, master);
  await add(page, sentence);
  expect(masters.size).toBe(1);
  const secrets = [sentence, ...masters];
  await expect.poll(() => readDisk(page, secrets), { timeout: 60_000 }).toMatch(/"own":\{/);
  const disk = await readDisk(page, secrets);
  for (const secret of secrets) expect(disk).not.toContain(secret);
  expect(disk.split('"kind":"master"')).toHaveLength(2);
  await host.stop();
  const tab = await context.newPage();
  const asked = watchAsked(tab, release.files);
  await tab.clock.install();
  await tab.goto(`${host.url}/productivity#notes`);
  await expect(shut(tab)).toBeVisible();
  await expect(tab.getByText(/This opens the copy on this device, as of/)).toBeVisible();
  await typeMaster(tab, 'not the master of this vault');
  await expect(tab.getByText('Incorrect master password.')).toBeVisible();
  await typeMaster(tab, master);
  await expect(note(tab, sentence)).toBeVisible();
  await expect(tab.getByText(/^As of \d\d:\d\d, offline$/)).toBeVisible();
  // The page knows every route: it asks nobody for the way to one.
  expect([...asked.keys()].filter((call) => call.includes('__manifest'))).toEqual([]);
  // Once it is plain that the server is away, nothing is asked in vain more than once a minute.
  await tab.clock.pauseAt(Date.now() + 60_000);
  asked.clear();
  await tab.clock.runFor(230_000);
  expect(asked.size).toBeGreaterThan(0);
  for (const [call, times] of asked) expect(times, call).toBeLessThanOrEqual(4);
  await tab.clock.resume();
  await add(tab, 'Written without the server');
  await expect(tab.getByText(/1 change waits in this browser\./)).toBeVisible();
  await tab.getByRole('link', { name: 'Overview' }).click();
  await expect(tab.getByRole('heading', { name: 'This view needs the server' })).toBeVisible();
  await tab.getByRole('link', { name: 'Vault', exact: true }).click();
  await expect(tab.getByText(/^As of \d\d:\d\d, offline$/)).toBeVisible();
  await expect(tab.getByRole('button', { name: 'Add Entry' })).toBeDisabled();
  expect([...asked.keys()].filter((call) => call.includes('__manifest'))).toEqual([]);
  const arrived = tab.waitForResponse((answer) => answer.url().endsWith('/rpc/write_vault') && answer.ok());
  await host.start();
  await tab.clock.runFor(70_000);
  await arrived;
  await expect(tab.getByText(/^As of/)).toBeHidden();
  await expect.poll(() => countChanges(tab)).toBe(0);
  await tab.close();
  await host.stop();
  const late = await context.newPage();
  await late.clock.setFixedTime(new Date(Date.now() + 8 * 24 * 60 * 60 * 1000));
  await late.goto(`${host.url}/dashboard`);
  await expect(shut(late)).toBeVisible();
  await late.getByRole('link', { name: 'Open the vault on this device' }).click();
  await expect(late.getByText(/They are over: the server is needed\./)).toBeVisible();
  await late.close();
  await host.start();
  await page.goto(`${host.url}/dashboard`);
  await page
    .getByRole('button', { name: /^Log ?out$/i })
    .first()
    .click();
  await page.waitForURL(`${host.url}/`);
  const left = await readDisk(page, []);
  expect(left).not.toContain('"vault-copy"');
  expect(left).not.toContain('"kind":"master"');
  await host.stop();
});
