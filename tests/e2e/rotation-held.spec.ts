import type { Page } from '@playwright/test';
import { asSuperuser } from '../support/test-data.ts';
import { axeFindings } from './axe-findings.ts';
import { add, note, openNewNotes, openNotes, rowsOf, unlock } from './note-steps.ts';
import { enterAsOwner, expect, openSecondBrowser, test } from './test-app.ts';
import { goToVault, keepRecoveryKey, master, openSecurity, unlockByMaster } from './vault-steps.ts';

/** Writes a note's row behind the back of everybody: no trigger judges the text or counts the version. */
const secretly = (statement: string) => [
  'alter table public.notes disable trigger user',
  statement,
  'alter table public.notes enable trigger user',
];

/** The same text, said to be under a key that nobody has. */
const lieOf = (sealed: string) => sealed.replace(/^r2\.[^.]+/, `r2.${'A'.repeat(22)}`);

const keyOf = (text: string | undefined) => text?.split('.')[1];

async function rotate(page: Page): Promise<void> {
  await openSecurity(page);
  await page.getByRole('button', { name: 'Rotate the vault key' }).click();
  await page.getByRole('alertdialog', { name: 'Rotate the vault key?' }).getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rotate the vault key' });
  await dialog.getByLabel('Current master password', { exact: true }).fill(master);
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await keepRecoveryKey(page);
}

test('a rotation whose server lies about one note keeps the old key and names it; finished without it, the note opens again once its text is back @vault @strict', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(180_000);
  await enterAsOwner(page, app);
  await openNewNotes(page);
  await add(page, 'Lied about');
  await add(page, 'Left alone');
  await expect.poll(async () => (await rowsOf(page)).length).toBe(2);
  const [lied] = await rowsOf(page);
  const { id = '', sealed = '' } = lied ?? {};
  const short = id.slice(0, 8);
  await page.goto('/dashboard');
  await asSuperuser(app.data, secretly(`update public.notes set sealed = '${lieOf(sealed)}' where id = '${id}'`));
  await goToVault(page);
  await unlockByMaster(page);
  await rotate(page);
  const stays = page.getByText(`The old vault key stays: note ${short} does not open as the vault lists it.`);
  await expect(stays).toBeVisible({ timeout: 60_000 });
  const rows = await rowsOf(page);
  expect(rows.map((row) => keyOf(row.sealed) === keyOf(sealed) || row.id === id)).toEqual([true, false]);

  // Going on finds the same, and with the honest text it would end: the owner finishes without it instead.
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(stays).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Finish without' }).click();
  const question = page.getByRole('alertdialog', { name: 'Finish without 1 note?' });
  await expect(question).toContainText(`Not readable from then on: note ${short}.`);
  expect(await axeFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(stays).toBeVisible();
  await page.getByRole('button', { name: 'Finish without' }).click();
  await question.getByRole('button', { name: 'Finish without' }).click();
  await expect(page.getByText(/The old vault key stays|Rotating the vault key|Vault key rotation is paused/)).toHaveCount(0, {
    timeout: 60_000,
  });

  // A browser that never saw the note names it; when exactly the listed text is back, the former key opens it.
  const other = await openSecondBrowser(browser, page, app);
  await openNotes(other);
  await unlock(other);
  await expect(note(other, 'Left alone')).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Needs your decision' })).toBeVisible();
  await expect(note(other, 'Lied about')).toHaveCount(0);
  await asSuperuser(app.data, secretly(`update public.notes set sealed = '${sealed}', updated_at = now() where id = '${id}'`));
  await other.context().close();
  const third = await openSecondBrowser(browser, page, app);
  await openNotes(third);
  await unlock(third);
  await expect(note(third, 'Lied about')).toBeVisible();
  await expect(third.getByRole('heading', { name: 'Needs your decision' })).toHaveCount(0);
  await third.context().close();
});

test('a rotation that was held by a note ends by itself once the honest text is back @vault', async ({ page, app }) => {
  test.setTimeout(120_000);
  await enterAsOwner(page, app);
  await openNewNotes(page);
  await add(page, 'Lied about');
  await expect.poll(async () => (await rowsOf(page)).length).toBe(1);
  const [{ id = '', sealed = '' } = {}] = await rowsOf(page);
  await page.goto('/dashboard');
  await asSuperuser(app.data, secretly(`update public.notes set sealed = '${lieOf(sealed)}' where id = '${id}'`));
  await goToVault(page);
  await unlockByMaster(page);
  await rotate(page);
  await expect(page.getByText('The old vault key stays')).toBeVisible({ timeout: 60_000 });
  await asSuperuser(app.data, secretly(`update public.notes set sealed = '${sealed}' where id = '${id}'`));
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText(/The old vault key stays|Rotating the vault key/)).toHaveCount(0, { timeout: 60_000 });
  await expect.poll(async () => keyOf((await rowsOf(page))[0]?.sealed)).not.toBe(keyOf(sealed));
  await openNotes(page);
  await unlock(page);
  await expect(note(page, 'Lied about')).toBeVisible();
});
