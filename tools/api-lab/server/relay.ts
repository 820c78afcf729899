import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '@castellan/foundation/clock';
import { secureOrigin } from '@castellan/foundation/secure-origin';
import type { Egress, EgressFailure, EgressRequest } from '../../../server/adapters/egress.ts';

/** What the owner wants sent. */
export type Relayed = {
  readonly method: NonNullable<EgressRequest['method']>;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array | undefined;
  readonly followRedirects: boolean;
  /** A value of the vault is in it: it leaves over https or to loopback alone, and follows no redirect to another origin. */
  readonly carriesSecret?: boolean | undefined;
};

type Pairs = readonly (readonly [string, string])[];

/** One answer on the way: the last one, or a redirect. */
export type Hop = { readonly url: string; readonly status: number; readonly headers: Pairs; readonly timeMs: number };

/**
 * What came of it. `body` is base64. The hops are those before the failure, too. `notFollowed`: the other origin that the answer
 * leads on to.
 */
export type RelayOutcome =
  | { readonly outcome: 'answered'; readonly hops: readonly Hop[]; readonly body: string; readonly notFollowed?: string }
  | { readonly outcome: 'failed'; readonly hops: readonly Hop[]; readonly code: EgressFailure['code'] | 'secret_refused' };

const maxHops = 10;

/** Answers travel in JSON, as base64: the owner's browser waits for the whole. */
const maxBodyBytes = 5 * 1024 * 1024;

/** All hops together; the browser waits for 20 s. */
const timeoutMs = 15_000;

/** What may go along to another origin: nothing that could be a credential. */
const harmless = /^(?:accept|accept-language|user-agent)$/i;

/**
 * Sends a request through the guard, redirect by redirect, each checked like the first. 303, and 301 and 302 after POST, go on as GET
 * (Fetch, HTTP-redirect fetch). To another origin go no headers of the request but accept, accept-language and user-agent; a body goes
 * to the same origin alone, so that such a redirect (307, 308) is the answer. So is every redirect of a request with a secret to another
 * origin: the host that answers may have put the secret into the address itself.
 */
export async function relay(
  request: Relayed,
  { egress, clock, signal }: { readonly egress: Egress; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<RelayOutcome> {
  const hops: Hop[] = [];
  if (request.carriesSecret === true && !secureOrigin(request.url).ok) return { outcome: 'failed', hops, code: 'secret_refused' };
  const endsAt = clock.nowMs() + timeoutMs;
  let { method, url, headers, body } = request;
  for (;;) {
    const startedAt = clock.nowMs();
    const answer = await egress.send({
      url,
      method,
      headers: Object.fromEntries(headers),
      ...(body === undefined ? {} : { body }),
      maxBodyBytes,
      timeoutMs: Math.max(1, endsAt - startedAt),
      signal,
    });
    if (!answer.ok) return { outcome: 'failed', hops, code: answer.failure.code };
    const { status, headers: answered, body: bytes } = answer.value;
    hops.push({ url, status, headers: pairsOf(answered), timeMs: clock.nowMs() - startedAt });
    const next = request.followRedirects ? nextAddress(url, status, answered) : undefined;
    const changesOrigin = next !== undefined && next.origin !== new URL(url).origin;
    const becomesGet = status === 303 || ((status === 301 || status === 302) && method === 'POST');
    const isHeld = changesOrigin && (request.carriesSecret === true || (body !== undefined && !becomesGet));
    if (next === undefined || isHeld) {
      const outcome = { outcome: 'answered' as const, hops, body: bytes.toString('base64') };
      return next === undefined ? outcome : { ...outcome, notFollowed: next.origin === 'null' ? next.protocol : next.origin };
    }
    if (hops.length > maxHops) return { outcome: 'failed', hops, code: 'too_many_redirects' };
    if (becomesGet) {
      if (method !== 'HEAD') method = 'GET';
      body = undefined;
      headers = headers.filter(([name]) => !/^content-/i.test(name));
    }
    if (changesOrigin) headers = headers.filter(([name]) => harmless.test(name));
    url = next.href;
  }
}

function nextAddress(url: string, status: number, { location }: IncomingHttpHeaders): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined || !URL.canParse(location, url)) return undefined;
  return new URL(location, url);
}

function pairsOf(headers: IncomingHttpHeaders): Pairs {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : Array.isArray(value) ? value.map((one) => [name, one] as const) : [[name, value] as const],
  );
}
