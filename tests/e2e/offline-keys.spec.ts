import type { Page } from '@playwright/test';
import { offerRelease, openChangingHost, releaseOfSite } from './changing-host.ts';
import { addPasskey, openVaultOf } from './passkey-steps.ts';
import { enterAsOwner, expect, test, vaultOf } from './test-app.ts';
import {
  addEntry,
  expectPassword,
  expectToast,
  expectVerified,
  fillNewMaster,
  goToVault,
  master,
  openMadeVault,
  openSecurity,
  unlockByMaster,
} from './vault-steps.ts';
import { plugIn } from './virtual-authenticator.ts';

// A passkey belongs to a name, whatever the port, and an address in numbers is none.
const byName = (url: string) => url.replace('127.0.0.1', 'localhost');
test.use({ serviceWorkers: 'allow', hasVault: true, baseURL: async ({ app }, use) => use(byName(app.server.url)) });

type App = Parameters<typeof enterAsOwner>[1];

/** Signs in under the address of a host that can end, and waits until the browser keeps the site's release from there. */
async function enterUnderHost(page: Page, app: App, stepOffset: 0 | 1) {
  const host = await openChangingHost(app.server.url);
  offerRelease(host, await releaseOfSite(app.server.url, 1));
  const url = byName(host.url);
  await enterAsOwner(page, app, stepOffset, url);
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length), { timeout: 90_000 }).toBeGreaterThan(1);
  return { ...host, url };
}

/** What this origin keeps of the vault to open it without the server, as text: ways in and, sealed, its entries. */
function readCopy(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const all: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('vault-copy')) continue;
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames) all.push(...(await settled(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    return JSON.stringify(all);
  });
}

/** Allows a copy on this device, of an open vault with an entry, and waits for all of it. */
async function allowCopy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Allow on this device' }).click();
  await expect.poll(() => readCopy(page)).toMatch(/"ways":\[\{.*password_encrypted/);
}

/** The page was opened without the server, and its vault has what it had. */
async function expectOpenAway(page: Page): Promise<void> {
  await expect(page.getByText(/^As of \d\d:\d\d, offline$/)).toBeVisible();
  await page.getByRole('link', { name: 'Vault', exact: true }).click();
  await expectVerified(page, 1);
  await expectPassword(page, 'Bank', 'bank secret');
}

async function typeWay(page: Page, label: 'Master password' | 'Recovery key', text: string): Promise<void> {
  await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

test('the recovery key opens the copy without the server, also where the master was never given to it', async ({ page, app, context }) => {
  const host = await enterUnderHost(page, app, 0);
  await openMadeVault(page, host.url);
  await addEntry(page, 'Bank', 'bank secret');
  await allowCopy(page);
  expect(await readCopy(page)).toContain('"own":null');
  await host.stop();
  const tab = await context.newPage();
  await tab.goto(`${host.url}/productivity#notes`);
  await tab.getByRole('button', { name: 'Use the recovery key' }).click();
  await typeWay(tab, 'Recovery key', 'AAAA AAAA AAAA AAAA AAAA AAAA AAAA AAAA');
  await expect(tab.getByText('Incorrect recovery key.')).toBeVisible();
  await typeWay(tab, 'Recovery key', vaultOf(app).recoveryKey);
  await expectOpenAway(tab);
  // What wants the server is not offered.
  await openSecurity(tab);
  await expect(tab.getByText('To add or change one needs the server, which does not answer.')).toBeVisible();
  await expect(tab.getByRole('button', { name: 'Change master password' })).toBeHidden();
});

test('a passkey opens the copy without the server, by what its authenticator derives alone', async ({ page, app }) => {
  await openVaultOf(page, app);
  await plugIn(page, true);
  await addPasskey(page, 'Ring');
  await expectToast(page, 'unlocks the vault, and replaces the code when you sign in.');
  const host = await enterUnderHost(page, app, 1);
  await goToVault(page, host.url);
  await page.getByRole('button', { name: 'Use the passkey “Ring”' }).click();
  await expectVerified(page, 1);
  await allowCopy(page);
  await host.stop();
  // The authenticator is plugged into this tab, which starts anew.
  await page.goto(`${host.url}/productivity#notes`);
  await page.getByRole('button', { name: 'Use the passkey “Ring”' }).click();
  await expectOpenAway(page);
});

test('a master that was changed on another device is not known to the copy: the old one opens it, as the page says, until the server answers', async ({
  page,
  app,
  browser,
  context,
}) => {
  const host = await enterUnderHost(page, app, 0);
  await openMadeVault(page, host.url);
  await addEntry(page, 'Bank', 'bank secret');
  await allowCopy(page);
  // The master is given once more: the slot of this device is made with it.
  await page.goto(`${host.url}/productivity#notes`);
  await typeWay(page, 'Master password', master);
  await expect.poll(() => readCopy(page)).toMatch(/"own":\{/);
  await page.close();
  await host.stop();

  const elsewhere = await (await browser.newContext({ baseURL: byName(app.server.url) })).newPage();
  await enterAsOwner(elsewhere, app, 1, byName(app.server.url));
  await goToVault(elsewhere);
  await unlockByMaster(elsewhere);
  await expectVerified(elsewhere, 1);
  await openSecurity(elsewhere);
  await elsewhere.getByRole('button', { name: 'Change master password' }).click();
  const newMaster = 'nine slow barges pass the lock';
  const dialog = elsewhere.getByRole('dialog', { name: 'Change the master password' });
  await dialog.getByLabel('Current master password', { exact: true }).fill(master);
  await fillNewMaster(elsewhere, 'Change the master password', newMaster);
  await dialog.getByRole('button', { name: 'Change master password' }).click();
  await expect(dialog).toBeHidden();
  await elsewhere.context().close();

  const tab = await context.newPage();
  await tab.goto(`${host.url}/productivity#notes`);
  await expect(tab.getByText(/A master password changed elsewhere, or the removal of this device, reaches it only once/)).toBeVisible();
  await typeWay(tab, 'Master password', newMaster);
  await expect(tab.getByText('Incorrect master password.')).toBeVisible();
  await typeWay(tab, 'Master password', master);
  await expectOpenAway(tab);
  await host.start();
  await tab.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => readCopy(tab)).not.toContain('"own":{');
  await host.stop();
});
