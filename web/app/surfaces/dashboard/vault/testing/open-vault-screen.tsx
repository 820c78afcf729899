import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { lockSignal } from '../../../../domains/vault/lock-signal.ts';
import { openTab, type Tab, untilStage } from '../../../../domains/vault/testing/vault-world.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { click, fill, gone, seen } from '../../../../testing/steps.ts';
import { VaultRoot } from '../vault-root.tsx';

/** A master that the strength meter finds strong. */
export const strongMaster = 'seven grey herons keep the weir';

/** The vault's screen over a store whose server, device and Worker are in memory. */
export async function openVaultScreen(tab: Pick<Tab, 'store' | 'actions'> = openTab(), address = '/dashboard#vault') {
  tab.store.onEmptying(lockSignal.tell);
  const vault = { ...tab.store, actions: tab.actions };
  const Screen = () => <VaultRoot vault={vault} />;
  return openPage(address, [
    {
      path: '/dashboard',
      element: (
        <main>
          <Screen />
        </main>
      ),
    },
  ]);
}

/** The screen over a vault that was made beforehand, open; `recoveryKey` opens it too. */
export async function openMadeVault(options: Parameters<typeof openTab>[0] = {}) {
  const tab = openTab(options);
  await untilStage(tab, 'locked');
  const made = await tab.actions.setMaster(strongMaster);
  if (!made.ok) throw new Error(made.failure.code);
  tab.actions.recoveryKeyKept();
  await openVaultScreen(tab);
  await seen(page.getByRole('button', { name: 'Lock', exact: true }));
  return { ...tab, recoveryKey: made.value.recoveryKey };
}

/** Fills in the form of a new entry, and saves it. */
export async function addEntry(fields: Readonly<Record<string, string>>): Promise<void> {
  await click('Add Entry');
  const form = page.getByRole('dialog', { name: 'Add Entry' });
  for (const [label, text] of Object.entries(fields)) await fill(label, text, form);
  await click('Save', form);
  await gone(form);
}

/** Types a new master twice into a dialog that asks for one. */
export async function fillNewMaster(dialogName: string, text: string, again = text): Promise<void> {
  const dialog = page.getByRole('dialog', { name: dialogName });
  await fill('New master password', text, dialog);
  await fill('Confirm master password', again, dialog);
}

/** Opens the vault with the master from the locked screen. */
export async function unlockByMaster(text = strongMaster): Promise<void> {
  const toMaster = page.getByRole('button', { name: 'Use master password instead' });
  if (toMaster.query() !== null) await toMaster.click();
  await fill('Master password', text);
  await click('Unlock');
}

/** Opens the form that rotates the key, the master typed. */
export async function beginRotation() {
  await click('Rotate the vault key');
  await click('Continue', page.getByRole('alertdialog', { name: 'Rotate the vault key?' }));
  const dialog = page.getByRole('dialog', { name: 'Rotate the vault key' });
  await fill('Current master password', strongMaster, dialog);
  return dialog;
}

/** Puts the new recovery key away, and waits for the end of the rotation. */
export async function expectRotated(): Promise<void> {
  await click('I have saved it', page.getByRole('alertdialog', { name: 'Your recovery key' }));
  await gone(page.getByText(/Rotating the vault key|Vault key rotation is paused/));
}

/** An entry in the list, by its title. */
export const entry = (title: string) => page.getByRole('listbox', { name: 'Entries' }).getByRole('option', { name: title });

/** The shown entry has this password. */
export async function expectPassword(title: string, password: string): Promise<void> {
  await entry(title).click();
  await click('Show password');
  await expect.element(page.getByText(password, { exact: true })).toBeVisible();
}
