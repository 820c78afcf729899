import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { rightCode } from '../../../domains/vault/testing/memory-server.ts';
import { must, openTab } from '../../../domains/vault/testing/vault-world.ts';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { click, counted, fill, focused, gone, press, seen, toastSaid } from '../../../testing/steps.ts';
import {
  addEntry,
  entry,
  expectPassword,
  fillNewMaster,
  openMadeVault,
  openVaultScreen,
  strongMaster,
  unlockByMaster,
} from './testing/open-vault-screen.tsx';

const bank = { Title: 'Bank of Alderney', Username: 'ada.varga', Password: 'bank secret', Notes: 'in the blue folder' };

test('a code on a device that knows the vault opens the list and nothing else, until the master is given', async () => {
  await openMadeVault();
  await addEntry(bank);
  await click('Lock');
  await fill('Authentication code', '12345');
  await click('Unlock');
  await seen(page.getByText('Please enter a 6-digit code', { exact: true }));
  await fill('Authentication code', rightCode);
  await click('Unlock');
  const asks = page.getByRole('dialog', { name: 'Enter your master password' });
  await click('Later', asks);
  await entry(bank.Title).click();
  await click('Show password');
  await toastSaid('Unlock with your master password to view.');
  await click('Later', asks);
  await click('Copy password');
  await toastSaid('Unlock with your master password to copy.');
  await gone(page.getByText(bank.Password));
  await fill('Master password', strongMaster, asks);
  await click('Unlock', asks);
  await toastSaid('Master Enabled');
  await click('Show password');
  await seen(page.getByText(bank.Password));
});

test('an entry saved before there is a master is held, and added once the master is set', async () => {
  const tab = openTab();
  const { server } = tab;
  await openVaultScreen(tab);
  await fill('Authentication code', rightCode);
  await press('{Enter}');
  await toastSaid('Vault Unlocked');
  await click('Later', page.getByRole('dialog', { name: 'Set a master password' }));
  await click('Add Entry');
  const form = page.getByRole('dialog', { name: 'Add Entry' });
  await fill('Title', bank.Title, form);
  await click('Save', form);
  await seen(form.getByText('A password is required.'));
  await fill('Password', bank.Password, form);
  await click('Save', form);
  await seen(page.getByText('Master password not set').first());
  expect(server.rows.size).toBe(0);
  await fillNewMaster('Set a master password', strongMaster);
  await click('Set master password', page.getByRole('dialog', { name: 'Set a master password' }));
  await click('I have saved it');
  await seen(entry(bank.Title));
  await expect.poll(() => server.rows.size).toBe(1);
});

test('a new master that is short or typed differently is refused, a weak one is asked about, and one can wait with it', async () => {
  await openVaultScreen();
  await click('Use master password instead');
  await click('Set a master password');
  const dialog = page.getByRole('dialog', { name: 'Set a master password' });
  const set = async (...texts: readonly [text: string, again?: string]) => {
    await fillNewMaster('Set a master password', ...texts);
    await click('Set master password', dialog);
  };
  await set('pw!7cha');
  await seen(page.getByText('Use at least 8 characters.', { exact: true }));
  await set(strongMaster, `${strongMaster}!`);
  await seen(page.getByText('Passwords do not match.'));
  await set('password1');
  const weak = page.getByRole('alertdialog', { name: 'Use a weak master password?' });
  await seen(weak.getByText('finds it after less than a minute on one GPU'));
  await focused(weak.getByRole('button', { name: 'Choose another' }));
  await press('{Enter}');
  await gone(weak);
  await click('Later');
  await seen(page.getByRole('button', { name: 'Use authenticator code instead' }));

  // One of eight characters is taken once the owner has answered for it, and nothing looks busy while the question stands.
  await click('Set a master password');
  await set('pw!8char');
  await seen(weak);
  await gone(page.getByText('Working', { exact: true }));
  await click('Use it anyway', weak);
  await click('I have saved it');
  await seen(page.getByRole('heading', { name: 'Vault', level: 1 }));
  await seen(page.getByText('No entries yet.'));
});

test('a recovery key that a lock took off the screen is asked about at the next opening, until one is kept', async () => {
  const tab = await openMadeVault();
  const unkept = page.getByText(/A new recovery key was made on this device, and it was not confirmed that you wrote it down/);
  await gone(unkept);
  await tab.actions.security.makeRecoveryKey({ kind: 'master', master: strongMaster });
  await click('Lock');
  await unlockByMaster();
  await seen(unkept);
  await click('Make a new recovery key');
  const dialog = page.getByRole('dialog', { name: 'New recovery key' });
  await seen(dialog);
  await click('Cancel', dialog);
  await click('I have written it down');
  await gone(unkept);
});

