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
  await seen(dialog.getByText(/^Anything saved since then, on any device, is lost.*lacks 1 entry, 1 note/));
  await click('Cancel', dialog);
  await gone(dialog);
  await click('Continue with this device’s state');
  await seen(dialog.getByText(/This device keeps the list and not what is in the entries/));
  await click('Continue with this device’s state', dialog);
  await unlockByMaster();
  await seen(page.getByText('0 of 1 entry intact'));
  await click('1 finding');
  await seen(page.getByText(`missing: ${bank.Title}`));
});

test('a key that a rotation has ended is an alarm without a choice: it says what to do instead, and only looks again', async () => {
  const tab = await openMadeVault();
  await expect.poll(() => tab.store.read()).toMatchObject({ ways: { device: true } });
  await click('Lock');
  // What the device remembers of a rotation, in the place of one.
  const [pin] = tab.device.kept.values();
  if (pin?.keyId === undefined) throw new Error('nothing is remembered');
  tab.device.kept.set(pin.userId, { ...pin, keyId: 'B'.repeat(22), former: [pin.keyId] });
  tab.actions.retry();
  await seen(page.getByRole('heading', { name: 'The vault has an earlier key' }));
  await seen(page.getByText(/^Enter no master password here\. Restore the unlock methods under “Lost something\?”/));
  await gone(page.getByText('The vault has a different key'));
  expect(
    page
      .getByRole('alert')
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Look again']);
});

test('a vault without a head calls nothing verified, before the list was made again', async () => {
  const tab = await openMadeVault();
  await addEntry(bank);
  await click('Lock');
  tab.server.parts.delete(-1);
  await unlockByMaster();
  await seen(page.getByRole('heading', { name: 'The head of the vault’s list is missing' }));
  await click('Open it without the head');
  await click('Open it without the head', page.getByRole('alertdialog'));
  await unlockByMaster();
  await seen(page.getByText('no head: 1 listed, none checked'));
  await gone(page.getByText(/intact/i));
  await click('1 finding');
  await click('List the entries again');
  await click('List the entries again', page.getByRole('alertdialog'));
  await seen(page.getByText('1 entry intact', { exact: true }));
});
