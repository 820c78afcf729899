import * as z from 'zod/mini';

/** What a record of a key pair holds, whatever else its row has. */
export const feedKeySchema = z.object({
  /** Base64url of the P-256 point, uncompressed. */
  public_key: z.string().check(z.regex(/^B[\w-]{86}$/)),
  /** Base64url of the private key (PKCS #8). */
  private_key: z.string().check(z.regex(/^[\w-]{100,400}$/)),
  /** The id of the vault's key that the pair was made under; `null` of a pair from before this was kept. */
  vault_key: z._default(z.nullable(z.string()), null),
});

/** A key pair of the feed, opened. */
export type FeedKey = z.infer<typeof feedKeySchema>;