test('a version of the history comes back whole', async () => {
  await openMadeVault();
  await addEntry(bank);
  await click('Edit');
  const form = page.getByRole('dialog', { name: 'Edit Entry' });
  await fill('Password', 'the newer one', form);
  await click('Save', form);
  await toastSaid('Entry Updated');
  await click('Show password');
  await seen(page.getByText('the newer one'));
  await click('History (1)');
  const history = page.getByRole('dialog', { name: 'History' });
  await click('Restore', history);
  await gone(history);
  await expectPassword(bank.Title, bank.Password);
});

test('the keyboard alone finds, moves, copies, edits, generates and locks', async () => {
  const { board } = await openMadeVault();
  await addEntry(bank);
  await addEntry({ ...bank, Title: 'Chess club', Password: 'second', Username: 'rook' });
  await press('{Escape}', '/');
  await focused(page.getByLabelText('Search entries'));
  await press('chess');
  await gone(entry(bank.Title));
  await press('{Escape}', '{Escape}');
  await focused(page.getByRole('listbox'));
  // The list follows the emptied field; a key moves in what it shows.
  await seen(entry(bank.Title));
  await press('k', 'k');
  await expect.element(entry(bank.Title)).toHaveAttribute('aria-selected', 'true');
  await press('j');
  await expect.element(entry('Chess club')).toHaveAttribute('aria-selected', 'true');
  await press('u');
  await expect.poll(() => board.text).toBe('rook');
  await press('c');
  await expect.poll(() => board.text).toBe('second');
  await press('{Enter}', '{Enter}');
  await seen(page.getByText('second', { exact: true }));
  await press('e');
  const form = page.getByRole('dialog', { name: 'Edit Entry' });
  await focused(form.getByLabelText('Title'));
  await click('Generate', form);
  await click('Use it', form);
  await expect.element(form.getByRole('textbox', { name: 'Password', exact: true })).toHaveValue(expect.stringMatching(/^.{20}$/));
  form.getByLabelText('Title').element().focus();
  await press('{Enter}');
  await toastSaid('Entry Updated');
  await gone(form);
  await press('{Shift>}L{/Shift}');
  await seen(page.getByRole('heading', { name: 'Vault Locked' }));
  await expect.poll(() => board.text).toBe('');
  await counted(page.getByRole('listbox'), 0);
});

test('the recovery key opens a vault whose master is lost and gives another one, and nothing is lost', async () => {
  const { recoveryKey } = await openMadeVault();
  await addEntry(bank);
  await click('Lock');
  await click('Use master password instead');
  await click('Use the recovery key');
  await fill('Recovery key', 'ABCD-EFGH');
  await click('Unlock');
  await seen(page.getByText('Incorrect recovery key.'));
  await fill('Recovery key', recoveryKey.toLowerCase().replaceAll('-', ' '));
  await click('Unlock');
  const dialog = page.getByRole('dialog', { name: 'Change the master password' });
  await fillNewMaster('Change the master password', 'a heron stands on one leg');
  await seen(dialog.getByText(/^Found after .+ on one GPU \(.+\), at \d+ MiB × \d+ passes a guess\.$/));
  await click('Change master password', dialog);
  await toastSaid('Master Reset');
  await expectPassword(bank.Title, bank.Password);
  await click('Lock');
  await unlockByMaster();
  await seen(page.getByText('Incorrect master password.'));
  await unlockByMaster('a heron stands on one leg');
  await seen(page.getByText('1 entry intact', { exact: true }));
});

test('where an entry may be sent is shown with its secrets, only where it may be sent at all, and can be taken back', async () => {
  const tab = await openMadeVault();
  await addEntry({ Title: 'Example service', Password: 'a secret' });
  const place = 'https://api.example.org';
  await entry('Example service').click();
  await click('Show password');
  await seen(page.getByText('a secret'));
  await counted(page.getByText('May be sent to'), 0);
  const state = tab.store.read();
  const id = state.stage === 'open' ? (state.items[0]?.id ?? '') : '';
  must(await (await tab.actions.sending()).changeOrigins([{ id, allow: [place, 'https://b.example'] }]));
  await click('Hide password');
  await click('Show password');
  await seen(page.getByText('May be sent to'));
  expect(await accessibilityFaults('vault-allowed-origins')).toEqual([]);
  await click(`Remove ${place}`);
  await toastSaid(`${place} is no longer allowed. The next use asks.`);
  await counted(page.getByRole('button', { name: `Remove ${place}` }), 0);
  await seen(page.getByRole('button', { name: 'Remove https://b.example' }));
  await focused(page.getByRole('heading', { name: 'Example service' }));
  expect(must(await (await tab.actions.sending()).allowedOrigins(id))).toEqual(['https://b.example']);
});
