import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect } from './test-app.ts';
import { master } from './vault-steps.ts';

/** A file of 2.7 MB, which the storage has in three parts. */
export const film = Buffer.from(Uint8Array.from({ length: 2 * 1_048_576 + 600_000 }, (_, index) => (index * 7 + (index >> 8)) & 255));

/** The SHA-256 of bytes, in hexadecimal digits. */
export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Opens the vault on the page of Mind Vault. */
export async function unlockMindVault(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Notes are locked' })).toBeVisible();
  await page.getByLabel('Master password').fill(master);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Search notes' })).toBeVisible();
}

/** Adds a file to the open note. */
export async function addFile(page: Page, name: string, buffer = film): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Add files' }).click()]);
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer });
}

/** The names of everything that the storage has of files in notes. */
export function storedNames(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const session = JSON.parse(localStorage.getItem('castellan-auth-token') ?? '{}') as { readonly access_token?: string };
    const key = document.querySelector('meta[name="backend-key"]')?.getAttribute('content') ?? '';
    const headers = { apikey: key, authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' };
    const answer = await fetch('/storage/v1/object/list-v2/note-files', { method: 'POST', headers, body: '{}' });
    const { objects } = (await answer.json()) as { readonly objects: readonly { readonly name: string }[] };
    return objects.map(({ name }) => name);
  });
}

/** Saves a file by its row in the margin, and gives its digest. */
export async function savedDigest(page: Page, name: string): Promise<string> {
  const row = page.getByRole('region', { name: /^Files \d+$/ }).getByRole('button', { name: new RegExp(`^Save ${name}`) });
  const [download] = await Promise.all([page.waitForEvent('download'), row.click()]);
  expect(download.suggestedFilename()).toBe(name);
  return sha256(await readFile(await download.path()));
}
