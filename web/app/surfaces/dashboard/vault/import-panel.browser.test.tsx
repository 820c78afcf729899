import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { click, counted, focused, gone, seen } from '../../../testing/steps.ts';
import { entry, openMadeVault } from './testing/open-vault-screen.tsx';
import { pictureOf } from './testing/qr-picture.ts';

const rows = [
  'Bank of Alderney,https://bank.example,ada,password1,',
  'Chess club,http://chess.example,ada,password1,',
  'Garden,https://garden.example,ada,kZ8#vvPq0!rTw2Lm,',
];
const chromeFile = (lines: readonly string[]) =>
  new File([['name,url,username,password,note', ...lines, ''].join('\r\n')], 'passwords.csv', { type: 'text/csv' });

async function readFile(file: File): Promise<void> {
  await page.getByLabelText('File', { exact: true }).upload(file);
  await click('Read the file');
}

const found = () => page.getByRole('listbox', { name: 'Entries' }).getByRole('option');

test('a file is read, shown, imported, searched, checked for health, and taken back', async () => {
  await openMadeVault();
  await click('Import');
  await focused(page.getByRole('heading', { name: 'Import' }));
  await readFile(new File(['no table at all'], 'x.txt', { type: 'text/plain' }));
  await seen(page.getByText('This is not a file that can be read here.'));
  await readFile(chromeFile([...rows, ',,,,']));
  await seen(page.getByText('Chrome CSV: 3 entries read.'));
  await seen(page.getByRole('cell', { name: 'Garden' }).first());
  await gone(page.getByText('password1'));
  expect(await accessibilityFaults('import')).toEqual([]);
  await click('Import 3 entries');
  await seen(page.getByText('3 entries imported.'));
  await click('Done');
  await seen(page.getByText('All 3 entries intact'));

  const search = page.getByRole('searchbox', { name: 'Search entries' });
  await search.fill('is:weak');
  await seen(page.getByText('Run the health check first'));
  await click('Health');
  await seen(page.getByText('3 entries checked.'));
  expect(await accessibilityFaults('health')).toEqual([]);
  await page.getByText('Plain http', { exact: true }).click();
  await click('Chess club · ada');
  await seen(page.getByRole('heading', { name: 'Chess club' }));
  await search.fill('is:weak url:bank');
  await counted(found(), 1);
  await search.fill('-is:reused');
  await seen(entry('Garden'));
  await counted(found(), 1);

  await click('Import');
  await readFile(chromeFile(['Bank of Alderney,https://bank.example,ada,a newer one,', 'Fourth,,ada,more,', rows[2] ?? '']));
  await seen(page.getByText('changed: password'));
  await seen(page.getByRole('cell', { name: 'there already' }));
  await click('Import 2 entries');
  await click('Undo the import');
  await seen(page.getByText('The import was undone.'));
  await click('Back to the entries');
  await seen(page.getByText('All 3 entries intact'));
});

// Two accounts, of Example and of Forge, in one code of two.
const twoAccounts =
  'otpauth-migration://offline?data=CjIKFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEgtFeGFtcGxlOmFkYRoHRXhhbXBsZSABKAEwAgooChQxMjM0NTY3ODkwMTIzNDU2Nzg5MBIDZ2l0GgVGb3JnZSACKAIwAhABGAIgAA%3D%3D';

test('a picture of the QR code in which an authenticator moves its accounts becomes an entry for each, whose codes can be copied', async () => {
  const { board } = await openMadeVault();
  await click('Import');
  await readFile(await pictureOf('otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP&issuer=Example'));
  await seen(page.getByText(/This QR code holds one account/));
  await readFile(await pictureOf(twoAccounts));
  await seen(page.getByText('Google Authenticator QR code: 2 entries read.'));
  await seen(page.getByText('accounts in another QR code of this export: read each as well'));
  await click('Import 2 entries');
  await click('Done');
  await entry('Forge').click();
  await seen(page.getByRole('article').getByText('git'));
  await click('Copy one-time code');
  await expect.poll(() => board.text).toMatch(/^\d{8}$/);
});
