import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import type { RequestContext } from '@castellan/platform/core/caller';
import type { Log } from '@castellan/platform/core/log';
import { getRequestListener } from '@hono/node-server';
import { isAllowedHost, isLoopback } from './allowed-hosts.ts';
import { resolveOrigin } from './client-address.ts';
import { secureHeaders } from './security-headers.ts';

/** Answers one request. `undefined`: not mine, ask the next. */
export type Answer = (request: Request, context: RequestContext) => Promise<Response | undefined> | Response | undefined;

type Options = {
  readonly log: Log;
  readonly listensOn: string;
  readonly publicUrl: () => string;
  readonly trustedProxies: BlockList;
  /** Asked in order until one answers. */
  readonly answers: () => readonly Answer[];
};

/** Who sent a request, as far as the connection and trusted proxies tell. */
export function requestContextOf(incoming: IncomingMessage, trustedProxies: BlockList): RequestContext {
  const origin = resolveOrigin(
    { address: incoming.socket.remoteAddress, encrypted: 'encrypted' in incoming.socket },
    { forwardedFor: joined(incoming.headers['x-forwarded-for']), forwardedProto: joined(incoming.headers['x-forwarded-proto']) },
    trustedProxies,
  );
  return { ...origin, requestId: randomUUID() };
}

/**
 * The server's one listener: finds out who asks, lets the first answer that feels addressed speak, adds the headers that
 * every answer carries, and logs method, path (never the query: it may hold secrets), status and time.
 */
export function createListener(options: Options): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const warnOfProxy = warnOnceOfProxy(options);
  return getRequestListener(
    async (request, { incoming }) => {
      const startedAtMs = performance.now();
      const context = requestContextOf(incoming as IncomingMessage, options.trustedProxies);
      const path = new URL(request.url).pathname;
      warnOfProxy(incoming as IncomingMessage, context.address);
      const response = await answer(request, context, incoming as IncomingMessage, options);
      secureHeaders(response.headers, context.secure);
      response.headers.set('x-request-id', context.requestId);
      // Whoever watches the server asks every few seconds: that would bury the rest.
      const say = path === '/healthz' || path === '/readyz' ? options.log.debug : options.log.info;
      say('request', {
        requestId: context.requestId,
        method: request.method,
        path,
        status: response.status,
        ms: Math.round((performance.now() - startedAtMs) * 10) / 10,
        address: context.address,
      });
      return response;
    },
    {
      errorHandler: () =>
        // The address or the Host header could not be parsed: the request never became one.
        Response.json({ message: 'The request could not be understood.' }, { status: 400 }),
    },
  );
}

const forwardedHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded'];

/**
 * Behind a proxy that is not trusted every visitor has one address: whoever guesses passwords, or asks too much, then slows
 * everybody down. So the first request that was forwarded is told of, once.
 */
function warnOnceOfProxy({ log, trustedProxies }: Options): (incoming: IncomingMessage, address: string) => void {
  let hasWarned = false;
  return (incoming, address) => {
    if (hasWarned || !forwardedHeaders.some((name) => incoming.headers[name] !== undefined)) return;
    // Where proxies are named, a stranger's own header is no news; one on this machine is most likely a forgotten proxy.
    if (trustedProxies.rules.length > 0 && !isLoopback(address)) return;
    hasWarned = true;
    log.warn('a proxy is not trusted', {
      address,
      hint: 'Requests come with forwarded addresses. If a proxy of yours is at this address, set TRUSTED_PROXIES to it, so that visitors are told apart.',
    });
  };
}

async function answer(request: Request, context: RequestContext, incoming: IncomingMessage, options: Options): Promise<Response> {
  // Whoever stands between may have checked by the other one (RFC 9112 §3.2).
  if ((incoming.headersDistinct['host']?.length ?? 0) > 1) {
    return Response.json({ message: 'A request names one host.' }, { status: 400 });
  }
  if (!isAllowedHost(incoming.headers.host, { listensOn: options.listensOn, publicUrl: options.publicUrl() })) {
    return Response.json({ message: 'This server does not answer to that host name. Its owner can set PUBLIC_URL.' }, { status: 421 });
  }
  try {
    for (const attempt of options.answers()) {
      const response = await attempt(request, context);
      if (response !== undefined) return new Response(response.body, response);
    }
    return Response.json({ message: 'There is nothing at this address.' }, { status: 404 });
  } catch (error) {
    options.log.error('request failed', { requestId: context.requestId, error: error instanceof Error ? error : String(error) });
    return Response.json(
      { message: 'Something went wrong on the server. It has been logged.', request_id: context.requestId },
      { status: 500 },
    );
  }
}

function joined(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}
