import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type OpenState, useVault } from './vault-context.ts';

/**
 * Begins what the address asks of the open vault, once nothing else is asked of the owner: `#vault?add` a new entry's form,
 * `#vault?entry=<id>` an entry. The address then forgets it, and with it the browser's history.
 */
export function useVaultAddress(state: OpenState, begin: { readonly add: () => void; readonly open: (id: string) => void }): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { dialog } = useVault();
  const wish = dialog === null && hash.startsWith('#vault?') ? new URLSearchParams(hash.slice('#vault?'.length)) : undefined;
  const isAdding = wish?.has('add') === true && !state.offline;
  const entryId = state.items.find(({ id }) => id === wish?.get('entry'))?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another wish is a reason to begin again.
  useEffect(() => {
    if (!isAdding && entryId === undefined) return;
    void navigate('#vault', { replace: true, preventScrollReset: true });
    if (isAdding) begin.add();
    else if (entryId !== undefined) begin.open(entryId);
  }, [isAdding, entryId]);
}
