import { fail, succeed } from '@castellan/foundation/result';
import type { VaultFailure } from '../../../../web/app/domains/vault/contract/vault-failure.ts';
import type { VaultItem } from '../../../../web/app/domains/vault/contract/vault-state.ts';
import type { VaultStore } from '../../../../web/app/domains/vault/vault-store.ts';
import type { VaultRef } from '../model.ts';
import type { VaultSource, VaultValueFailure } from './vault-values.ts';

type Failure = Omit<VaultValueFailure, 'name'>;

/** The lab's view of a vault: entries that are not in the trash, and their fields. One-time secrets and notes are not among them. */
export function vaultSourceOf({ read, subscribe, actions }: Pick<VaultStore, 'read' | 'subscribe' | 'actions'>): VaultSource {
  const items = (): readonly VaultItem[] => {
    const state = read();
    return state.stage === 'open' && state.tier === 'secrets' ? state.items.filter(({ details }) => details.trashedAt === null) : [];
  };
  return {
    subscribe,
    entries: () => items().map(({ id, details: { title, username } }) => ({ id, title, username })),
    fieldNames: async (entryId) => {
      const secrets = await actions.readSecrets(entryId, 'view');
      if (!secrets.ok) return undefined;
      const names = secrets.value.fields.map(({ name }) => name);
      return names.filter((name) => name !== '' && names.indexOf(name) === names.lastIndexOf(name));
    },
    read: async (ref) => {
      const state = read();
      if (state.stage !== 'open' || state.tier !== 'secrets') return fail<Failure>({ code: 'vault_locked' });
      const item = items().find(({ id }) => id === ref.entryId);
      if (item === undefined) return fail<Failure>({ code: 'vault_entry_missing' });
      // A user name is sent as the rest is: recorded.
      const secrets = await actions.readSecrets(ref.entryId, 'send');
      if (!secrets.ok) return fail(failureOf(secrets.failure));
      if (ref.part !== 'field') return succeed(ref.part === 'username' ? item.details.username : secrets.value.password);
      return fieldOf(secrets.value.fields, ref);
    },
  };
}

function fieldOf(fields: readonly { readonly name: string; readonly value: string }[], { name }: VaultRef & { readonly part: 'field' }) {
  const [field, ...others] = fields.filter((one) => one.name === name);
  return field === undefined || others.length > 0 ? fail<Failure>({ code: 'vault_field_missing' }) : succeed(field.value);
}

function failureOf({ code }: VaultFailure): Failure {
  if (code === 'locked') return { code: 'vault_locked' };
  return { code: code === 'entry_gone' ? 'vault_entry_missing' : 'vault_unreadable' };
}
