import { addressBlock } from '../core/address-block.ts';

/** Places for what takes long: so many at once, and of one address block so many. */
export type Slots = {
  /** Takes a place; what it returns gives it back, once. `undefined`: all are taken. */
  readonly take: (address: string) => (() => void) | undefined;
};

/** Makes places. Only addresses that hold one are remembered. */
export function createSlots({ all, perAddress }: { readonly all: number; readonly perAddress: number }): Slots {
  const taken = new Map<string, number>();
  let count = 0;
  return {
    take: (address) => {
      const block = addressBlock(address);
      const ofBlock = taken.get(block) ?? 0;
      if (count >= all || ofBlock >= perAddress) return undefined;
      count += 1;
      taken.set(block, ofBlock + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        count -= 1;
        const rest = (taken.get(block) ?? 1) - 1;
        if (rest > 0) taken.set(block, rest);
        else taken.delete(block);
      };
    },
  };
}
