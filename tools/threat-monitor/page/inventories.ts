import type * as z from 'zod/mini';
import type { Collection } from '../../../web/app/domains/records/collection.ts';
import { inventorySchema } from './inventory-row.ts';
import { threatInventoriesCollection } from './threat-inventories.collection.ts';

/** Packages of a file, or a product to watch. */
export type InventoryRow = z.infer<typeof inventorySchema>;

/** The owner's inventories. */
export const inventories: Collection<InventoryRow> = {
  ...threatInventoriesCollection,
  schema: inventorySchema,
  nameOf: ({ name }) => (typeof name === 'string' && name !== '' ? name : 'An inventory'),
};

/** How many packages a row has. */
export function countPackages({ packages }: Pick<InventoryRow, 'packages'>): number {
  return packages === '' ? 0 : packages.split('\n').length;
}
