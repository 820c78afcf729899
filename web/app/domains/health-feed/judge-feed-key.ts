import type { FeedKey } from './feed-keys.ts';

/**
 * How the key that the server seals to stands to the vault's. `none`: there is no feed; `own`: it was made under the vault's present key;
 * `former`: it is the vault's, from before the vault's key was rotated; `exchanged`: the vault has no such key.
 */
export type FeedKeyVerdict = 'none' | 'own' | 'former' | 'exchanged';

type Made = Pick<FeedKey, 'public_key' | 'vault_key'>;

/** Whether a pair was made under the vault's present key. Where that key's id is not known, every pair counts as such. */
export function isPresentPair({ vault_key: madeUnder }: Made, presentKeyId: string | undefined): boolean {
  return presentKeyId === undefined || madeUnder === presentKeyId;
}

/** Holds the published key against all key pairs of the vault. `presentKeyId`: of the vault's key. */
export function judgeFeedKey(published: string | null, keys: readonly Made[], presentKeyId: string | undefined): FeedKeyVerdict {
  if (published === null) return 'none';
  const own = keys.filter(({ public_key: publicKey }) => publicKey === published);
  if (own.length === 0) return 'exchanged';
  return own.some((pair) => isPresentPair(pair, presentKeyId)) ? 'own' : 'former';
}

/** Whether nothing is to be said of the published key. */
export function isSound(verdict: FeedKeyVerdict): boolean {
  return verdict === 'own' || verdict === 'none';
}
