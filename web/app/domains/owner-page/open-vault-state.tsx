import { useSyncExternalStore } from 'react';
import { useNow } from '../../ui/use-now.ts';
import { admission } from '../session/admission.ts';
import type { VaultStore } from '../vault/vault-store.ts';
import { AsOf } from './as-of.tsx';

type OpenVaultStateProps = {
  readonly vault: Pick<VaultStore, 'read' | 'subscribe'> & { readonly actions: Pick<VaultStore['actions'], 'lock'> };
};

/** When the open vault locks by itself, to the second, and the way to lock it now. */
export function OpenVaultState({ vault }: OpenVaultStateProps) {
  const locksAtMs = useSyncExternalStore(vault.subscribe, () => {
    const state = vault.read();
    return state.stage === 'open' ? state.memory.locksAtMs : null;
  });
  const copyAtMs = useSyncExternalStore(vault.subscribe, () => {
    const state = vault.read();
    return state.stage === 'open' ? state.copyAtMs : null;
  });
  // A page that was opened without the server says so in its head.
  const isSaid = useSyncExternalStore(admission.subscribe, () => admission.away() !== undefined);
  const lock = () => {
    // What stands in a field is saved when it is left.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    vault.actions.lock('button');
  };
  return (
    <>
      {copyAtMs === null || isSaid ? null : <AsOf atMs={copyAtMs} />}
      {locksAtMs === null ? null : <Countdown toMs={locksAtMs} />}
      <button type="button" className="page-state-button" onClick={lock}>
        Lock the vault
      </button>
    </>
  );
}

function Countdown({ toMs }: { readonly toMs: number }) {
  const seconds = Math.max(0, Math.ceil((toMs - useNow(1000)) / 1000));
  return <span className="page-locks-in">{`Locks in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</span>;
}
