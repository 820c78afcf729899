import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { authenticatorCode } from '../support/owner.ts';
import { enterAsOwner, expect, test, vaultOf } from './test-app.ts';
import {
  addEntry,
  expectPassword,
  expectToast,
  expectVerified,
  fillNewMaster,
  goToVault,
  keepRecoveryKey,
  lock,
  makeRecoveryCodes,
  master,
  openMadeVault,
  openSecurity,
  replaceAuthenticator,
  signInWithRecoveryCode,
  unlockByCode,
  unlockByMaster,
} from './vault-steps.ts';

const oldMaster = 'correct horse battery';
const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** A row as the legacy product wrote it: readable columns, and base64 of iv, ciphertext and tag under the SHA-256 of its master. */
function legacyRow(number: number, sealedWith = oldMaster) {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sha256(sealedWith), iv);
  const sealed = Buffer.concat([iv, cipher.update(`old secret ${number}`, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const readable = { title: `Old site ${number}`, username: 'ada', url: `https://old${number}.example`, notes: `note ${number}` };
  return { id: randomUUID(), ...readable, category: 'work', password_encrypted: sealed.toString('base64') };
}

/** Asks the data interface with the session that the page has. */
async function tableOf(page: Page) {
  const heard = page.waitForRequest((request) => request.url().includes('/rest/v1/'));
  await page.goto('/dashboard');
  const { apikey = '', authorization = '' } = await (await heard).allHeaders();
  const headers = { apikey, authorization, 'content-type': 'application/json' };
  return {
    insert: async (rows: readonly object[]) => {
      const answer = await page.request.post('/rest/v1/vault_entries', { headers, data: rows });
      expect(answer.status(), await answer.text()).toBe(201);
    },
    rows: async (): Promise<readonly Record<string, unknown>[]> =>
      (await page.request.get('/rest/v1/vault_entries?select=*', { headers })).json(),
  };
}

/** What the legacy product left in the browser. */
const leftovers = {
  vault_master_hash: sha256(oldMaster).toString('hex'),
  vault_saved_master: oldMaster,
  vault_otp_secret: 'JBSWY3DPEHPK3PXP',
};

const leftoversOf = (page: Page) =>
  page.evaluate(() => [
    ...['vault_master_hash', 'vault_saved_master', 'vault_otp_secret'].map((key) => localStorage.getItem(key)),
    sessionStorage.getItem('vault_master_password'),
  ]);

test('a vault of the legacy product is converted under a new master, read back, and only then are its hash and masters removed; a row that fails stays and is named @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  const table = await tableOf(page);
  const stranger = { ...legacyRow(99, 'a master of long ago'), title: 'Not mine' };
  await table.insert([...Array.from({ length: 205 }, (_, index) => legacyRow(index)), stranger]);
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    sessionStorage.setItem('vault_master_password', kept.vault_saved_master);
  }, leftovers);
  await goToVault(page);
  await expect(page.getByText('206 entries of the older product wait for a new master password.')).toBeVisible();
  await page.getByRole('button', { name: 'Use master password instead' }).click();
  await page.getByRole('button', { name: 'Upgrade the vault' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upgrade the vault' });
  const upgrade = async (old: string, next: string) => {
    await dialog.getByLabel('Old master password', { exact: true }).fill(old);
    await fillNewMaster(page, 'Upgrade the vault', next);
    await dialog.getByRole('button', { name: 'Upgrade' }).click();
  };
  await upgrade('not the old one', master);
  await expect(dialog.getByText('Incorrect master password.')).toBeVisible();
  await upgrade(oldMaster, oldMaster);
  await expect(dialog.getByText('Choose a password different from the old master password.')).toBeVisible();
  expect(await leftoversOf(page)).not.toContain(null);
  // Until everything is converted and read back, the former traces stay: they are looked for with each write.
  const during: (readonly (string | null)[])[] = [];
  await page.route('**/rest/v1/rpc/write_vault', async (route) => {
    during.push(await leftoversOf(page));
    await route.continue();
  });
  await upgrade(oldMaster, master);
  const kept = page.getByRole('alertdialog', { name: 'Your recovery key' });
  await expect(kept).toBeVisible({ timeout: 60_000 });
  await expect(kept.getByText('Not converted, and left as they were')).toBeVisible();
  await expect(kept.getByText('Not mine')).toBeVisible();
  await kept.getByRole('button', { name: 'I have saved it' }).click();
  expect(await leftoversOf(page)).toEqual([null, null, null, null]);
  expect(during.length).toBeGreaterThanOrEqual(3);
  expect(during.slice(0, 3).flat()).not.toContain(null);
  // A write of the vault's own may be on its way.
  await page.unrouteAll({ behavior: 'wait' });
  const rows = await table.rows();
  expect(rows).toHaveLength(206);
  for (const row of rows) {
    if (row['id'] === stranger.id) expect(row).toMatchObject({ title: 'Not mine', password_encrypted: stranger.password_encrypted });
    else expect(row).toMatchObject({ title: '', username: '', url: '', notes: '', password_encrypted: expect.stringMatching(/^v2\./) });
  }
  await page.reload();
  await unlockByMaster(page, oldMaster);
  await expect(page.getByText('Incorrect master password.')).toBeVisible();
  await unlockByMaster(page);
  await expectVerified(page, 205);
  await page.getByRole('button', { name: '1 finding' }).click();
  await expect(page.getByText('It is still in the older product’s form.')).toBeVisible();
  await expect(page.getByText('unconverted: Not mine')).toBeVisible();
  // The master that it was sealed under comes back to the owner: what no master opens stays, and what this one opens is converted.
  await page.getByRole('button', { name: 'Convert with another old master' }).click();
  const again = page.getByRole('dialog', { name: 'Convert with another old master' });
  await again.getByLabel('Old master password', { exact: true }).fill('guessed');
  await again.getByRole('button', { name: 'Convert' }).click();
  await expect(again.getByText('It does not open any of these rows.')).toBeVisible();
  await again.getByLabel('Old master password', { exact: true }).fill('a master of long ago');
  await again.getByRole('button', { name: 'Convert' }).click();
  await expectToast(page, '1 row converted');
  await expect(page.getByText('None is left.')).toBeVisible();
  await expect(again).toBeHidden();
  await page.keyboard.press('Escape');
  await expectVerified(page, 206);
  await page.getByRole('searchbox', { name: 'Search entries' }).fill('"Old site 203"');
  await expectPassword(page, 'Old site 203', 'old secret 203');
});

/** The owner's vault with one entry, open, and another browser that a recovery code signed in, before the vault's locked screen. */
async function signInElsewhere(page: Page, app: Parameters<typeof enterAsOwner>[1], browser: Browser) {
  const owner = await enterAsOwner(page, app);
  await openMadeVault(page);
  await addEntry(page, 'Bank', 'bank secret');
  await openSecurity(page);
  const codes = await makeRecoveryCodes(page);
  const other = await (await browser.newContext({ baseURL: app.server.url })).newPage();
  await signInWithRecoveryCode(other, owner, codes[0] ?? '');
  await goToVault(other);
  return { owner, codes, other };
}

test('the phone is lost: a recovery code signs in, puts another authenticator in its place, and the vault opens as ever @vault', async ({
  page,
  app,
  browser,
}) => {
  const { owner, codes, other } = await signInElsewhere(page, app, browser);
  const { recoveryKey } = vaultOf(app);
  await other.getByRole('button', { name: 'Lost something?' }).click();
  await expect(other.getByRole('dialog', { name: 'Lost something?' }).getByRole('heading', { name: 'The phone is lost' })).toBeVisible();
  await other.getByRole('button', { name: 'Close', exact: true }).last().click();
  // The recovery code was shown just now: no other proof is asked for.
  const secret = await replaceAuthenticator(other);
  await other.getByRole('button', { name: 'Use master password instead' }).click();
  await other.getByRole('button', { name: 'Use the recovery key' }).click();
  await other.getByLabel('Recovery key', { exact: true }).fill(recoveryKey);
  await other.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expectToast(other, 'Vault Unlocked');
  await other.getByRole('dialog', { name: 'Change the master password' }).getByRole('button', { name: 'Cancel' }).click();
  await expectPassword(other, 'Bank', 'bank secret');
  await openSecurity(other);
  expect(await makeRecoveryCodes(other)).not.toContain(codes[1]);

  // The lost phone's codes are worth nothing any more, the new one's open.
  await lock(other);
  await other.getByRole('button', { name: 'Use authenticator code instead' }).or(other.getByLabel('Authentication code')).first().waitFor();
  await unlockByCode(other, owner.authenticatorSecret, 1);
  await expect(other.getByText('The authentication code is incorrect').first()).toBeVisible();
  await unlockByCode(other, secret, 1);
  await expectToast(other, 'Vault Unlocked');
  await other.context().close();
});

test('master and recovery key are lost: a fresh code starts a new, empty vault after plain words @vault', async ({ page, app }) => {
  const owner = await enterAsOwner(page, app);
  await openMadeVault(page);
  await addEntry(page, 'Bank', 'bank secret');
  await lock(page);
  await page.getByRole('button', { name: 'Master password and recovery key lost?' }).click();
  const question = page.getByRole('alertdialog', { name: 'Reset the master password?' });
  await expect(question.getByText('Resetting it may make old entries undecryptable.')).toBeVisible();
  await question.getByRole('button', { name: 'Reset' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset the master password' });
  await expect(dialog.getByText('the new vault cannot open them')).toBeVisible();
  await fillNewMaster(page, 'Reset the master password', 'another house, another key');
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect(dialog.getByText('Please enter a 6-digit code')).toBeVisible();
  await dialog.getByLabel('Authentication code').fill(await authenticatorCode(owner.authenticatorSecret, 1));
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await keepRecoveryKey(page);
  await expectVerified(page, 0);
  await addEntry(page, 'Afterwards', 'new secret');
  await expectPassword(page, 'Afterwards', 'new secret');
  await expect(page.getByText('Bank')).toHaveCount(0);
  // The former row is named as what nobody can read, and goes when its owner says so.
  await expectVerified(page, 1);
  await page.getByRole('button', { name: '1 finding' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByRole('alertdialog', { name: 'Delete this row permanently?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: '1 finding' })).toHaveCount(0);
  await page.reload();
  await unlockByMaster(page, 'another house, another key');
  await expectVerified(page, 1);
});

test('a new device: a code opens nothing there before the master was given once, and then the list @vault', async ({
  page,
  app,
  browser,
}) => {
  const { owner, other } = await signInElsewhere(page, app, browser);
  await unlockByCode(other, owner.authenticatorSecret, 1);
  const asks = other.getByRole('dialog', { name: 'Enter your master password' });
  await asks.getByRole('button', { name: 'Later' }).click();
  await expect(other.getByText('This device does not know the vault yet. The master password opens it.')).toBeVisible();
  await expect(other.getByRole('listbox')).toHaveCount(0);
  await expect(other.getByText('Bank')).toHaveCount(0);
  const enrolled = other.waitForResponse((response) => response.url().endsWith('/rpc/put_vault_device_share') && response.ok());
  await other.getByRole('button', { name: 'Enter master password' }).click();
  await asks.getByLabel('Master password', { exact: true }).fill(master);
  await asks.getByRole('button', { name: 'Unlock' }).click();
  await expectToast(other, 'Master Enabled');
  await enrolled;
  await openSecurity(other);
  await expect(other.getByText('this one', { exact: true })).toBeVisible();
  // Codes are accepted once: another authenticator gives fresh ones.
  const secret = await replaceAuthenticator(other);
  await lock(other);
  await unlockByCode(other, secret, 1);
  await expectToast(other, 'Vault Unlocked');
  await asks.getByRole('button', { name: 'Later' }).click();
  await other.getByRole('option', { name: 'Bank' }).click();
  await other.getByRole('button', { name: 'Show password' }).click();
  await expectToast(other, 'Unlock with your master password to view.');
  await other.context().close();
});

test.describe('without WebAssembly', () => {
  test.use({ provokedComplaint: /WebAssembly\.instantiate/ });

  test('a key derivation that cannot run is never called a wrong master @vault', async ({ page, app }) => {
    await enterAsOwner(page, app);
    // The Worker of a browser that refuses WebAssembly: its own policy no longer allows it.
    await page.route('**/worker-vault.*.js', async (route) => {
      const response = await route.fetch();
      const policy = (response.headers()['content-security-policy'] ?? '').replace("'wasm-unsafe-eval'", '');
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
    });
    await goToVault(page);
    await unlockByMaster(page);
    await expect(page.getByText('Unexpected error. Try again.')).toBeVisible();
    await expect(page.getByText('Incorrect master password.')).toHaveCount(0);
  });
});
