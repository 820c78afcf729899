import * as z from 'zod/mini';
import type { Collection } from '../../../../web/app/domains/records/collection.ts';
import { recordColumns } from '../../../../web/app/domains/records/record.ts';
import { healthFeedKeysCollection } from './health-feed-keys.collection.ts';

const feedKeySchema = z.object({
  ...recordColumns,
  /** Base64url of the P-256 point, uncompressed. */
  public_key: z.string().check(z.regex(/^B[\w-]{86}$/)),
  /** Base64url of the private key (PKCS #8). */
  private_key: z.string().check(z.regex(/^[\w-]{100,400}$/)),
});

/** A key pair of the feed. */
export type FeedKey = z.infer<typeof feedKeySchema>;

/** The vault's key pairs for the feed. */
export const feedKeys: Collection<FeedKey> = {
  ...healthFeedKeysCollection,
  schema: feedKeySchema,
  nameOf: () => 'A key of the health feed',
};
