import type { Locator, Page } from '@playwright/test';
import type { Owner } from '../support/owner.ts';
import { axeFindings } from './axe-findings.ts';
import { paintEverything } from './paint-everything.ts';
import { enterAsOwner, expect } from './test-app.ts';
import { addEntry, master, openMadeVault, openSecurity } from './vault-steps.ts';

/** Signs in under the server's name, adds one entry to the vault that is there (`hasVault`), and opens its security panel. */
export async function openVaultOf(page: Page, app: Parameters<typeof enterAsOwner>[1]): Promise<Owner> {
  const owner = await enterAsOwner(page, app, 0, app.server.url.replace('127.0.0.1', 'localhost'));
  await openMadeVault(page);
  await addEntry(page, 'Bank', 'bank secret');
  await openSecurity(page);
  return owner;
}

/** Asks for another passkey; answers with the dialog, which closes where one was made. */
export async function addPasskey(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name of the passkey').fill(name);
  await dialog.getByLabel('Current master password', { exact: true }).fill(master);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  return dialog;
}

/** axe finds nothing on the page as it is, out of sight too. */
export async function expectAccessible(page: Page): Promise<void> {
  await paintEverything(page);
  expect(await axeFindings(page)).toEqual([]);
}
