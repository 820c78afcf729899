import type { Page } from '@playwright/test';
import { expect } from './test-app.ts';
import { master } from './vault-steps.ts';

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
  await expect(page.getByRole('textbox', { name: 'New note' })).toBeVisible();
}

/** The notes of an owner who has a vault from the start (`hasVault`), open. */
export async function openNewNotes(page: Page): Promise<void> {
  await openNotes(page);
  await unlock(page);
}

/** Adds a note from the line at the top: its first line is its title. */
export async function add(page: Page, text: string): Promise<void> {
  await page.getByLabel('New note').fill(text);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByLabel('New note')).toHaveValue('');
}

/** A note in the list, by its name. */
export const note = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true });

/** Changes fields of a note in its form. */
export async function edit(page: Page, title: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await note(page, title).click();
  const form = page.getByRole('dialog', { name: 'Note' });
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
}

type NoteRow = { readonly id: string; readonly version: number; readonly sealed: string; readonly deleted_at: string | null };

/** Asks the server's table with this page's own session, as any program of the owner's could. */
export function rowsOf(page: Page): Promise<readonly NoteRow[]> {
  return page.evaluate(async () => {
    const session: unknown = JSON.parse(localStorage.getItem('castellan-auth-token') ?? '{}');
    const token = typeof session === 'object' && session !== null && 'access_token' in session ? session.access_token : '';
    const key = document.querySelector('meta[name="backend-key"]')?.getAttribute('content') ?? '';
    const answer = await fetch('/rest/v1/notes?select=*&order=created_at', { headers: { apikey: key, authorization: `Bearer ${token}` } });
    return (await answer.json()) as NoteRow[];
  });
}
