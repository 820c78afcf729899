import { add, note, openNewNotes, openNotes, rowsOf, unlock } from './note-steps.ts';
import { chooseFromMenu, enterAsOwner, expect, test } from './test-app.ts';
import { expectToast, openSecurity, unlockByMaster } from './vault-steps.ts';

test('a note that was deleted permanently comes back under the vault’s Security, and the notes show it as it was @vault', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await openNewNotes(page);
  await add(page, 'The spare key\nunder the third stone');
  await page.getByRole('button', { name: 'Delete “The spare key”', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Delete this note?' }).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await rowsOf(page)).map(({ deleted_at }) => deleted_at !== null)).toEqual([true]);
  await chooseFromMenu(page, 'Trash');
  await page.getByRole('button', { name: 'Delete permanently: “The spare key”' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete this note permanently?' });
  await expect(question).toContainText('The vault keeps it for 30 days more');
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await expect.poll(() => rowsOf(page)).toEqual([]);

  await page.goto('/dashboard#vault');
  await unlockByMaster(page);
  await openSecurity(page);
  await page.getByRole('button', { name: /^Show records: Notes, / }).click();
  await page.getByRole('button', { name: 'Bring back: The spare key' }).first().click();
  await expectToast(page, 'Brought back');
  await expect.poll(async () => (await rowsOf(page)).map(({ deleted_at }) => deleted_at)).toEqual([null]);

  await openNotes(page);
  await unlock(page);
  await expect(note(page, 'The spare key')).toBeVisible();
  await expect(page.getByText('under the third stone')).toBeVisible();
});
