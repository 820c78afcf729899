import { useCallback, useSyncExternalStore } from 'react';
import { SecretRoot } from '../../../domains/vault/secret-root.tsx';
import type { VaultStore } from '../../../domains/vault/vault-store.ts';
import { VaultScreen } from './vault-screen.tsx';

type VaultRootProps = { readonly vault: Pick<VaultStore, 'read' | 'subscribe' | 'actions' | 'inbox'> };

/** The vault's screen in a root of its own: the page around it never holds a state that names an entry. */
export function VaultRoot({ vault }: VaultRootProps) {
  const draw = useCallback(() => <LiveVault vault={vault} />, [vault]);
  return <SecretRoot draw={draw} />;
}

function LiveVault({ vault }: VaultRootProps) {
  const state = useSyncExternalStore(vault.subscribe, vault.read);
  return <VaultScreen state={state} actions={vault.actions} inbox={vault.inbox} />;
}
