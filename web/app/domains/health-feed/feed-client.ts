import { type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { callDatabase } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';

const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  /** When it last brought values that were kept. */
  last_used_at: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
});

/** A token of the feed, as the server tells of it. The token itself is told once, when it is made. */
export type FeedToken = z.infer<typeof tokenSchema>;

const sealedKeySchema = z.object({ id: z.string(), version: z.number(), sealed: z.string() });

/** The row of a key pair, sealed. */
export type SealedFeedKey = z.infer<typeof sealedKeySchema>;

const stateSchema = z.object({
  /** What values are sealed to from now on; `null` while there is none. */
  public_key: z.nullable(z.string()),
  waiting: z.number(),
  last_at: z.nullable(z.string()),
  /** All of the vault's key pairs, also what lies in the trash: of one moment with the published key. */
  keys: z.readonly(z.array(sealedKeySchema)),
  tokens: z.readonly(z.array(tokenSchema)),
});

/** How the feed stands at the server. */
export type FeedState = z.infer<typeof stateSchema>;

const waitingSchema = z.object({
  id: z.string(),
  public_key: z.string(),
  sealed: z.string(),
  /** Milliseconds since 1970. */
  received_at: z.number(),
});

/** A value that waits, sealed. */
export type WaitingValue = z.infer<typeof waitingSchema>;

/** Asks how the feed stands. */
export function loadFeedState(): Promise<Result<FeedState, BackendFailure>> {
  return callDatabase('health_feed_state', {}, stateSchema);
}

/** Makes a token, and answers it for the only time. Refused without a fresh proof, and while no key is published. */
export function makeFeedToken(name: string) {
  return callDatabase('make_health_feed_token', { name }, z.object({ id: z.string(), token: z.string() }));
}

/** Revokes a token; `false` where it was revoked already. */
export function revokeFeedToken(id: string): Promise<Result<boolean, BackendFailure>> {
  return callDatabase('revoke_health_feed_token', { id }, z.boolean());
}

/** Publishes a key in the place of the one that was seen; `false` where another stands there by now. Refused without a fresh proof. */
export function publishFeedKey(publicKey: string, expected: string | null): Promise<Result<boolean, BackendFailure>> {
  return callDatabase('publish_health_feed_key', { public_key: publicKey, expected }, z.boolean());
}

/** All values that wait, oldest first; there are 5000 at the most. */
export async function loadWaitingValues(): Promise<Result<readonly WaitingValue[], BackendFailure>> {
  const all: WaitingValue[] = [];
  for (;;) {
    const last = all.at(-1);
    const after = last === undefined ? {} : { after_at: last.received_at, after_id: last.id };
    const page = await callDatabase('health_feed_values', after, z.array(waitingSchema));
    if (!page.ok) return page;
    all.push(...page.value);
    if (page.value.length < 1000) return succeed(all);
  }
}

/** Deletes values that were taken in, or are not wanted. */
export function deleteWaitingValues(ids: readonly string[]): Promise<Result<number, BackendFailure>> {
  return callDatabase('delete_health_feed_values', { ids }, z.number());
}
