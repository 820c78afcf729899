import type { SealingTerms } from '@castellan/foundation/seal-to-key';

/** What a sealed value is bound to, besides the key: which it is, whose, and when it arrived in milliseconds since 1970. */
export type FeedTerms = { readonly id: string; readonly userId: string; readonly publicKey: string; readonly receivedAtMs: number };

/** The terms under which the server seals a value and the vault opens it. Stored values are under them: they never change. */
export function feedTerms({ id, userId, publicKey, receivedAtMs }: FeedTerms): SealingTerms {
  return { label: 'castellan.feed.1', bound: [userId, id, String(receivedAtMs)], publicKey };
}
