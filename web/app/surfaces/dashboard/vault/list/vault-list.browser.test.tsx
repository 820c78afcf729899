import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults } from '../../../../testing/axe-findings.ts';
import { click, counted, eventually, fill, focused, gone, press, seen, textsOf, toastSaid } from '../../../../testing/steps.ts';
import { addEntry, entry, openMadeVault, unlockByMaster } from '../testing/open-vault-screen.tsx';

const list = () => page.getByRole('listbox', { name: 'Entries' });
const marked = () => page.getByRole('option', { checked: true });

async function openThree() {
  const tab = await openMadeVault();
  await addEntry({ Title: 'Bank of Alderney', Username: 'ada.varga', Password: 'bank secret' });
  await addEntry({ Title: 'Chess club', Username: 'rook', Password: 'second' });
  await addEntry({ Title: 'Garden', Password: 'third' });
  return tab;
}

/** The list's titles from its top. */
const titles = () => textsOf(list().getByRole('option')).map((text) => /(?:Bank of Alderney|Chess club|Garden)/.exec(text)?.[0] ?? text);

test('an empty vault offers to add a password and to import some', async () => {
  await openMadeVault();
  await seen(page.getByText('No entries yet.'));
  await click('Import passwords');
  await focused(page.getByRole('heading', { name: 'Import', level: 2 }));
  await click('Entries');
  await click('Add Password');
  await seen(page.getByRole('dialog', { name: 'Add Entry' }));
});

test('several entries are marked by Shift and by the keyboard, deleted after a question that counts and names them, and brought back', async () => {
  await openThree();
  await entry('Bank of Alderney').click();
  await userEvent.keyboard('{Shift>}');
  await entry('Chess club').click();
  await userEvent.keyboard('{/Shift}');
  await counted(marked(), 2);
  await press('{Escape}');
  await counted(marked(), 0);
  await focused(list());
  await press('{Home}', '{Shift>}{ArrowDown}{/Shift}');
  await counted(marked(), 2);
  expect(await accessibilityFaults('marked entries')).toEqual([]);
  await click('Delete', page.getByRole('region', { name: 'Selected entries' }));
  const question = page.getByRole('alertdialog', { name: 'Delete 2 entries?' });
  await seen(question.getByText(/“Bank of Alderney”, “Chess club”\. They move to the trash/));
  await click('Delete', question);
  await toastSaid('2 Entries Deleted');
  await gone(entry('Chess club'));
  await focused(list());
  await click('Undo');
  await seen(entry('Chess club'));
  await seen(entry('Bank of Alderney'));
});

test('marked entries move to a category and become favourites, and nothing of them counts as viewed', async () => {
  const { acts } = await openThree();
  await entry('Garden').click();
  await press('x');
  await counted(marked(), 1);
  await click('Select all');
  const before = acts.length;
  await page.getByLabelText('Move to').selectOptions('finance');
  await toastSaid('3 Entries Updated');
  await page.getByLabelText('Category', { exact: true }).selectOptions('finance');
  await counted(list().getByRole('option'), 3);
  await click('Select');
  await entry('Garden').click();
  await click('Favourite', page.getByRole('region', { name: 'Selected entries' }));
  await toastSaid('Entry Updated');
  await click('Favourites');
  await counted(list().getByRole('option'), 1);
  expect(acts.slice(before)).toEqual([]);
});

test('user name and password are copied from the row, without the entry being opened', async () => {
  const { board } = await openThree();
  await entry('Garden').click();
  await entry('Chess club').hover();
  await click('Copy the password of “Chess club”');
  await toastSaid('Copied');
  await eventually(() => expect(board.text).toBe('second'));
  await click('Copy the username of “Chess club”');
  await eventually(() => expect(board.text).toBe('rook'));
  await seen(page.getByRole('heading', { name: 'Garden', level: 2 }));
});

test('the list stands by title, by what was used last here, and by what was changed last', async () => {
  await openThree();
  await eventually(() => expect(titles()).toEqual(['Bank of Alderney', 'Chess club', 'Garden']));
  await entry('Chess club').click();
  await click('Show password');
  await page.getByLabelText('Sort').selectOptions('used');
  await eventually(() => expect(titles()).toEqual(['Chess club', 'Bank of Alderney', 'Garden']));
});

test('the way that opened the vault last is offered first, and each says what it opens', async () => {
  await openThree();
  await click('Lock');
  await seen(page.getByText('A code opens the password list. Viewing and copying need the master password.'));
  await unlockByMaster();
  await seen(list());
  await click('Lock');
  await focused(page.getByLabelText('Master password', { exact: true }));
  await seen(page.getByText('The master password opens everything.'));
  await click('Use authenticator code instead');
  await fill('Authentication code', '12345');
});

test('a password is generated without an entry, and copied', async () => {
  const { board } = await openThree();
  await click('Generator');
  await focused(page.getByRole('heading', { name: 'Generator', level: 2 }));
  await click('Copy');
  await eventually(() => expect(board.text).toMatch(/^.{20}$/));
});

test('once an entry was deleted the one in its place is chosen and the list has the focus; after the last, the search has it', async () => {
  await openThree();
  await entry('Chess club').click();
  const question = page.getByRole('alertdialog');
  for (const next of ['Garden', 'Bank of Alderney']) {
    await click('Delete', page.getByRole('article'));
    await click('Delete', question);
    await gone(question);
    await seen(page.getByRole('heading', { name: next, level: 2 }));
    await focused(list());
  }
  await click('Delete', page.getByRole('article'));
  await click('Delete', question);
  await gone(list());
  await focused(page.getByRole('searchbox'));
});
