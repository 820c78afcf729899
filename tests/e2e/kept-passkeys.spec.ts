import type { Locator, Page } from '@playwright/test';
import { addPasskey, expectAccessible, openVaultOf } from './passkey-steps.ts';
import { expect, test } from './test-app.ts';
import { expectPassword, expectToast, keepRecoveryKey, lock, master, openSecurity, unlockByMaster } from './vault-steps.ts';
import { plugIn } from './virtual-authenticator.ts';

// A passkey belongs to a name, and an address in numbers is none.
test.use({ hasVault: true, baseURL: async ({ app }, use) => use(app.server.url.replace('127.0.0.1', 'localhost')) });

/** Opens the form that rotates the key, the master typed. */
async function beginRotation(page: Page): Promise<Locator> {
  // A toast stays for as long as the pointer rests on it, and may cover the button.
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Rotate the vault key' }).click();
  await page.getByRole('alertdialog', { name: 'Rotate the vault key?' }).getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rotate the vault key' });
  await dialog.getByLabel('Current master password', { exact: true }).fill(master);
  return dialog;
}

async function expectRotated(page: Page): Promise<void> {
  await keepRecoveryKey(page);
  await expect(page.getByText(/Rotating the vault key|Vault key rotation is paused/)).toHaveCount(0, { timeout: 60_000 });
}

async function openWith(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Use the passkey “${name}”` }).click();
  await expectToast(page, 'Vault Unlocked');
  await expectPassword(page, 'Bank', 'bank secret');
}

test('a passkey that a rotation keeps opens the vault afterwards; one that it does not keep signs in, and is let open the vault again by one touch', async ({
  page,
  app,
}) => {
  test.setTimeout(240_000);
  const written: string[] = [];
  page.on('request', (request) => written.push(request.postData() ?? ''));
  await openVaultOf(page, app);
  const authenticator = await plugIn(page, true);
  await expect(await addPasskey(page, 'Ring')).toBeHidden();
  const opensAndSignsIn = page.getByText('Ring · opens everything, and signs in after the password');
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
  await expect(page.getByText('Ring · signs in after the password; does not unlock the vault')).toBeVisible();
  await lock(page);
  await expect(page.getByRole('button', { name: 'Use the passkey “Ring”' })).toHaveCount(0);
  await unlockByMaster(page);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Let it unlock the vault: the passkey “Ring”' }).click();
  const letting = page.getByRole('dialog', { name: 'Let it unlock the vault' });
  written.splice(0);
  await letting.getByLabel('Current master password', { exact: true }).fill(master);
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
