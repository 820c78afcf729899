import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { masterModeOf } from './unlock/master-mode.ts';
import { type LockedState, type OpenState, useVault } from './vault-context.ts';

/**
 * Begins what the address asks of the open vault, once nothing else is asked of the owner: `#vault?add` a new entry's form,
 * `#vault?entry=<id>` an entry. The address then forgets it, and with it the browser's history. Where nothing can be saved before
 * a master is given, that is asked first, so that one question stands on the screen at a time.
 */
export function useVaultAddress(state: OpenState, begin: { readonly add: () => void; readonly open: (id: string) => void }): void {
  const wish = useWish();
  const navigate = useNavigate();
  const { dialog, showDialog } = useVault();
  const isFree = dialog === null;
  const isAdding = isFree && wish?.has('add') === true && !state.offline;
  const entryId = isFree ? state.items.find(({ id }) => id === wish?.get('entry'))?.id : undefined;
  const isMasterAsked = useRef(!isFree);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another wish is a reason to begin again.
  useEffect(() => {
    if (!isAdding && entryId === undefined) return;
    if (isAdding && state.tier !== 'secrets' && !isMasterAsked.current) {
      isMasterAsked.current = true;
      return showDialog({ kind: 'master', mode: masterModeOf(state.kind) });
    }
    void navigate('#vault', { replace: true, preventScrollReset: true });
    if (isAdding) begin.add();
    else if (entryId !== undefined) begin.open(entryId);
  }, [isAdding, entryId]);
}

/** Where there is no vault yet and the address asks for a new entry, the master that makes one is asked for, once. */
export function useFirstMaster({ kind }: LockedState): void {
  const isWanted = useWish()?.has('add') === true && kind === 'none';
  const { dialog, showDialog } = useVault();
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isWanted || isAsked.current || dialog !== null) return;
    isAsked.current = true;
    showDialog({ kind: 'master', mode: 'set' });
  }, [isWanted, dialog, showDialog]);
}

/** What the address asks of the vault, if anything. */
function useWish(): URLSearchParams | undefined {
  const { hash } = useLocation();
  return hash.startsWith('#vault?') ? new URLSearchParams(hash.slice('#vault?'.length)) : undefined;
}
