import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { MemoryServer } from '../../../domains/vault/testing/memory-server.ts';
import { MemoryDevice, openTab, TestTabs, untilStage } from '../../../domains/vault/testing/vault-world.ts';
import { reachableText } from '../../../testing/reachable-text.ts';
import { click, fill, gone, seen } from '../../../testing/steps.ts';
import { addEntry, entry, expectPassword, openMadeVault, strongMaster, unlockByMaster } from './testing/open-vault-screen.tsx';

const bank = { Title: 'CANARY-title bank', Username: 'CANARY-user', Password: 'CANARY-pass', Notes: 'CANARY-note' };

/** A vault with an entry whose edit has begun, in a tab that has siblings. */
async function openWithForm() {
  const [server, device, tabs] = [new MemoryServer(), new MemoryDevice(), new TestTabs()];
  const tab = await openMadeVault({ server, device, tabs });
  await addEntry(bank);
  await expectPassword(bank.Title, bank.Password);
  await expect.poll(() => device.drafts.keys.size).toBe(1);
  await click('Edit');
  const form = page.getByRole('dialog', { name: 'Edit Entry' });
  await fill('Notes', 'CANARY-half typed', form);
  // The search works at all.
  expect(reachableText('CANARY-title').length).toBeGreaterThan(0);
  return { ...tab, server, device, tabs };
}

async function expectNothingLeft(): Promise<void> {
  await seen(page.getByRole('heading', { name: 'Vault Locked' }));
  await gone(page.getByText(bank.Title));
  expect(reachableText('CANARY')).toEqual([]);
  expect(reachableText(strongMaster)).toEqual([]);
}

test('after a lock by idling with a form open, no script finds a title beside the page’s elements, and the half-typed edit goes on', async () => {
  const tab = await openWithForm();
  await tab.store.lockFor('idle');
  await expectNothingLeft();
  await unlockByMaster();
  await click('Continue');
  const form = page.getByRole('dialog', { name: 'Edit Entry' });
  await expect.element(form.getByLabelText('Notes')).toHaveValue('CANARY-half typed');
  await click('Save', form);
  await gone(form);
  await entry(bank.Title).click();
  await click('Show password');
  await seen(page.getByText('CANARY-half typed'));
  await expect.poll(() => tab.device.drafts.sealed.size).toBe(0);
});

test('after a lock from another tab, and by the button, no script finds a title beside the page’s elements', async () => {
  const { server, device, tabs } = await openWithForm();
  const other = openTab({ server, device, tabs });
  await untilStage(other, 'locked');
  expect((await other.actions.unlockWithMaster(strongMaster)).ok).toBe(true);
  other.actions.lock('button');
  await expectNothingLeft();
  await unlockByMaster();
  await click('Discard');
  await entry(bank.Title).click();
  await click('Show password');
  await click('Lock');
  await expectNothingLeft();
});
