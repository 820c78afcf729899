import type { ClearCollection } from '../records/declared-collection.ts';

/** The diary of films, shows and books. */
export const mediaEntriesCollection: ClearCollection = {
  name: 'media_entries',
  title: 'Diary of films and books',
  exportKey: 'media_entries',
  sealed: false,
  loadSchema: async () => (await import('./media-row.ts')).mediaEntrySchema,
  smallest: { kind: 'finished' },
};
