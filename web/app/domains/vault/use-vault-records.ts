import { useEffect, useState } from 'react';
import type { SealState } from '../records/sealer.ts';
import type { VaultStore } from './vault-store.ts';

/** The vault, and whether it can seal and open records, once its code is here; nothing of it is fetched before it is wanted. */
export function useVaultRecords(isWanted: boolean): { readonly state: SealState; readonly store: VaultStore | undefined } {
  const [store, setStore] = useState<VaultStore>();
  const [state, setState] = useState<SealState>('loading');
  useEffect(() => {
    if (!isWanted) return undefined;
    let stop: (() => void) | undefined;
    let left = false;
    import('./browser-vault.client.ts').then(
      ({ browserVault }) => {
        if (left) return;
        const browsers = browserVault();
        const { records } = browsers;
        setStore(browsers);
        setState(records.sealState());
        stop = records.subscribe(() => setState(records.sealState()));
      },
      () => setState('unreachable'),
    );
    return () => {
      left = true;
      stop?.();
    };
  }, [isWanted]);
  return { state, store };
}
