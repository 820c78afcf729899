import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import type { ServerPorts } from '../../../server/features/server-half.ts';
import { answerJson } from '../../../server/functions/function-answers.ts';
import { ownerFunction } from '../../../server/functions/owner-function.ts';
import { relay } from './relay.ts';

/** A runner sends one after the other. */
const relayLimit = { limit: 1200, windowMs: 60_000, capacity: 1 };

/** Headers that the connection itself sets: another value would split or confuse requests. */
const ownHeaders = /^(?:connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

const header = z.tuple([
  z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/)
    .refine((name) => !ownHeaders.test(name)),
  // Field values by RFC 9110, without obs-text.
  z
    .string()
    .max(16_384)
    .regex(/^[\t\x20-\x7e]*$/),
]);

/** What a call may be long: a text as the body, or 3 MB of bytes as base64, with an address and headers. */
const maxCallBytes = 4 * 1024 * 1024;

/** 3 MB of bytes. */
const maxBase64Signs = 4_000_000;

const bodySchema = z
  .strictObject({
    method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']),
    url: z.string().max(8192),
    headers: z.array(header).max(200),
    body: z.string().optional(),
    bodyBase64: z.base64().max(maxBase64Signs).optional(),
    followRedirects: z.boolean(),
    carriesSecret: z.boolean().optional(),
  })
  .refine(({ body, bodyBase64 }) => body === undefined || bodyBase64 === undefined)
  .transform(({ bodyBase64, ...request }) =>
    bodyBase64 === undefined ? request : { ...request, body: Buffer.from(bodyBase64, 'base64') },
  );

/**
 * `POST /functions/v1/api-lab-relay` {method, url, headers, body? or bodyBase64?, followRedirects, carriesSecret?}: sends it from this
 * server, for the owner. `body` is text; `bodyBase64` is up to 3 MB of bytes. The answer
 * is `{outcome: 'answered', hops, body, notFollowed?}` or `{outcome: 'failed', hops, code}` (`relay.ts`). This server sees everything that is sent
 * and answered, keeps none of it, and logs none of it.
 */
export function createRelayFunction({ egress, clock }: Pick<ServerPorts, 'egress' | 'clock'>): PlatformFunction {
  return ownerFunction({
    body: bodySchema,
    expects:
      'The relay takes method, url, headers without those of the connection, a text as body or up to 3 MB as bodyBase64, followRedirects, and carriesSecret.',
    limit: createAttemptWindow(clock, relayLimit),
    maxAtOnce: 4,
    maxBodyBytes: maxCallBytes,
    run: async (request, { signal }) => answerJson(await relay(request, { egress, clock, signal })),
  });
}
