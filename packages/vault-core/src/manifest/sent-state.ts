import type { RememberedVault, ShownVault } from './judge-opening.ts';
import { headPart } from './manifest-head.ts';
import type { VaultPin } from './pin.ts';

/**
 * What this device sealed and sent, kept from before it was sent: where the answer is lost, by a lock or a closed page, the state may
 * be the server's all the same, and is this device's own. `parts`: the parts that were written, the head among them, as they were
 * sent; `null` is one that is gone.
 */
export type SentState = { readonly pin: VaultPin; readonly parts: ReadonlyMap<number, string | null> };

/** Whether what a sent state would have this device remember may still come after what this device remembers: later, the same owner's, and under no ended key. */
export function mayComeNext(known: RememberedVault | undefined, { userId, epoch, keyId }: VaultPin): boolean {
  if (known === undefined) return true;
  return userId === known.userId && epoch > known.epoch && !known.former?.includes(keyId ?? '');
}

/**
 * The sent state that the server shows, if it shows one: its head byte for byte, for the same owner and vault. Before anything is
 * judged, the device remembers that state. What is withheld, brought back or altered is none, and is held against what was remembered.
 */
export function takenState(
  known: RememberedVault | undefined,
  sent: readonly SentState[],
  shown: Pick<ShownVault, 'userId' | 'vaultId'> & { readonly head: string | undefined },
): SentState | undefined {
  if (shown.head === undefined) return undefined;
  return sent.find(
    ({ pin, parts }) =>
      mayComeNext(known, pin) && pin.userId === shown.userId && pin.vaultId === shown.vaultId && parts.get(headPart) === shown.head,
  );
}
