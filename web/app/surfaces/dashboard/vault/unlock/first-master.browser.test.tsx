import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { rightCode } from '../../../../domains/vault/testing/memory-server.ts';
import { openTab, untilStage } from '../../../../domains/vault/testing/vault-world.ts';
import { click, fill, focused, seen } from '../../../../testing/steps.ts';
import { fillNewMaster, openVaultScreen, strongMaster } from '../testing/open-vault-screen.tsx';

const asks = (name: string) => page.getByRole('dialog', { name });
const form = () => asks('Add Entry');
const openDialogs = () => [...document.querySelectorAll('dialog[open]')].map((dialog) => dialog.querySelector('h2')?.textContent);

test('a first password is asked for after its master, without a code, one dialog at a time', async () => {
  await openVaultScreen(openTab(), '/dashboard#vault?add');
  await focused(asks('Set a master password').getByLabelText('New master password', { exact: true }));
  expect(openDialogs()).toEqual(['Set a master password']);
  await fillNewMaster('Set a master password', strongMaster);
  await click('Set master password', asks('Set a master password'));
  await seen(page.getByRole('alertdialog', { name: 'Your recovery key' }));
  expect(openDialogs()).toEqual(['Your recovery key']);
  await click('I have saved it');
  await focused(form().getByLabelText('Title'));
  expect(openDialogs()).toEqual(['Add Entry']);
  expect(location.hash).toBe('#vault');
  // What had the focus before all of this is gone: the title takes it.
  await click('Cancel', form());
  await focused(page.getByRole('heading', { level: 1, name: 'Vault' }));
});

test('who wants no master yet is asked once, and then has the form', async () => {
  await openVaultScreen(openTab(), '/dashboard#vault?add');
  await click('Later', asks('Set a master password'));
  await focused(page.getByRole('button', { name: 'Set a master password' }));
  await fill('Authentication code', rightCode);
  await click('Unlock');
  await click('Later', asks('Set a master password'));
  await focused(form().getByLabelText('Title'));
  expect(openDialogs()).toEqual(['Add Entry']);
});

test('a vault that opens by its code asks for the master before the form that cannot be saved without it', async () => {
  const tab = openTab();
  await untilStage(tab, 'locked');
  await tab.actions.setMaster(strongMaster);
  tab.actions.recoveryKeyKept();
  tab.actions.lock('button');
  await openVaultScreen(tab, '/dashboard#vault?add');
  await fill('Authentication code', rightCode);
  await click('Unlock');
  const master = asks('Enter your master password');
  await seen(master);
  expect(openDialogs()).toEqual(['Enter your master password']);
  await fill('Master password', strongMaster, master);
  await click('Unlock', master);
  await focused(form().getByLabelText('Title'));
  expect(openDialogs()).toEqual(['Add Entry']);
});

test('an empty vault offers its master password at once, beside the code', async () => {
  await openVaultScreen();
  await seen(page.getByLabelText('Authentication code'));
  await click('Set a master password');
  await seen(asks('Set a master password'));
});

test.for([1280, 320])('the recovery key stands in two rows of four groups on a screen of %i px, and reads as one text', async (width) => {
  await page.viewport(width, 800);
  await openVaultScreen(openTab(), '/dashboard#vault?add');
  await fillNewMaster('Set a master password', strongMaster);
  await click('Set master password', asks('Set a master password'));
  const key = page.getByRole('alertdialog', { name: 'Your recovery key' });
  await seen(key);
  const shown = key.element().querySelector<HTMLElement>('[translate="no"]');
  const rows = [...(shown?.children ?? [])].map((row) => row.getBoundingClientRect());
  expect(new Set(rows.map(({ top }) => top)).size).toBe(2);
  expect(rows.every(({ left, right }) => left >= 0 && right <= width)).toBe(true);
  expect(shown?.innerText).toMatch(/^(?:[A-Z2-7]{4}-){7}[A-Z2-7]{4}$/);
  await page.viewport(1280, 800);
});
