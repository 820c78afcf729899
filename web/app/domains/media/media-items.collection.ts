import type { ClearCollection } from '../records/declared-collection.ts';

/** The owner's films, shows and books. */
export const mediaItemsCollection: ClearCollection = {
  name: 'media_items',
  title: 'Films and books',
  exportKey: 'media_items',
  sealed: false,
  loadSchema: async () => (await import('./media-row.ts')).mediaItemSchema,
  smallest: { kind: 'film', title: 'The Third Man' },
};
