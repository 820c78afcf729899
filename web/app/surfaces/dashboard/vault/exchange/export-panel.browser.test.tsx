import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click, counted, fill, seen } from '../../../../testing/steps.ts';
import { addEntry, openMadeVault, strongMaster } from '../testing/open-vault-screen.tsx';

const filePassword = 'the file has one of its own';

/** Asks for the file, by a master. */
async function make(master = strongMaster): Promise<void> {
  await fill('Current master password', master);
  await click('Download file');
}

/** What the link of a made file would save. */
async function fileAt(name: RegExp): Promise<File> {
  const link = page.getByRole('link', { name });
  await seen(link);
  return new File([await (await fetch(link.element().getAttribute('href') ?? '')).blob()], 'made');
}

test('a file in clear wants the master, and says which cells it defused; a sealed one is read with its password alone, and what is there already is told', async () => {
  await openMadeVault();
  await addEntry({ Title: 'Sheet', Password: '=1+1' });
  await click('Export');
  await page.getByLabelText('CSV, not encrypted').click();
  await make('not the master');
  await seen(page.getByText('Incorrect master password.'));
  await make();
  await seen(page.getByText('1 entry is in the file.'));
  await seen(page.getByText(/^1 cell holds what a spreadsheet would run as a formula/));
  expect(await (await fileAt(/\.csv$/)).text()).toContain("'=1+1");

  await click('Another format');
  await page.getByLabelText('KeePass (KDBX 4)').click();
  await fill('File password', filePassword);
  await fill('Confirm file password', filePassword);
  await make();
  const sealed = await fileAt(/\.kdbx$/);
  await click('Back to the entries');
  await click('Import');
  await page.getByLabelText('File', { exact: true }).upload(sealed);
  await click('Read the file');
  await seen(page.getByText('This file is encrypted.'));
  await fill('File password', 'another');
  await click('Open');
  await seen(page.getByText('The password does not open this file.'));
  await fill('File password', filePassword);
  await click('Open');
  await seen(page.getByText('KeePass KDBX: 1 entry read.'));
  await counted(page.getByRole('cell', { name: 'there already' }), 1);
});
