import * as z from 'zod/mini';
import { callFunction } from '../../../../web/app/lib/backend.ts';
import type { WireRequest } from './build-request.ts';
import type { Sender } from './sender.ts';

const hop = z.object({ url: z.string(), status: z.number(), headers: z.array(z.tuple([z.string(), z.string()])), timeMs: z.number() });
const outcomeShape = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('answered'),
    hops: z.array(hop).check(z.minLength(1)),
    body: z.string(),
    notFollowed: z.optional(z.string()),
  }),
  z.object({ outcome: z.literal('failed'), hops: z.array(hop), code: z.string() }),
]);

/** Bytes travel as base64. */
function bodyOf(body: WireRequest['body']) {
  if (body === undefined) return {};
  if (typeof body === 'string') return { body };
  const pieces: string[] = [];
  for (let at = 0; at < body.length; at += 32_768) pieces.push(String.fromCharCode(...body.subarray(at, at + 32_768)));
  return { bodyBase64: btoa(pieces.join('')) };
}

/** What the connection sets by itself. */
const ownHeaders = /^(?:connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/** Sends from this site's server, for the owner. It sees everything that is sent and answered. */
export function createRelaySender(followRedirects: boolean): Sender {
  return {
    via: 'relay',
    send: async ({ method, url, headers, body, carriesSecret = false }, signal) => {
      const startedAt = performance.now();
      const since = () => performance.now() - startedAt;
      const told = headers.filter(([name]) => !ownHeaders.test(name));
      const asked = callFunction(
        'api-lab-relay',
        { method, url, headers: told, ...bodyOf(body), followRedirects, carriesSecret },
        outcomeShape,
      );
      const left = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
      const answer = await Promise.race([asked, left]);
      if (answer === undefined) return { kind: 'failed', reason: 'cancelled', totalMs: since() };
      if (!answer.ok) return { kind: 'failed', reason: `relay_${answer.failure.code}`, totalMs: since() };
      const { hops } = answer.value;
      const totalMs = hops.reduce((sum, { timeMs }) => sum + timeMs, 0);
      if (answer.value.outcome === 'failed') return { kind: 'failed', reason: answer.value.code, totalMs, hops };
      const last = hops.at(-1);
      return {
        kind: 'answer',
        status: last?.status ?? 0,
        url: last?.url ?? url,
        headers: last?.headers ?? [],
        body: Uint8Array.from(atob(answer.value.body), (sign) => sign.charCodeAt(0)),
        totalMs,
        isCut: false,
        hops,
        notFollowed: answer.value.notFollowed,
      };
    },
  };
}
