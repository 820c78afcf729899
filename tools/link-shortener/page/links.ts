import type * as z from 'zod/mini';
import { mergeSets } from '../../../web/app/domains/records/change.ts';
import type { Collection } from '../../../web/app/domains/records/collection.ts';
import { linkSchema } from './link-row.ts';
import { shortLinksCollection } from './short-links.collection.ts';

/** One short link. */
export type ShortLink = z.infer<typeof linkSchema>;

/** What the owner says of a link. The password is only ever here as its hash. */
export type LinkDraft = Pick<ShortLink, 'url' | 'slug' | 'title' | 'tags' | 'expires_at' | 'max_visits'>;

/** The owner's short links. */
export const links: Collection<ShortLink> = {
  ...shortLinksCollection,
  schema: linkSchema,
  merges: { tags: mergeSets },
  nameOf: ({ title, slug }) => {
    if (typeof title === 'string' && title !== '') return title.slice(0, 80);
    return typeof slug === 'string' ? `/s/${slug}` : 'A short link';
  },
};

/** The address that visitors open. */
export function shortAddress(origin: string, slug: string): string {
  return `${origin}/s/${slug}`;
}
