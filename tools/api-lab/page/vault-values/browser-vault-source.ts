import { fail, type Result } from '@castellan/foundation/result';
import type {
  EntryOriginChange,
  EntryPart,
  ReleaseFailure,
  VaultSending,
} from '../../../../web/app/domains/vault/contract/vault-sending.ts';
import type { VaultItem } from '../../../../web/app/domains/vault/contract/vault-state.ts';
import type { VaultStore } from '../../../../web/app/domains/vault/vault-store.ts';
import type { VaultRef } from '../model.ts';
import type { SourceFailure, VaultSource } from './vault-values.ts';

/**
 * The lab's view of a vault: entries that are not in the trash, and their fields. One-time secrets and notes are not among them. Values
 * come one by one from the vault's Worker, which holds each against the origins sealed with its entry.
 */
export function vaultSourceOf({ read, subscribe, actions }: Pick<VaultStore, 'read' | 'subscribe' | 'actions'>): VaultSource {
  const items = (): readonly VaultItem[] => {
    const state = read();
    return state.stage === 'open' && state.tier === 'secrets' ? state.items.filter(({ details }) => details.trashedAt === null) : [];
  };
  /** Asks the vault about entries that are in it. */
  const ask = async <Value>(
    ids: readonly string[],
    work: (vault: VaultSending) => Promise<Result<Value, ReleaseFailure>>,
  ): Promise<Result<Value, SourceFailure>> => {
    const state = read();
    if (state.stage !== 'open' || state.tier !== 'secrets') return fail({ code: 'vault_locked' });
    const known = new Set(items().map(({ id }) => id));
    if (!ids.every((id) => known.has(id))) return fail({ code: 'vault_entry_missing' });
    let vault: VaultSending;
    try {
      vault = await actions.sending();
    } catch {
      return fail({ code: 'part_missing' });
    }
    const answer = await work(vault);
    return answer.ok ? answer : fail(failureOf(answer.failure));
  };
  const change = (changes: readonly EntryOriginChange[]) =>
    ask(
      changes.map(({ id }) => id),
      (vault) => vault.changeOrigins(changes),
    );
  return {
    subscribe,
    entries: () => items().map(({ id, details: { title, username } }) => ({ id, title, username })),
    fieldNames: async (entryId) => {
      const names = await ask([entryId], (vault) => vault.fieldNames(entryId));
      return names.ok
        ? names.value.filter((name) => name !== '' && names.value.indexOf(name) === names.value.lastIndexOf(name))
        : undefined;
    },
    allowedOrigins: (entryId) => ask([entryId], (vault) => vault.allowedOrigins(entryId)),
    allow: (questions) => {
      const ids = [...new Set(questions.map(({ entryId }) => entryId))];
      const originsOf = (id: string) => questions.filter(({ entryId }) => entryId === id).map(({ origin }) => origin);
      return change(ids.map((id) => ({ id, allow: originsOf(id) })));
    },
    disallow: (entryId, origin) => change([{ id: entryId, remove: [origin] }]),
    read: (ref, origins) => ask([ref.entryId], (vault) => vault.release(ref.entryId, partOf(ref), origins)),
  };
}

function partOf(ref: VaultRef): EntryPart {
  return ref.part === 'field' ? { part: 'field', name: ref.name } : { part: ref.part };
}

function failureOf({ code }: ReleaseFailure): SourceFailure {
  switch (code) {
    case 'locked':
      return { code: 'vault_locked' };
    case 'entry_gone':
      return { code: 'vault_entry_missing' };
    case 'origin_not_allowed':
      return { code: 'vault_origin_refused' };
    case 'field_missing':
      return { code: 'vault_field_missing' };
    default:
      return { code: 'vault_unreadable' };
  }
}
