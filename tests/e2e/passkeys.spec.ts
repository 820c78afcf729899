import type { Locator, Page } from '@playwright/test';
import { authenticatorCode, type Owner, runOwnerCommand } from '../support/owner.ts';
import { asSuperuser } from '../support/test-data.ts';
import { addPasskey, expectAccessible, openVaultOf } from './passkey-steps.ts';
import { answer, enterPassword, expect, greeting, test } from './test-app.ts';
import { expectPassword, expectToast, expectVerified, lock, master, openSecurity, unlockByMaster } from './vault-steps.ts';
import { plugIn } from './virtual-authenticator.ts';

// A passkey belongs to a name, and an address in numbers is none.
test.use({ hasVault: true, baseURL: async ({ app }, use) => use(app.server.url.replace('127.0.0.1', 'localhost')) });

/** Ends the session and gives the password again, up to the question for the second factor. */
async function beginSignIn(page: Page, owner: Owner): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/auth-terminal');
  await enterPassword(page, owner);
}

test('one ceremony makes a passkey that signs in and opens the vault; its key is sent nowhere; removed by name, it does neither @strict', async ({
  page,
  app,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  const owner = await openVaultOf(page, app);
  const authenticator = await plugIn(page, true);
  await addPasskey(page, 'Ring');
  await expectToast(page, 'unlocks the vault, and replaces the code when you sign in.');
  expect(await authenticator.countPasskeys()).toBe(1);
  await expect(page.getByText('Ring · opens everything, and signs in after the password')).toBeVisible();
  await expectAccessible(page);
  const answers = sent.filter((text) => text.includes('credential_response'));
  expect(answers).toHaveLength(1);
  expect(JSON.parse(answers[0] ?? '')).toMatchObject({ webauthn: { type: 'create', credential_response: { clientExtensionResults: {} } } });
  expect(sent.join()).not.toMatch(/"prf"|"results"/);

  await beginSignIn(page, owner);
  const button = page.getByRole('button', { name: 'Use a passkey' });
  await expect(button).toBeVisible();
  await expect(page.getByText('Type passkey to use a passkey instead.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Authenticator code', { exact: true }).focus();
  // Past the button that enters what was typed.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', greeting)).toBeVisible();

  await page.goto('/dashboard#vault');
  await page.getByRole('button', { name: 'Use the passkey “Ring”' }).click();
  await expectToast(page, 'Vault Unlocked');
  await expectPassword(page, 'Bank', 'bank secret');
  await openSecurity(page);
  await page.getByRole('button', { name: 'Remove the passkey “Ring”' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove the passkey “Ring”?' });
  await expect(question.getByText('It no longer unlocks the vault or signs you in.')).toBeVisible();
  await expectAccessible(page);
  await question.getByLabel('Current master password', { exact: true }).fill(master);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Unlock method removed');
  await expect(page.getByText('Ring ·')).toHaveCount(0);
  await lock(page);
  await expect(page.getByRole('button', { name: 'Use the passkey “Ring”' })).toHaveCount(0);

  await beginSignIn(page, owner);
  await expect(page.getByLabel('Authenticator code', { exact: true })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
  await answer(page, 'Authenticator code', await authenticatorCode(owner.authenticatorSecret, 1));
  await expect(page.getByRole('heading', greeting)).toBeVisible();
});

test('an authenticator without PRF signs in and opens no vault, as the page says; a holder it does not know gets nowhere', async ({
  page,
  app,
}) => {
  const owner = await openVaultOf(page, app);
  const authenticator = await plugIn(page, false);
  await addPasskey(page, 'Old key');
  await expectToast(page, 'It cannot unlock the vault: it does not support PRF.');
  await expect(page.getByText('Old key · signs in after the password; does not unlock the vault')).toBeVisible();
  // It holds one of this account's: a second one beside it would only be in the way.
  await addPasskey(page, 'Same key');
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await expect(dialog.getByText('This authenticator already holds a passkey for this account.')).toBeVisible();
  await dialog.getByLabel('Name of the passkey').fill('Old key');
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(dialog.getByText('Another passkey has this name. Choose a different one.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await beginSignIn(page, owner);
  await authenticator.setVerified(false);
  await answer(page, 'Authenticator code', 'passkey');
  await expect(page.getByText('The passkey prompt was cancelled.')).toBeVisible();
  await authenticator.setVerified(true);
  await answer(page, 'Authenticator code', 'passkey');
  await expect(page.getByRole('heading', greeting)).toBeVisible();
});

test('in Settings and in the vault a passkey is as good a proof of now as a code; what was proven earlier is none', async ({
  page,
  app,
}) => {
  test.setTimeout(240_000);
  await openVaultOf(page, app);
  // One with PRF is shut for good by the first holder that it does not know.
  const ring = await plugIn(page, false);
  await addPasskey(page, 'Ring');
  await expectToast(page, 'Passkey added');
  /** Whatever this session proved was more than five minutes ago. */
  const age = () =>
    asSuperuser(app.data, [
      `update auth.mfa_amr_claims set created_at = now() - interval '6 minutes', updated_at = now() - interval '6 minutes'`,
    ]);
  const byPasskey = (dialog: Locator) => dialog.getByRole('button', { name: 'Use a passkey instead' }).click();

  await age();
  await page.getByRole('button', { name: 'Remove the passkey “Ring”' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove the passkey “Ring”?' });
  const remove = question.getByRole('button', { name: 'Remove' });
  await remove.click();
  await byPasskey(question);
  await ring.setVerified(false);
  await remove.click();
  await expect(question.getByText('The passkey prompt was cancelled.')).toBeVisible();
  await question.getByRole('button', { name: 'Use the authenticator instead' }).click();
  await expect(question.getByLabel('Authentication code')).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await ring.setVerified(true);

  await page.getByRole('button', { name: 'Reset 2FA' }).click();
  await page.getByRole('alertdialog', { name: 'Reset 2FA?' }).getByRole('button', { name: 'Reset' }).click();
  const setup = page.getByRole('dialog', { name: 'Reset 2FA' });
  await setup.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await setup.getByRole('button', { name: 'Cancel' }).click();

  await page.goto('/settings#recovery-codes');
  await age();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await codes.getByRole('button', { name: 'Make them' }).click();
  await expect(codes.getByLabel('Authentication code')).toBeFocused();
  await byPasskey(codes);
  await expectAccessible(page);
  await codes.getByRole('button', { name: 'Make them' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I have kept them' }).click();

  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Data passport' }).click();
  await age();
  await page.getByRole('button', { name: 'Delete everything' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete everything?' });
  const press = deletion.getByRole('button', { name: 'Delete everything' });
  await byPasskey(deletion);
  await press.click();
  await expect(deletion).toContainText(/Type .+, letter for letter\./);
  const name = ((await deletion.getByText(/^Your name: /).textContent()) ?? '').replace('Your name: ', '');
  await deletion.getByLabel(/^Your name/).fill(name);
  await ring.setVerified(false);
  await press.click();
  await expect(deletion).toContainText('The passkey prompt was cancelled.');
  await expectAccessible(page);
  await ring.setVerified(true);
  await press.click();
  await expect(page.getByText(/Deleted: \d+ rows? and the vault’s keys/)).toBeVisible();
  await page.goto('/dashboard#security');
  await expect(page.getByText('Everything was deleted').first()).toBeVisible();
});

test('phone and recovery codes are lost: the machine removes authenticator and passkeys, its one-time secret enrols again, and the vault opens by its master', async ({
  page,
  app,
}) => {
  const owner = await openVaultOf(page, app);
  await plugIn(page, false);
  await addPasskey(page, 'Old key');
  await expectToast(page, 'Passkey added');
  await lock(page);
  const { lines, exitCode } = await runOwnerCommand(app.data.dataFolder, ['remove-authenticator'], '', app.data.environment);
  expect(exitCode).toBe(0);
  expect(lines[0]).toContain('Every authenticator and sign-in passkey is removed and every session has ended.');
  const secret = lines.at(-1) ?? '';

  await page.goto('/auth-terminal');
  await enterPassword(page, owner);
  // The password alone opens nothing, and no passkey is asked for that counts no more.
  await answer(page, 'Type enrol or later', 'enrol');
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
  await answer(page, 'One-time secret', 'not this one');
  await expect(page.getByText('This one-time secret is no longer valid')).toBeVisible();
  await answer(page, 'One-time secret', secret);
  await page.getByRole('button', { name: 'Show secret' }).click();
  const shown = (await page.locator('p.font-mono[translate="no"]').innerText()).replace(/\s/g, '');
  await answer(page, 'The six digits your authenticator shows', await authenticatorCode(shown));
  await answer(page, 'Type stored when the codes are in a safe place', 'stored');
  await expect(page.getByRole('heading', greeting)).toBeVisible();
  await page.goto('/dashboard#vault');
  await unlockByMaster(page);
  await expectVerified(page, 1);
  await expectPassword(page, 'Bank', 'bank secret');
  await openSecurity(page);
  await expect(page.getByText('signs in after the password')).toHaveCount(0);
});
