import type { Page } from '@playwright/test';
import { offerRelease, openChangingHost, releaseOfSite } from './changing-host.ts';
import { add, note } from './note-steps.ts';
import { enterAsOwner, expect, test } from './test-app.ts';
import { master, openMadeVault } from './vault-steps.ts';

test.use({ serviceWorkers: 'allow', hasVault: true });

/** Everything that this origin keeps on the disk, but for the release's own files: as text, bytes in it as letters. */
function readDisk(page: Page): Promise<string> {
  return page.evaluate(async () => {
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
    for (const name of await caches.keys()) parts.push([name, (await (await caches.open(name)).keys()).map(({ url }) => url)]);
    return JSON.stringify(parts, (_, value: unknown) =>
      ArrayBuffer.isView(value) || value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value,
    );
  });
}

const shut = (page: Page) => page.getByRole('heading', { name: 'The server does not answer' });

async function typeMaster(page: Page, text: string): Promise<void> {
  await page.getByLabel('Master password').fill(text);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

test('a device whose owner allowed it starts without the server, draws nothing before the master opens it, and keeps nothing in clear', async ({
  page,
  app,
  context,
}) => {
  test.setTimeout(60_000);
  const host = await openChangingHost(app.server.url);
  offerRelease(host, await releaseOfSite(app.server.url, 1));
  await enterAsOwner(page, app, 0, host.url);
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length), { timeout: 90_000 }).toBeGreaterThan(1);
  await openMadeVault(page, host.url);
  await page.getByRole('button', { name: 'Allow on this device' }).click();
  await expect(page.getByRole('button', { name: 'Allow on this device' })).toBeHidden();
  // The master is given once more: the slot of this device is made with it.
  await page.goto(`${host.url}/productivity#notes`);
  await typeMaster(page, master);
  await add(page, 'A sentence that only the vault opens');
  await expect.poll(() => readDisk(page), { timeout: 60_000 }).toMatch(/"own":\{/);
  const disk = await readDisk(page);
  expect(disk).not.toContain('A sentence that only the vault opens');
  expect(disk.split('"kind":"master"')).toHaveLength(2);
  await host.stop();
  const tab = await context.newPage();
  await tab.goto(`${host.url}/productivity#notes`);
  await expect(shut(tab)).toBeVisible();
  await expect(tab.getByText(/This opens the copy on this device, as of/)).toBeVisible();
  await tab.screenshot({ path: '/tmp/c2/ou-cold.png' });
  await typeMaster(tab, 'not the master of this vault');
  await expect(tab.getByText('Incorrect master password.')).toBeVisible();
  await typeMaster(tab, master);
  await expect(note(tab, 'A sentence that only the vault opens')).toBeVisible();
  await tab.screenshot({ path: '/tmp/c2/ou-open.png' });
  await tab.close();
  const late = await context.newPage();
  await late.clock.setFixedTime(new Date(Date.now() + 8 * 24 * 60 * 60 * 1000));
  await late.goto(`${host.url}/productivity#notes`);
  await expect(late.getByText(/They are over: the server is needed\./)).toBeVisible();
  await late.close();
});
