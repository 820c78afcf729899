import type { Locator, Page } from '@playwright/test';
import { expect, test } from './house.ts';
import { addPasskey, expectAccessible, openVaultOf } from './passkey-steps.ts';
import { expectPassword, expectToast, keepRecoveryKey, lock, master, openSecurity, unlockByMaster } from './vault-steps.ts';
import { plugIn } from './virtual-authenticator.ts';

// A passkey belongs to a name, and an address in numbers is none.
test.use({ baseURL: async ({ house }, use) => use(house.server.url.replace('127.0.0.1', 'localhost')) });

/** Opens the form that rotates the key, the master typed. */
async function beginRotation(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Rotate the vault key' }).click();
  await page.getByRole('alertdialog', { name: 'Rotate the vault key?' }).getByRole('button', { name: 'Go on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rotate the vault key' });
  await dialog.getByLabel('Present master password', { exact: true }).fill(master);
  return dialog;
}

async function expectRotated(page: Page): Promise<void> {
  await keepRecoveryKey(page);
  await expect(page.getByText(/Rotating the vault key|rotation of the vault key is paused/)).toHaveCount(0, { timeout: 60_000 });
}

/** The owner cancels what the browser asks next. No browser without a screen shows that question. */
async function cancelOnce(page: Page): Promise<void> {
  await page.evaluate(() => {
    const cancelled = async () => {
      Reflect.deleteProperty(navigator.credentials, 'get');
      throw new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError');
    };
    Object.defineProperty(navigator.credentials, 'get', { configurable: true, value: cancelled });
  });
}

async function openWith(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Use the passkey “${name}”` }).click();
  await expectToast(page, 'Vault Unlocked');
  await expectPassword(page, 'Bank', 'bank secret');
}

test('a passkey that a rotation keeps opens the vault afterwards; one that it does not keep signs in, and is let open the vault again by one touch', async ({
  page,
  house,
}) => {
  test.setTimeout(240_000);
  const written: string[] = [];
  page.on('request', (request) => written.push(request.postData() ?? ''));
  await openVaultOf(page, house);
  const authenticator = await plugIn(page, true);
  await expect(await addPasskey(page, 'Ring')).toBeHidden({ timeout: 30_000 });
  const opensAndSignsIn = page.getByText('Ring · opens everything, and signs in beside the password');
  await expect(opensAndSignsIn).toBeVisible();

  let dialog = await beginRotation(page);
  const choice = dialog.getByLabel('Keep “Ring”');
  await expect(choice).not.toBeChecked();
  await expect(choice).toHaveAccessibleDescription('It is asked for once.');
  await choice.check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await expectRotated(page);
  await expect(opensAndSignsIn).toBeVisible();
  expect(await authenticator.countPasskeys()).toBe(1);
  await lock(page);
  await openWith(page, 'Ring');

  await openSecurity(page);
  dialog = await beginRotation(page);
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await expectRotated(page);
  await expect(page.getByText('Ring · signs in beside the password; opens no vault')).toBeVisible();
  await lock(page);
  await expect(page.getByRole('button', { name: 'Use the passkey “Ring”' })).toHaveCount(0);
  await unlockByMaster(page);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Let it open the vault: the passkey “Ring”' }).click();
  const letting = page.getByRole('dialog', { name: 'Let it open the vault' });
  await letting.getByLabel('Present master password', { exact: true }).fill('not the master');
  await letting.getByRole('button', { name: 'Let it open' }).click();
  await expect(letting.getByText('Incorrect master password.')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  written.splice(0);
  await letting.getByLabel('Present master password', { exact: true }).fill(master);
  await letting.getByRole('button', { name: 'Let it open' }).click();
  await expectToast(page, '“Ring” opens the vault.');
  await expect(opensAndSignsIn).toBeVisible();
  // The service checked the answer, and saw nothing of the key.
  const answers = written.filter((text) => text.includes('credential_response'));
  expect(answers).toHaveLength(1);
  expect(JSON.parse(answers[0] ?? '')).toMatchObject({
    webauthn: { type: 'request', credential_response: { clientExtensionResults: {} } },
  });
  expect(written.join()).not.toMatch(/"prf"|"results"/);
  await lock(page);
  await openWith(page, 'Ring');
});

test('a passkey that does not answer a rotation is named: it is tried again, left out, or the key stays as it is', async ({
  page,
  house,
}) => {
  test.setTimeout(180_000);
  await openVaultOf(page, house);
  const authenticator = await plugIn(page, true);
  await expect(await addPasskey(page, 'Ring')).toBeHidden({ timeout: 30_000 });
  await cancelOnce(page);
  const dialog = await beginRotation(page);
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/write_vault')) writes.push(request.url());
  });
  await dialog.getByLabel('Keep “Ring”').check();
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  const question = page.getByRole('alertdialog', { name: 'The passkey “Ring” did not answer' });
  await expect(question.getByText('The passkey was not given. Nothing of the vault was changed yet.')).toBeVisible({ timeout: 30_000 });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  expect(writes).toEqual([]);
  await question.getByRole('button', { name: 'Try again' }).click();
  await expectRotated(page);
  await expect(page.getByText('Ring · opens everything, and signs in beside the password')).toBeVisible();

  await authenticator.unplug();
  await plugIn(page, true);
  const again = await beginRotation(page);
  await again.getByLabel('Keep “Ring”').check();
  await again.getByRole('button', { name: 'Rotate' }).click();
  await expect(question).toBeVisible({ timeout: 30_000 });
  writes.splice(0);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  // The form stands as it was left.
  await expect(again.getByLabel('Keep “Ring”')).toBeChecked();
  await again.getByRole('button', { name: 'Rotate' }).click();
  await expect(question).toBeVisible({ timeout: 30_000 });
  expect(writes).toEqual([]);
  await question.getByRole('button', { name: 'Go on without it' }).click();
  await expectRotated(page);
  await expect(page.getByText('Ring · signs in beside the password; opens no vault')).toBeVisible();
  // What is plugged in now is another authenticator.
  await page.getByRole('button', { name: 'Let it open the vault: the passkey “Ring”' }).click();
  const letting = page.getByRole('dialog', { name: 'Let it open the vault' });
  await letting.getByLabel('Present master password', { exact: true }).fill(master);
  await letting.getByRole('button', { name: 'Let it open' }).click();
  await expect(letting.getByText('The passkey was not given.')).toBeVisible({ timeout: 30_000 });
});

test('a passkey whose authenticator knows no PRF is said to open no vault', async ({ page, house }) => {
  test.setTimeout(150_000);
  await openVaultOf(page, house);
  await plugIn(page, false);
  await expect(await addPasskey(page, 'Old key')).toBeHidden({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Let it open the vault: the passkey “Old key”' }).click();
  const letting = page.getByRole('dialog', { name: 'Let it open the vault' });
  await letting.getByLabel('Present master password', { exact: true }).fill(master);
  await letting.getByRole('button', { name: 'Let it open' }).click();
  await expect(letting.getByText('Its authenticator knows no PRF: this passkey signs in, and cannot open the vault.')).toBeVisible({
    timeout: 30_000,
  });
  await letting.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Old key · signs in beside the password; opens no vault')).toBeVisible();
});
