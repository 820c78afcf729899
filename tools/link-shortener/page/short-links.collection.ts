import type { ClearCollection } from '../../../web/app/domains/records/declared-collection.ts';

/** The owner's short links. */
export const shortLinksCollection: ClearCollection = {
  name: 'short_links',
  title: 'Short links',
  exportKey: 'short_links',
  sealed: false,
  loadSchema: async () => (await import('./link-row.ts')).linkSchema,
  smallest: { url: 'https://example.org/' },
};
