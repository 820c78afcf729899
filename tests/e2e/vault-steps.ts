import type { Page } from '@playwright/test';
import { master } from '../support/made-vault.ts';
import { authenticatorCode, type Owner } from '../support/owner.ts';
import { answer, enterPassword, expect, greeting } from './test-app.ts';

export { master };

/** Opens the vault's view on its locked screen; the session's flag is there already. */
export async function goToVault(page: Page, origin = ''): Promise<void> {
  await page.goto(`${origin}/dashboard#vault`);
  await expect(page.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
}

/** Types a new master twice into an open dialog. */
export async function fillNewMaster(page: Page, dialogName: string, text: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: dialogName });
  await dialog.getByLabel('New master password', { exact: true }).fill(text);
  await dialog.getByLabel('Confirm master password', { exact: true }).fill(text);
}

/** The recovery key that is shown once, put away. */
export async function keepRecoveryKey(page: Page): Promise<string> {
  const kept = page.getByRole('alertdialog', { name: 'Your recovery key' });
  await expect(kept).toBeVisible({ timeout: 60_000 });
  const key = await kept.locator('[translate="no"]').innerText();
  await kept.getByRole('button', { name: 'I have saved it' }).click();
  await expect(kept).toBeHidden();
  return key.trim();
}

/** Gives the vault its first master. */
export async function enterMaster(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Use master password instead' }).click();
  await page.getByRole('button', { name: 'Set a master password' }).click();
  await fillNewMaster(page, 'Set a master password', text);
  await page.getByRole('button', { name: 'Set master password' }).click();
}

/** Makes the vault, and answers with its recovery key. */
export async function setMaster(page: Page, text = master): Promise<string> {
  await enterMaster(page, text);
  return keepRecoveryKey(page);
}

/** Opens with the master from the locked screen, whichever way in it shows. */
export async function unlockByMaster(page: Page, text = master): Promise<void> {
  const toMaster = page.getByRole('button', { name: 'Use master password instead' });
  const field = page.getByLabel('Master password', { exact: true });
  await expect(toMaster.or(field)).toBeVisible();
  if (await toMaster.isVisible()) await toMaster.click();
  await field.fill(text);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

/** The vault that was there from the start (`hasVault`), open on this browser, which it did not know before. */
export async function openMadeVault(page: Page, origin = ''): Promise<void> {
  await goToVault(page, origin);
  const enrolled = page.waitForResponse((response) => response.url().endsWith('/rpc/put_vault_device_share') && response.ok());
  await unlockByMaster(page);
  await expectVerified(page, 0);
  await enrolled;
}

/** Opens with the authenticator's code from the locked screen, whichever way in it shows. */
export async function unlockByCode(page: Page, secret: string, stepOffset: 0 | 1): Promise<void> {
  const toCode = page.getByRole('button', { name: 'Use authenticator code instead' });
  const field = page.getByLabel('Authentication code');
  await expect(toCode.or(field)).toBeVisible();
  if (await toCode.isVisible()) await toCode.click();
  await field.fill(await authenticatorCode(secret, stepOffset));
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(page.locator('.toast').filter({ hasText: text })).toBeVisible();
}

/** Fills in the form of a new entry, `more` by the fields' labels, and saves it. */
export async function addEntry(page: Page, title: string, password: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.getByRole('button', { name: 'Add Entry' }).click();
  const form = page.getByRole('dialog', { name: 'Add Entry' });
  for (const [label, text] of Object.entries({ Title: title, Password: password, ...more }))
    await form.getByLabel(label, { exact: true }).fill(text);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
}

/** Imports rows of Chrome's table (name, address, user name, password, note), which are all that the vault holds afterwards. */
export async function importRows(page: Page, rows: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'passwords.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['name,url,username,password,note', ...rows, ''].join('\r\n')),
  });
  await page.getByRole('button', { name: 'Read the file' }).click();
  await page.getByRole('button', { name: `Import ${rows.length} entries` }).click();
  await page.getByRole('button', { name: 'Done' }).click({ timeout: 30_000 });
  await expectVerified(page, rows.length);
}

/** Every row of the list is verified, and there are so many. */
export async function expectVerified(page: Page, count: number): Promise<void> {
  const text = count === 0 ? 'Intact, no entries yet' : count === 1 ? '1 entry intact' : `All ${count.toLocaleString('en')} entries intact`;
  await expect(page.getByText(text, { exact: true })).toBeVisible({ timeout: 60_000 });
}

/** The password of an entry is shown, and is this one. */
export async function expectPassword(page: Page, title: string, password: string): Promise<void> {
  await page.getByRole('listbox', { name: 'Entries' }).getByRole('option', { name: title }).click();
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByText(password, { exact: true })).toBeVisible();
}

export async function lock(page: Page): Promise<void> {
  const told = page.waitForResponse((response) => response.url().endsWith('/rpc/lock_vault'));
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
  await told;
}

/** The vault's keys, ways in and tests. */
export async function openSecurity(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Security', exact: true }).last().click();
  await expect(page.getByRole('heading', { name: 'Security', exact: true, level: 2 })).toBeFocused();
}

/** Puts another authenticator in the place of the present one, by a proof that the session still has. Answers with its secret; its present code is spent. */
export async function replaceAuthenticator(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Reset 2FA' }).click();
  await page.getByRole('alertdialog', { name: 'Reset 2FA?' }).getByRole('button', { name: 'Reset' }).click();
  return scanAuthenticator(page);
}

/** Reads the secret of the picture that is shown, and gives its first code. */
export async function scanAuthenticator(page: Page): Promise<string> {
  const setup = page.getByRole('dialog', { name: 'Reset 2FA' });
  await setup.getByRole('button', { name: 'Enter it by hand instead' }).click();
  const secret = (await setup.locator('p[translate="no"]').innerText()).replace(/\s/g, '');
  await setup.getByLabel('Authentication code').fill(await authenticatorCode(secret));
  await setup.getByRole('button', { name: 'Verify' }).click();
  await expectToast(page, '2FA Reset');
  return secret;
}

/** Makes recovery codes in the open security panel. */
export async function makeRecoveryCodes(page: Page): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('button', { name: 'Make them' }).click();
  const shown = page.getByRole('alertdialog', { name: 'Recovery codes' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const codes = await shown.getByRole('listitem').allInnerTexts();
  await shown.getByRole('button', { name: 'I have kept them' }).click();
  await expect(shown).toBeHidden();
  return codes;
}

/** Signs in at the terminal with a recovery code in the place of the authenticator's. */
export async function signInWithRecoveryCode(page: Page, owner: Owner, code: string): Promise<void> {
  await page.goto('/auth-terminal');
  await enterPassword(page, owner);
  await answer(page, 'Authenticator code', 'recovery');
  await answer(page, 'Recovery code', code);
  await expect(page.getByRole('heading', greeting)).toBeVisible();
}
