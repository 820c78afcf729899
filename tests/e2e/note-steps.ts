import type { Page } from '@playwright/test';
import { expect } from './house.ts';
import { goToVault, master, setMaster } from './vault-steps.ts';

/** Opens the notes, locked or not. */
export async function openNotes(page: Page): Promise<void> {
  await page.goto('/productivity#notes');
  await expect(page.getByRole('heading', { level: 1, name: 'Productivity' })).toBeVisible();
}

/** Opens the vault on the notes' own page. */
export async function unlock(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Notes are locked' })).toBeVisible();
  await page.getByLabel('Master password').fill(master);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'New note' })).toBeVisible({ timeout: 30_000 });
}

/** The notes of an owner with a vault, open. */
export async function openNewNotes(page: Page): Promise<void> {
  await goToVault(page);
  await setMaster(page);
  await openNotes(page);
  await unlock(page);
}

/** Adds a note from the line at the top: its first line is its title. */
export async function add(page: Page, text: string): Promise<void> {
  await page.getByLabel('New note').fill(text);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByLabel('New note')).toHaveValue('');
}
