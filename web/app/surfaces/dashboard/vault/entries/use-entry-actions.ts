import { fail, type Result } from '@castellan/foundation/result';
import { useState } from 'react';
import { commonFailureText } from '../../../../domains/vault/access/failure-text.ts';
import type { EntryField, EntrySecrets } from '../../../../domains/vault/contract/vault-entry.ts';
import type { VaultFailure } from '../../../../domains/vault/contract/vault-failure.ts';
import type { EntryForEdit, VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import { keepUse } from '../../../../domains/vault/entries/entry-uses.ts';
import { browserTimer } from '../../../../lib/clock.ts';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { masterModeOf } from '../unlock/master-mode.ts';
import { type OpenState, useVault } from '../vault-context.ts';

/** What can be done with one entry, by a button or by a key. Each says in a toast how it went; a copy, whether it was made. */
export type EntryActions = {
  /** The secrets, or `undefined` where they are not to be had: the owner has been told why. */
  readonly reveal: (item: VaultItem) => Promise<EntrySecrets | undefined>;
  /** The same for an edit, with everything that it starts from. */
  readonly openForEdit: (item: VaultItem) => Promise<EntryForEdit | undefined>;
  readonly copyPassword: (item: VaultItem) => Promise<boolean>;
  readonly copyUsername: (item: VaultItem) => Promise<boolean>;
  readonly copyCode: (item: VaultItem) => Promise<boolean>;
  /** A field, which is shown already. */
  readonly copyField: (item: VaultItem, field: Pick<EntryField, 'name' | 'value'>) => Promise<boolean>;
  /** The value of a hidden field of this name, `at` its place; `undefined` where it is not to be had. */
  readonly readHidden: (item: VaultItem, name: string, at: number) => Promise<string | undefined>;
  readonly copyHidden: (item: VaultItem, name: string, at: number) => Promise<boolean>;
  /** A password that was generated, and belongs to no entry yet. */
  readonly copyGenerated: (text: string) => Promise<boolean>;
  readonly toggleFavorite: (item: VaultItem) => Promise<void>;
  readonly restore: (item: VaultItem) => Promise<void>;
  /** Says that the master is wanted first, where it is: then nothing is begun. */
  readonly mayChange: () => boolean;
};

// It comes with the first entry that is looked at: the list opens without it.
const loadCodes = () => import('../../../../domains/vault/entries/entry-code.ts').catch(() => undefined);

/** What a page can keep: no browser lets one that is out of sight touch the clipboard. */
const cleared = 'It is cleared after 30 seconds if this page is in front then, else when you return to it';

/** What the clearing cannot reach; said with the first copy after an opening. */
const limit = '; clipboard histories and other programs may keep a copy';

/** What the master is wanted for (spec §5, §8): a change of an entry wants it as a new one does. */
type Purpose = 'view' | 'copy' | 'save';

/** The actions on entries of an open vault. */
export function useEntryActions(state: OpenState): EntryActions {
  const { actions, showDialog } = useVault();
  const toast = useToast();

  const refuse = (description: string) => toast({ title: 'Error', description, tone: 'alert' });
  const askForMaster = (purpose: Purpose) => {
    const unset = 'Master password not set';
    if (purpose === 'save') toast({ title: 'Locked', description: unset, tone: 'alert' });
    else toast({ title: 'Locked', description: `Unlock with your master password to ${purpose}.`, tone: 'alert' });
    showDialog({ kind: 'master', mode: masterModeOf(state.kind), ...(purpose === 'save' ? { note: unset } : {}) });
  };
  const ask = async <Value>(purpose: Purpose, read: () => Promise<Result<Value, VaultFailure>>): Promise<Value | undefined> => {
    const answer = state.tier === 'secrets' ? await read() : fail({ code: 'locked' } as const);
    if (answer.ok) return answer.value;
    if (answer.failure.code === 'locked') askForMaster(purpose);
    else toast({ title: 'Failed to load password entries', description: commonFailureText(answer.failure), tone: 'alert' });
    return undefined;
  };
  const read = async (item: VaultItem, purpose: 'view' | 'copy') => {
    const secrets = await ask(purpose, () => actions.readSecrets(item.id, purpose));
    if (secrets !== undefined) keepUse(item.id);
    return secrets;
  };
  const openForEdit = (item: VaultItem) => ask('save', () => actions.openForEdit(item.id));
  const { tellCopied, copySecretText, copyShown } = useCopying(refuse);

  return {
    mayChange: () => {
      if (state.tier !== 'secrets') askForMaster('save');
      return state.tier === 'secrets';
    },
    reveal: (item) => read(item, 'view'),
    openForEdit,
    copyPassword: async (item) => {
      const secrets = await read(item, 'copy');
      return secrets !== undefined && copySecretText(secrets.password, 'Password');
    },
    copyUsername: (item) => copyShown(item, item.details.username, 'Username'),
    copyCode: async (item) => {
      if (!item.details.hasTotp) return false;
      const secrets = await read(item, 'copy');
      if (secrets === undefined) return false;
      const made = await (await loadCodes())?.entryCodeAt(secrets.totp, browserTimer.nowMs());
      if (made === undefined) return tellCopied({ ok: false }, 'One-time code');
      if (made.ok) return copySecretText(made.value.code, 'One-time code');
      refuse('This entry’s one-time secret cannot generate codes.');
      return false;
    },
    readHidden: async (item, name, at) => valueAt(await read(item, 'view'), name, at),
    copyHidden: async (item, name, at) => {
      const value = valueAt(await read(item, 'copy'), name, at);
      return value !== undefined && copySecretText(value, name);
    },
    copyField: (item, { name, value }) => copyShown(item, value, name),
    copyGenerated: (text) => copySecretText(text, 'Password'),
    toggleFavorite: async (item) => {
      if (state.tier !== 'secrets') return askForMaster('save');
      const saved = await actions.amend([{ id: item.id, favorite: !item.details.favorite }]);
      if (!saved.ok) toast({ title: 'Failed to save password entry', description: commonFailureText(saved.failure), tone: 'alert' });
    },
    restore: async (item) => {
      if (state.tier !== 'secrets') return askForMaster('save');
      const restored = await actions.restore(item.id);
      if (restored.ok) toast({ title: 'Entry Updated', description: 'Restored from the trash.' });
      else toast({ title: 'Failed to save password entry', description: commonFailureText(restored.failure), tone: 'alert' });
    },
  };
}

/** Copies texts, and says with the first copy what no clearing reaches. */
function useCopying(refuse: (description: string) => void) {
  const { actions } = useVault();
  const toast = useToast();
  const [hasCopied, setHasCopied] = useState(false);
  const tellCopied = (copied: { readonly ok: boolean }, name: string): boolean => {
    if (!copied.ok) {
      refuse('Failed to copy to clipboard');
      return false;
    }
    toast({ title: 'Copied', description: `${name}. ${cleared}${hasCopied ? '' : limit}.` });
    setHasCopied(true);
    return true;
  };
  const copySecretText = async (text: string, name: string) => {
    return text !== '' && tellCopied(await actions.copySecret(text), name);
  };
  const copyShown = async ({ id }: VaultItem, text: string, name: string) => {
    return text !== '' && tellCopied(await actions.copyShown(id, text), name);
  };
  return { tellCopied, copySecretText, copyShown };
}

function valueAt(secrets: EntrySecrets | undefined, name: string, at: number): string | undefined {
  const field = secrets?.fields[at];
  return field?.name === name ? field.value : undefined;
}
