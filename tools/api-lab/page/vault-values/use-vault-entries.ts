import { useMemo, useSyncExternalStore } from 'react';
import type { VaultRef } from '../model.ts';
import type { VaultEntry, VaultSource } from './vault-values.ts';

/** The entries of an open vault, as they are now. */
export function useVaultEntries(source: VaultSource | undefined): readonly VaultEntry[] {
  const store = useMemo(() => {
    let known: readonly VaultEntry[] = [];
    const read = () => {
      const now = source?.entries() ?? [];
      if (JSON.stringify(now) !== JSON.stringify(known)) known = now;
      return known;
    };
    return { read, subscribe: source?.subscribe ?? (() => () => undefined) };
  }, [source]);
  return useSyncExternalStore(store.subscribe, store.read);
}

/** An entry's title and the part of it that is meant. */
export function nameOfRef(entries: readonly VaultEntry[], ref: VaultRef): string {
  const title = entries.find(({ id }) => id === ref.entryId)?.title ?? 'An entry that is not in the vault';
  return `${title} · ${ref.part === 'field' ? ref.name : ref.part === 'password' ? 'password' : 'user name'}`;
}
