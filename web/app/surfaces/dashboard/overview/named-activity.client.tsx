import { useSyncExternalStore } from 'react';
import type { ActivityEntry } from '../../../domains/activity/activity-entry.ts';
import { browserVaultIfStarted } from '../../../domains/vault/browser-vault.client.ts';
import { SecretRoot } from '../../../domains/vault/secret-root.tsx';
import type { VaultStore } from '../../../domains/vault/vault-store.ts';
import { ActivityList } from './activity-list.tsx';

/** The newest rows with the titles of the vault's entries. Only while it is open: the titles stand in a root of their own, which a lock drops. */
export default function NamedActivity({ entries }: { readonly entries: readonly ActivityEntry[] }) {
  const vault = browserVaultIfStarted();
  return vault === undefined ? <ActivityList entries={entries} /> : <NamedIn vault={vault} entries={entries} />;
}

/** The same over a vault. */
export function NamedIn({ vault, entries }: NamedProps) {
  const draw = () => <Named vault={vault} entries={entries} />;
  return <SecretRoot draw={draw} />;
}

type NamedProps = { readonly vault: Pick<VaultStore, 'read' | 'subscribe'>; readonly entries: readonly ActivityEntry[] };

function Named({ vault, entries }: NamedProps) {
  const state = useSyncExternalStore(vault.subscribe, vault.read);
  const nameOf = (id: string) => {
    const details = state.stage === 'open' ? state.items.find((item) => item.id === id)?.details : undefined;
    return details === undefined ? undefined : { title: details.title, isLogin: details.kind === 'login' };
  };
  return <ActivityList entries={entries} nameOf={nameOf} />;
}
