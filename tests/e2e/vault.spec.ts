import { enterAsOwner, expect, test } from './test-app.ts';
import { addEntry, expectToast, expectVerified, goToVault, setMaster, unlockByMaster } from './vault-steps.ts';

const bank = { title: 'Bank of Alderney', password: 'bank secret' };

test('a master is set, an entry added, locked by a reload, opened by the master, viewed, copied, edited, deleted by title and restored', async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterAsOwner(page, app);
  await goToVault(page);
  const recoveryKey = await setMaster(page);
  expect(recoveryKey.replace(/[\s-]/g, '')).toMatch(/^[A-Z2-7]{32}$/);
  await addEntry(page, bank.title, bank.password, { Username: 'ada.varga', Notes: 'in the blue folder' });
  await expectToast(page, 'Entry Added');
  await expectVerified(page, 1);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
  await expect(page.getByText(bank.title)).toHaveCount(0);
  await unlockByMaster(page, 'not the master at all');
  await expect(page.getByText('Incorrect master password.')).toBeVisible();
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
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Trash' }).click();
  await page.getByRole('option', { name: bank.title }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Entries' }).click();
  await expect(page.getByRole('option', { name: bank.title })).toBeVisible();
});
