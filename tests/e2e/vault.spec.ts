import type { Page } from '@playwright/test';
import { authenticatorCode } from '../support/owner.ts';
import { enterAsOwner, expect, test } from './house.ts';

const master = 'seven grey herons keep the weir';
const bank = { title: 'Bank of Alderney', username: 'ada.varga', password: 'CANARY-pass-4417', notes: 'CANARY-note-9120' };

/** Opens the vault's view; the session's flag is there already. */
async function goToVault(page: Page): Promise<void> {
  await page.goto('/dashboard#vault');
  await expect(page.getByRole('heading', { level: 1, name: 'Vault' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
}

/** Makes the vault with a master and keeps its recovery key. */
async function setMaster(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Use master password instead' }).click();
  await page.getByRole('button', { name: 'Set a master password' }).click();
  await fillNewMaster(page, master, master);
  const kept = page.getByRole('alertdialog', { name: 'Your recovery key' });
  await expect(kept).toBeVisible({ timeout: 30_000 });
  const key = await kept.locator('[translate="no"]').innerText();
  await kept.getByRole('button', { name: 'I have kept it' }).click();
  await expect(kept).toBeHidden();
  return key;
}

async function fillNewMaster(page: Page, text: string, again: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Set a master password' });
  await dialog.getByLabel('New master password', { exact: true }).fill(text);
  await dialog.getByLabel('Confirm master password', { exact: true }).fill(again);
  await dialog.getByRole('button', { name: 'Set master password' }).click();
}

async function addEntry(page: Page, entry: typeof bank): Promise<void> {
  await page.getByRole('button', { name: 'Add Entry' }).click();
  const form = page.getByRole('dialog', { name: 'Add Entry' });
  await form.getByLabel('Title').fill(entry.title);
  await form.getByLabel('Username').fill(entry.username);
  await form.getByLabel('Password', { exact: true }).fill(entry.password);
  await form.getByLabel('Notes').fill(entry.notes);
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Entry Added');
  await expect(form).toBeHidden();
}

async function expectToast(page: Page, text: string): Promise<void> {
  await expect(page.locator('.toast').filter({ hasText: text })).toBeVisible();
}

async function unlockByMaster(page: Page, text = master): Promise<void> {
  const toMaster = page.getByRole('button', { name: 'Use master password instead' });
  if (await toMaster.isVisible()) await toMaster.click();
  await page.getByLabel('Master password', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

test('a master is set, an entry added, locked by a reload, opened by the master, viewed, copied, edited, deleted by title and restored', async ({
  page,
  house,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterAsOwner(page, house);
  await goToVault(page);
  await page.getByRole('button', { name: 'Use master password instead' }).click();
  await page.getByRole('button', { name: 'Set a master password' }).click();
  await fillNewMaster(page, 'short', 'short');
  await expect(page.getByText('Use at least 8 characters.', { exact: true })).toBeVisible();
  await fillNewMaster(page, master, `${master}!`);
  await expect(page.getByText('Passwords do not match.')).toBeVisible();
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'Use authenticator code instead' }).click();
  const recoveryKey = await setMaster(page);
  expect(recoveryKey.replace(/[\s-]/g, '')).toMatch(/^[A-Z2-7]{32}$/);
  await addEntry(page, bank);
  await expect(page.getByText(/verified 1 of 1, epoch \d+/)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
  await expect(page.getByText(bank.title)).toHaveCount(0);
  await unlockByMaster(page, 'not the master at all');
  await expect(page.getByText('Incorrect master password.')).toBeVisible({ timeout: 30_000 });
  await unlockByMaster(page);
  await expectToast(page, 'Vault Unlocked');

  await page.getByRole('option', { name: bank.title }).click();
  await expect(page.getByText(bank.password)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByText(bank.password)).toBeVisible();
  await page.getByRole('button', { name: 'Copy password' }).click();
  await expectToast(page, 'Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(bank.password);

  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Entry' });
  await form.getByLabel('Username').fill('ada.second');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Entry Updated');
  await expect(page.getByRole('option', { name: 'ada.second' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: `Delete “${bank.title}”?` });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Entry Deleted');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.getByRole('button', { name: 'Trash' }).click();
  await page.getByRole('option', { name: bank.title }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Entries' }).click();
  await expect(page.getByRole('option', { name: bank.title })).toBeVisible();
});

test('a code on a device that knows the vault opens the list and nothing else, until the master is given', async ({ page, house }) => {
  const owner = await enterAsOwner(page, house);
  await goToVault(page);
  await setMaster(page);
  await addEntry(page, bank);
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expectToast(page, 'Vault Locked');
  await page.getByLabel('Authentication code').fill('12345');
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(page.getByText('Please enter a 6-digit code').first()).toBeVisible();
  await page.getByLabel('Authentication code').fill(await authenticatorCode(owner.authenticatorSecret, 1));
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expectToast(page, 'Vault Unlocked');
  const asks = page.getByRole('dialog', { name: 'Enter your master password' });
  await asks.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('option', { name: bank.title }).click();
  await page.getByRole('button', { name: 'Show password' }).click();
  await expectToast(page, 'Unlock with your master password to view.');
  await asks.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'Copy password' }).click();
  await expectToast(page, 'Unlock with your master password to copy.');
  await asks.getByLabel('Master password', { exact: true }).fill(master);
  await asks.getByRole('button', { name: 'Unlock' }).click();
  await expectToast(page, 'Master Enabled');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByText(bank.password)).toBeVisible();
});
