import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click, gone, seen } from '../../../testing/steps.ts';
import { addEntry, openMadeVault, unlockByMaster } from './testing/open-vault-screen.tsx';

const bank = { Title: 'Bank', Password: 'bank secret' };

test('an alarm says what differs and since when, what each choice loses, and the choice is what opens', async () => {
  const tab = await openMadeVault();
  await expect.poll(() => tab.store.read()).toMatchObject({ ways: { device: true } });
  const restore = tab.server.remember();
  await addEntry(bank);
  const record = (collection: string, number: number) => ({
    ...{ collection, id: `0${number}abcdef-0000-4000-8000-00000000000${number}`, fields: { number }, deletedAt: null },
  });
  const written = await tab.store.records.write([1, 2, 3, 4].map((number) => record(number === 1 ? 'notes' : 'money', number)));
  expect(written.ok).toBe(true);
  await click('Lock');
  restore();
  tab.actions.retry();
  await seen(page.getByRole('heading', { name: 'The vault was rolled back' }));
  await seen(page.getByText('seen on this device'));
  // Nothing is chosen blindly: without keys what differs is not known, and so it is unlocked first.
  await gone(page.getByRole('button', { name: 'I restored this state' }));
  await click('Unlock to compare');
  await seen(page.getByText(/This is the older state/));
  await unlockByMaster();
  await seen(page.getByText('The server’s state lacks 1 entry, 1 note and 3 money records of this device’s.'));
  await click('I restored this state');
  const dialog = page.getByRole('alertdialog');
  await seen(dialog.getByText(/^What was saved since that state, on any device, is given up.*lacks 1 entry, 1 note/));
  await click('Cancel', dialog);
  await gone(dialog);
  await click('Go on from this device’s state');
  await seen(dialog.getByText(/This device keeps the list and not what is in the entries/));
  await click('Go on from this device’s state', dialog);
  await unlockByMaster();
  await seen(page.getByText(/^verified 0 of 1, epoch \d+$/));
  await click('1 finding');
  await seen(page.getByText(`missing: ${bank.Title}`));
});
