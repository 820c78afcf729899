import { weakMasterText } from '../../../../web/app/domains/vault/access/crack-cost-text.ts';
import { browserVault } from '../../../../web/app/domains/vault/browser-vault.client.ts';
import { secretAutoComplete } from '../../../../web/app/domains/vault/entries/secret-auto-complete.ts';
import { TextField } from '../../../../web/app/ui/fields/text-field.tsx';

/** A new vault's master as it was typed twice. */
export type NewMaster = { readonly master: string; readonly again: string; readonly error: string | undefined };

export const noNewMaster: NewMaster = { master: '', again: '', error: undefined };

/** Characters a new master has at least (spec §9). */
const minCharacters = 8;

/** What is wrong with a new master; `undefined` where it may be taken. */
export async function newMasterFault({ master, again }: NewMaster): Promise<string | undefined> {
  if (Array.from(master).length < minCharacters) return 'Use at least 8 characters.';
  if (master !== again) return 'Passwords do not match.';
  const weak = weakMasterText(await browserVault().actions.tools.estimateStrength(master));
  return weak === undefined ? undefined : `${weak} Choose a stronger one.`;
}

/** Asks for the master of the vault that is made, where the backup was opened without one. */
export function NewVaultFields({ value, onValue }: { readonly value: NewMaster; readonly onValue: (value: NewMaster) => void }) {
  return (
    <div className="mt-4 grid max-w-96 gap-4">
      <p className="text-muted">This account has no vault yet. Choose the master password that opens the new one.</p>
      <TextField
        label="New master password"
        type="password"
        autoComplete={secretAutoComplete}
        hint="At least 8 characters. Six unrelated words are better than a short password."
        value={value.master}
        error={value.error}
        onValue={(master) => onValue({ ...value, master, error: undefined })}
      />
      <TextField
        label="Confirm master password"
        type="password"
        autoComplete={secretAutoComplete}
        value={value.again}
        onValue={(again) => onValue({ ...value, again, error: undefined })}
      />
    </div>
  );
}
