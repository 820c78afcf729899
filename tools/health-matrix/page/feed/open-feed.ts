import type { WaitingValue } from '../../../../web/app/domains/health-feed/feed-client.ts';
import type { FeedKey } from '../../../../web/app/domains/health-feed/feed-keys.ts';
import { openPrivateKey } from '../../../../web/app/domains/vault/drafts/key-pair.ts';
import { openFromKey } from '../../../../web/app/domains/vault/drafts/open-from-key.ts';
import { feedTerms } from '../../knowledge/feed-terms.ts';
import { type FeedValue, readFeedBody } from '../../knowledge/read-feed-body.ts';

/** A value that waits, opened. */
export type FeedReading = FeedValue & { readonly id: string; readonly receivedAtMs: number };

/** What waits, as this vault sees it. */
export type OpenedFeed = {
  readonly readings: readonly FeedReading[];
  /** Ids of values that are sealed to a key which is none of the vault's. */
  readonly otherKey: readonly string[];
  /** Ids of values that name one of the vault's keys and do not open with it, or hold no value. */
  readonly broken: readonly string[];
};

/** Opens what waits. Who can write at the server can seal to the public key as well: each value is read as strictly as a request. */
export async function openFeed(
  keys: readonly Pick<FeedKey, 'public_key' | 'private_key'>[],
  userId: string,
  waiting: readonly WaitingValue[],
): Promise<OpenedFeed> {
  const opened = new Map<string, Awaited<ReturnType<typeof openPrivateKey>>>();
  for (const { public_key, private_key } of keys) opened.set(public_key, await openPrivateKey(private_key));
  const readings: FeedReading[] = [];
  const otherKey: string[] = [];
  const broken: string[] = [];
  for (const { id, public_key: publicKey, sealed, received_at: receivedAtMs } of waiting) {
    if (!opened.has(publicKey)) {
      otherKey.push(id);
      continue;
    }
    const key = opened.get(publicKey);
    const content = key && (await openFromKey(feedTerms({ id, userId, publicKey, receivedAtMs }), key, sealed));
    const read = readFeedBody(content, receivedAtMs);
    const [value] = read.ok ? read.value : [];
    if (value === undefined) broken.push(id);
    else readings.push({ ...value, id, receivedAtMs });
  }
  return { readings, otherKey, broken };
}
