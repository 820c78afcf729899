import { createHash, randomUUID, webcrypto } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { sealToKey } from '@castellan/foundation/seal-to-key';
import { addressBlock } from '@castellan/platform/core/address-block';
import type { SharedWindow } from '@castellan/platform/core/shared-windows';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson, refuse, refuseMethod, refuseToWait } from '../../../server/functions/function-answers.ts';
import { bytes, instant, type ServerRows } from '../../../server/rows/server-rows.ts';
import { feedTerms } from '../knowledge/feed-terms.ts';
import { type FeedValue, feedFaultText, readFeedBody } from '../knowledge/read-feed-body.ts';

/** Calls within a minute: from one address block, with one token, and with all tokens together, over all servers. */
export const feedLimits = {
  address: { kind: 'health-feed', limit: 60, windowMs: 60_000, capacity: 10_000, block: 1 },
  token: { kind: 'health-feed-token', limit: 20, windowMs: 60_000, capacity: 100, block: 1 },
  all: { kind: 'health-feed-all', limit: 60, windowMs: 60_000, capacity: 1, block: 1 },
} as const;

const maxBodyBytes = 64 * 1024;

/** The header that brings the token. No other function looks at it; `Authorization` is for sessions. */
const tokenHeader = 'x-health-feed-token';

const feedSchema = z.object({ token: z.uuid(), owner: z.uuid(), public_key: z.string() });
const outcomeSchema = z.enum(['kept', 'revoked', 'other_key', 'full']);

type Options = {
  readonly rows: ServerRows;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly limits: Readonly<Record<keyof typeof feedLimits, Pick<SharedWindow, 'reserve'>>>;
};

/**
 * `POST /functions/v1/health-feed`, with a feed's token in `X-Health-Feed-Token` and no session: JSON as `readFeedBody` takes it. Every
 * value is sealed in memory to the vault's public key and kept so, all of a call or none; nothing of them is logged or answered. Answers
 * `{ kept }`, how many. 401 without a living token; 400 says which value is wrong and quotes none; 409 `feed_full` once 5000 wait.
 */
export function createHealthFeedFunction({ rows, clock, randomBytes, limits }: Options): PlatformFunction {
  return {
    audience: 'public',
    maximumBodyBytes: maxBodyBytes,
    handle: async (request, { requestContext }) => {
      if (request.method !== 'POST') return refuseMethod('POST');
      const turn = await limits.address.reserve(addressBlock(requestContext.address));
      if (!turn.ok) return mustWait(turn.failure.waitSeconds);
      const token = request.headers.get(tokenHeader) ?? '';
      if (!/^hf_[\w-]{43}$/.test(token)) return unknownToken();
      const hash = bytes(createHash('sha256').update(token).digest());
      const feed = await readFeed(rows, hash);
      if (feed === null) return unknownToken();
      for (const reserved of [await limits.token.reserve(feed.token), await limits.all.reserve('all')]) {
        if (!reserved.ok) return mustWait(reserved.failure.waitSeconds);
      }
      const arrivedAtMs = clock.nowMs();
      const read = readFeedBody(await request.json().catch(() => undefined), arrivedAtMs);
      if (!read.ok) return refuse(400, 'validation_failed', feedFaultText(read.failure));
      return keep({ rows, randomBytes, hash, feed, values: read.value, arrivedAtMs });
    },
  };
}

type Feed = z.infer<typeof feedSchema>;

async function readFeed(rows: ServerRows, hash: string): Promise<Feed | null> {
  return rows.call('server_health_feed', { token_hash: hash }, feedSchema.nullable());
}

type Kept = Pick<Options, 'rows' | 'randomBytes'> & {
  readonly hash: string;
  readonly feed: Feed;
  readonly values: readonly FeedValue[];
  readonly arrivedAtMs: number;
};

/** Seals and keeps them. Where the owner's device publishes another key meanwhile, they are sealed once more, to that one. */
async function keep({ rows, randomBytes, hash, feed, values, arrivedAtMs }: Kept): Promise<Response> {
  let present: Feed | null = feed;
  for (let round = 0; round < 2 && present !== null; round += 1) {
    const { owner, public_key: publicKey }: Feed = present;
    const sealed = await Promise.all(
      values.map(async (value) => {
        const id = randomUUID();
        const terms = feedTerms({ id, userId: owner, publicKey, receivedAtMs: arrivedAtMs });
        return { id, sealed: await sealToKey({ crypto: webcrypto.subtle, randomBytes }, terms, value) };
      }),
    );
    const args = { token_hash: hash, public_key: publicKey, received_at: instant(arrivedAtMs), sealed };
    const outcome = await rows.call('server_keep_health_feed_values', args, outcomeSchema);
    if (outcome === 'kept') return answerJson({ kept: values.length });
    if (outcome === 'revoked') return unknownToken();
    if (outcome === 'full') return refuse(409, 'feed_full', 'As many values wait as may. Open the vault and take them in first.');
    present = await readFeed(rows, hash);
  }
  return present === null ? unknownToken() : refuse(409, 'key_changed', 'The vault’s key was changed just now. Send it again.');
}

function unknownToken(): Response {
  return refuse(401, 'unknown_token', 'There is no such token, or it was revoked.');
}

function mustWait(waitSeconds: number): Response {
  return refuseToWait(`Too many calls. Try again in ${waitSeconds} s.`, waitSeconds);
}
