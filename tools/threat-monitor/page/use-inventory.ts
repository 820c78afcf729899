import { useMemo } from 'react';
import { useCollection } from '../../../web/app/domains/records/use-collection.ts';
import { useEditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import { threatMonitor } from '../manifest.ts';
import { inventories } from './inventories.ts';

/** The owner's inventory, and the ways to change it. */
export function useInventory() {
  const hand = useCollection(inventories, threatMonitor.id);
  const { tell, undo } = useEditToast(hand.undo);
  const { rows, unsent } = hand.state;
  // What the server has: it is asked again once this changes.
  const mark = rows
    .filter(({ id }) => !unsent.has(id))
    .map(({ id, version }) => `${id} ${version}`)
    .join();
  return useMemo(() => ({ hand, tell, undo, mark }), [hand, tell, undo, mark]);
}

/** The inventory as the page has it. */
export type InventoryInHand = ReturnType<typeof useInventory>;
