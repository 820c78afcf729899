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
  await click('Lock');
  restore();
  tab.actions.retry();
  await seen(page.getByRole('heading', { name: 'The vault was rolled back' }));
  await seen(page.getByText('seen on this device'));
  await click('I restored this state');
  const dialog = page.getByRole('alertdialog');
  await seen(dialog.getByText(/^What was saved since that state, on any device, is given up/));
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
