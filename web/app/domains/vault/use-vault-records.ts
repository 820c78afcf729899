import { useEffect, useState } from 'react';
import type { SealState, VaultSealer } from '../records/sealer.ts';

/** The vault as whoever seals records, once its code is here; nothing of it is fetched before it is wanted. */
export function useVaultRecords(isWanted: boolean): { readonly state: SealState; readonly vault: VaultSealer | undefined } {
  const [vault, setVault] = useState<VaultSealer>();
  const [state, setState] = useState<SealState>('loading');
  useEffect(() => {
    if (!isWanted) return undefined;
    let stop: (() => void) | undefined;
    let left = false;
    import('./browser-vault.client.ts').then(
      ({ browserVault }) => {
        if (left) return;
        const { records } = browserVault();
        setVault(records);
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
  return { state, vault };
}
