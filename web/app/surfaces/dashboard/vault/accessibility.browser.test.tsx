import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { chooseFromMenu, click, fill, press, seen } from '../../../testing/steps.ts';
import { addEntry, openMadeVault, openVaultScreen } from './testing/open-vault-screen.tsx';

const bank = { Title: 'Bank of Alderney', Username: 'ada.varga', Password: 'bank secret', Notes: 'in the blue folder' };

const found: string[] = [];
const look = async (where: string) => void found.push(...(await accessibilityFaults(where)));
beforeEach(() => void found.splice(0));
afterEach(() => expect(found).toEqual([]));

test('axe finds nothing on the locked vault, its help and the dialog for a first master; nothing scrolls sideways', async () => {
  await openVaultScreen();
  await seen(page.getByRole('heading', { name: 'Vault Locked' }));
  await look('locked');
  await click('Lost something?');
  await look('help');
  await press('{Escape}');
  await click('Use master password instead');
  await click('Set a master password');
  await look('set master');
});

test('axe finds nothing on the open list, what is in memory and an entry’s form; nothing scrolls sideways', async () => {
  await openMadeVault();
  await addEntry(bank);
  await click('Show password');
  await look('open');
  await click('Search operators');
  await seen(page.getByRole('region', { name: 'Search operators' }));
  await look('search help');
  await chooseFromMenu('Session details');
  await look('memory');
  await press('{Escape}');
  await click('Edit');
  const form = page.getByRole('dialog', { name: 'Edit Entry' });
  await click('Generate', form);
  await form.getByText('More', { exact: true }).click();
  await click('Add a field', form);
  await look('form');
});

test('a file’s password has eight characters at least; axe finds nothing on the panel of exports; nothing scrolls sideways', async () => {
  await openMadeVault();
  await addEntry(bank);
  await click('Export');
  await fill('File password', 'short');
  await click('Download file');
  await seen(page.getByText('Use at least 8 characters.'));
  await look('export');
});

test('axe finds nothing on the security panel; nothing scrolls sideways', async () => {
  await openMadeVault();
  await click('Security');
  await fill('What about this one?', 'seven grey herons');
  await click('Run the self-test');
  await seen(page.getByText(/answers are right\.$/));
  await seen(page.getByText(/^Found after/));
  await look('security');
});

test('axe finds nothing on the dialogs of the security panel; nothing scrolls sideways', async () => {
  await openMadeVault();
  await click('Security');
  for (const [button, where] of [
    ['Add a passkey', 'passkey'],
    ['Change master password', 'change master'],
    ['New recovery key', 'recovery key'],
    ['New recovery codes', 'recovery codes'],
    ['Remove the recovery key', 'remove'],
  ] as const) {
    await click(button);
    await look(where);
    await press('{Escape}');
  }
  await click('Rotate the vault key');
  await look('rotation asked');
  await click('Continue');
  await page.getByLabelText('Choose another master password').click();
  await look('rotation');
});
