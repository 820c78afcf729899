import { fail, type Result } from '@castellan/foundation/result';
import { useState } from 'react';
import { entryCodeAt } from '../../../domains/vault/entry-code.ts';
import { draftOf } from '../../../domains/vault/entry-draft.ts';
import type { EntryField, EntrySecrets } from '../../../domains/vault/vault-entry.ts';
import type { VaultFailure } from '../../../domains/vault/vault-failure.ts';
import type { EntryForEdit, VaultItem } from '../../../domains/vault/vault-state.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import { commonFailureText } from './failure-text.ts';
import { masterModeOf } from './master-mode.ts';
import { type OpenState, useVault } from './vault-context.ts';

/** What can be done with one entry, by a button or by a key. Each says in a toast how it went. */
export type EntryActions = {
  /** The secrets, or `undefined` where they are not to be had: the owner has been told why. */
  readonly reveal: (item: VaultItem) => Promise<EntrySecrets | undefined>;
  /** The same for an edit, with everything that it starts from. */
  readonly openForEdit: (item: VaultItem) => Promise<EntryForEdit | undefined>;
  readonly copyPassword: (item: VaultItem) => Promise<void>;
  readonly copyUsername: (item: VaultItem) => Promise<void>;
  readonly copyCode: (item: VaultItem) => Promise<void>;
  /** A custom field, which is shown already. */
  readonly copyField: (item: VaultItem, field: EntryField) => Promise<void>;
  readonly toggleFavorite: (item: VaultItem) => Promise<void>;
  readonly restore: (item: VaultItem) => Promise<void>;
};

/** What the clearing cannot reach; said with the first copy after an opening. */
const limit = '; clipboard histories and other programs may keep a copy';

/** The actions on entries of an open vault. */
export function useEntryActions(state: OpenState): EntryActions {
  const { actions, showDialog } = useVault();
  const toast = useToast();
  const [hasCopied, setHasCopied] = useState(false);

  const refuse = (description: string) => toast({ title: 'Error', description, tone: 'alert' });
  const askForMaster = (purpose: 'view' | 'copy') => {
    toast({ title: 'Locked', description: `Unlock with your master password to ${purpose}.`, tone: 'alert' });
    showDialog({ kind: 'master', mode: masterModeOf(state.kind) });
  };
  const ask = async <Value>(purpose: 'view' | 'copy', read: () => Promise<Result<Value, VaultFailure>>): Promise<Value | undefined> => {
    const answer = state.tier === 'secrets' ? await read() : fail({ code: 'locked' } as const);
    if (answer.ok) return answer.value;
    if (answer.failure.code === 'locked') askForMaster(purpose);
    else toast({ title: 'Failed to load password entries', description: commonFailureText(answer.failure), tone: 'alert' });
    return undefined;
  };
  const read = (item: VaultItem, purpose: 'view' | 'copy') => ask(purpose, () => actions.readSecrets(item.id, purpose));
  const openForEdit = (item: VaultItem) => ask('view', () => actions.openForEdit(item.id));
  const tellCopied = (copied: { readonly ok: boolean }, name: string) => {
    if (!copied.ok) return refuse('Failed to copy to clipboard');
    toast({ title: 'Copied', description: `${name}. The clipboard is cleared in 30 seconds${hasCopied ? '' : limit}.` });
    setHasCopied(true);
  };
  const copySecretText = async (text: string, name: string) => {
    if (text !== '') tellCopied(await actions.copySecret(text), name);
  };
  const copyShown = async ({ id }: VaultItem, text: string, name: string) => {
    if (text !== '') tellCopied(await actions.copyShown(id, text), name);
  };

  return {
    reveal: (item) => read(item, 'view'),
    openForEdit,
    copyPassword: async (item) => {
      const secrets = await read(item, 'copy');
      if (secrets !== undefined) await copySecretText(secrets.password, 'Password');
    },
    copyUsername: (item) => copyShown(item, item.details.username, 'Username'),
    copyCode: async (item) => {
      if (!item.details.hasTotp) return;
      const secrets = await read(item, 'copy');
      if (secrets === undefined) return;
      const made = await entryCodeAt(secrets.totp, browserTimer.nowMs());
      if (made.ok) await copySecretText(made.value.code, 'One-time code');
      else refuse('The one-time secret of this entry makes no codes.');
    },
    copyField: (item, { name, value }) => copyShown(item, value, name),
    toggleFavorite: async (item) => {
      const opened = await openForEdit(item);
      if (opened === undefined) return;
      const draft = draftOf({ ...opened.details, favorite: !item.details.favorite }, opened.secrets);
      const saved = await actions.save(item.id, draft, opened.version);
      if (!saved.ok) toast({ title: 'Failed to save password entry', description: commonFailureText(saved.failure), tone: 'alert' });
    },
    restore: async (item) => {
      const restored = await actions.restore(item.id);
      if (restored.ok) toast({ title: 'Entry Updated', description: `“${item.details.title}” is back from the trash.` });
      else toast({ title: 'Failed to save password entry', description: commonFailureText(restored.failure), tone: 'alert' });
    },
  };
}
