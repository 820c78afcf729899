import type { SlotFindingCode } from '../finding.ts';
import type { VaultCrypto } from '../ports.ts';
import { type Slot, slotDigest } from './slot.ts';

/** What head and pin keep of a slot. */
export type ListedSlot = { readonly id: string; readonly digest: string };

/** How one slot differs between two lists. */
export type SlotChange = { readonly slotId: string; readonly change: 'added' | 'removed' | 'replaced' };

/** Slots as a head lists them. */
export function listSlots(crypto: VaultCrypto, slots: readonly Slot[]): Promise<readonly ListedSlot[]> {
  return Promise.all(slots.map(async (slot) => ({ id: slot.id, digest: await slotDigest(crypto, slot) })));
}

/** What is other in `after` than in `before`. */
export function compareSlots(before: readonly ListedSlot[], after: readonly ListedSlot[]): readonly SlotChange[] {
  const left = new Map(before.map(({ id, digest }) => [id, digest]));
  const changes: SlotChange[] = [];
  for (const { id, digest } of after) {
    const was = left.get(id);
    if (was !== digest) changes.push({ slotId: id, change: was === undefined ? 'added' : 'replaced' });
    left.delete(id);
  }
  return [...changes, ...[...left.keys()].map((slotId) => ({ slotId, change: 'removed' }) as const)];
}

const codes = { added: 'slot_unlisted', removed: 'slot_missing', replaced: 'slot_altered' } as const;

/** What is wrong with slots that differ from those a head lists. */
export function slotFindings(changes: readonly SlotChange[]): readonly { readonly code: SlotFindingCode; readonly slotId: string }[] {
  return changes.map(({ slotId, change }) => ({ code: codes[change], slotId }));
}
