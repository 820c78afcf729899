import type { ClearCollection } from '../../../web/app/domains/records/declared-collection.ts';

/** What the owner runs: packages of lockfiles and SBOMs, and products to watch. */
export const threatInventoriesCollection: ClearCollection = {
  name: 'threat_inventories',
  title: 'Software inventories',
  exportKey: 'threat_inventories',
  sealed: false,
  loadSchema: async () => (await import('./inventory-row.ts')).inventorySchema,
  smallest: { name: 'A product', kind: 'product' },
};
