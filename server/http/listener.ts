import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { addressBlock } from '@castellan/platform/core/address-block';
import type { RequestContext } from '@castellan/platform/core/caller';
import { changeable } from '@castellan/platform/core/cors';
import type { Log } from '@castellan/platform/core/log';
import { getRequestListener } from '@hono/node-server';
import type { AnsweredRequest } from '../metrics/metrics.ts';
import { isAllowedHost, isLoopback } from './allowed-hosts.ts';
import { resolveOrigin } from './client-address.ts';
import { type DirectAnswer, type DirectRequest, type DirectResponse, readDirectRequest, toResponse, writeDirect } from './direct-answer.ts';
import { createFairTurns } from './fair-turns.ts';
import { plainPage } from './plain-page.ts';
import { secureHeaders } from './security-headers.ts';

/** The backend's services. */
const servicePaths = /^\/(?:auth|rest|realtime|functions|storage)\/v1\//;

/** Answers one request. `undefined`: not mine, ask the next. */
export type Answer = (request: Request, context: RequestContext) => Promise<Response | undefined> | Response | undefined;

type Options = {
  readonly log: Log;
  readonly listensOn: string;
  readonly publicUrl: () => string;
  readonly trustedProxies: BlockList;
  /** Asked in order, before anything else, until one answers. */
  readonly directAnswers: () => readonly DirectAnswer[];
  /** Asked in order until one answers. */
  readonly answers: () => readonly Answer[];
  /** Hears of each request that was answered. */
  readonly onAnswered?: (request: AnsweredRequest) => void;
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
 * every answer carries, and logs method, path (never the query: it may hold secrets), status and time. Direct answers are asked
 * first, and cost no framework object.
 */
export function createListener(options: Options): (request: IncomingMessage, response: ServerResponse) => void {
  const warnOfProxy = warnOnceOfProxy(options);
  const contexts = new WeakMap<IncomingMessage, RequestContext>();
  const answerByFramework = getRequestListener(
    async (request, { incoming }) => {
      const startedAtMs = performance.now();
      const context = contexts.get(incoming as IncomingMessage) ?? requestContextOf(incoming as IncomingMessage, options.trustedProxies);
      const path = new URL(request.url).pathname;
      const response = await answer(request, context, incoming as IncomingMessage, options);
      secureHeaders(response.headers, context.secure);
      response.headers.set('x-request-id', context.requestId);
      noteRequest(options, { method: request.method, path, status: response.status, startedAtMs, context });
      return response;
    },
    {
      errorHandler: () =>
        // The address or the Host header could not be parsed: the request never became one.
        Response.json({ message: 'The request could not be understood.' }, { status: 400 }),
    },
  );
  const turns = createFairTurns();
  const answerOne = (incoming: IncomingMessage, outgoing: ServerResponse, context: RequestContext) => {
    // Whoever asked has gone while others had their turns.
    if (incoming.socket.destroyed) return;
    const request = refuseHost(incoming, options) === undefined ? readDirectRequest(incoming, context) : undefined;
    if (request === undefined) void answerByFramework(incoming, outgoing);
    else answerDirectly(request, outgoing, options, () => void answerByFramework(incoming, outgoing));
  };
  const waitsFor = countUnanswered();
  return (incoming, outgoing) => {
    if (!waitsFor(incoming, outgoing)) return;
    const context = requestContextOf(incoming, options.trustedProxies);
    contexts.set(incoming, context);
    warnOfProxy(incoming, context.address);
    // Calls of the backend, the owner's among them, wait for nobody's pages; strangers' have a lane of their own there.
    if (servicePaths.test(incoming.url ?? '')) answerOne(incoming, outgoing, context);
    // More wait than memory is for: whoever comes now can come again.
    else if (!turns.take(addressBlock(context.address), () => answerOne(incoming, outgoing, context))) incoming.socket.destroy();
  };
}

/** Requests of one connection that wait for their answers. Browsers and proxies send the next one when they have been answered. */
const maxUnanswered = 16;

/**
 * Counts the requests of each connection that are not answered yet; `false`: there are too many, and the connection is closed. One
 * piece of a connection may hold a thousand requests, which the parser hands over in one turn of the loop: without a limit a
 * stranger's few kilobytes hold up everybody.
 */
function countUnanswered(): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  const unanswered = new WeakMap<Socket, number>();
  return ({ socket }, outgoing) => {
    if (socket.destroyed) return false;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > maxUnanswered) {
      stopReading(socket);
      socket.destroy();
      return false;
    }
    unanswered.set(socket, count);
    outgoing.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    return true;
  };
}

/**
 * Ends the parser's work on the piece at hand. Destroying the socket does not: each of the thousand requests that may be left in the
 * piece would be made, and ended with an error of its own, 50 µs together. `2` is what Node's own handler answers where nothing
 * more follows on a connection (`llhttp`, `on_headers_complete`). `parser` is not documented; where a version has none, the piece is
 * read to its end.
 */
function stopReading(socket: Socket & { readonly parser?: { onIncoming?: () => number } | null }): void {
  if (socket.parser?.onIncoming !== undefined) socket.parser.onIncoming = () => 2;
}

/** Lets the direct answers speak; where none does, `goOn`. */
function answerDirectly(request: DirectRequest, outgoing: ServerResponse, options: Options, goOn: () => void): void {
  const startedAtMs = performance.now();
  const finish = (response: DirectResponse | undefined) => {
    if (response === undefined) {
      goOn();
      return;
    }
    if (outgoing.destroyed) return;
    writeDirect(outgoing, request, response);
    const { method, path, context } = request;
    noteRequest(options, { method, path, status: response.status, startedAtMs, context });
  };
  const failed = (error: unknown) => {
    options.log.error('request failed', { requestId: request.context.requestId, error: error instanceof Error ? error : String(error) });
    finish(wentWrong(request.path, request.headers.accept, request.context));
  };
  const ask = (from: number): void => {
    const answers = options.directAnswers();
    for (let index = from; index < answers.length; index += 1) {
      const response = answers[index]?.(request);
      if (response instanceof Promise) {
        response.then((given) => (given === undefined ? ask(index + 1) : finish(given))).catch(failed);
        return;
      }
      if (response !== undefined) {
        finish(response);
        return;
      }
    }
    finish(undefined);
  };
  try {
    ask(0);
  } catch (error) {
    failed(error);
  }
}

const watchedPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

type Answered = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly startedAtMs: number;
  readonly context: RequestContext;
};

function noteRequest({ log, onAnswered }: Options, { method, path, status, startedAtMs, context }: Answered): void {
  // Whoever watches the server asks every few seconds: that would bury the rest.
  const say = watchedPaths.has(path) ? log.debug : log.info;
  const ms = performance.now() - startedAtMs;
  onAnswered?.({ method, path, status, ms });
  say('request', { requestId: context.requestId, method, path, status, ms: Math.round(ms * 10) / 10, address: context.address });
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
  const refused = refuseHost(incoming, options) ?? refuseMethod(request);
  if (refused !== undefined) return Response.json({ message: refused.message }, { status: refused.status });
  try {
    for (const attempt of options.answers()) {
      const response = await attempt(request, context);
      if (response !== undefined) return changeable(response);
    }
    return Response.json({ message: 'There is nothing at this address.' }, { status: 404 });
  } catch (error) {
    options.log.error('request failed', { requestId: context.requestId, error: error instanceof Error ? error : String(error) });
    const { pathname } = new URL(request.url);
    return toResponse(request.method, wentWrong(pathname, request.headers.get('accept') ?? undefined, context));
  }
}

/** That the server failed, as a page for people and as JSON for programs, with what finds the reason in the log. */
function wentWrong(path: string, accept: string | undefined, { requestId }: RequestContext): DirectResponse {
  if (accept?.includes('text/html') !== true || servicePaths.test(path)) {
    const body = JSON.stringify({ message: 'Something went wrong on the server. It has been logged.', request_id: requestId });
    return { status: 500, headers: { 'content-type': 'application/json' }, body };
  }
  return plainPage({
    status: 500,
    title: 'The server failed',
    mark: 'X<500THE<SERVER<<FAILED<<<<<<<<<<',
    body: `<p>Something went wrong on the server. Nothing that was saved is lost. Its log says why, under this request:</p>
<p class="place">${requestId}</p>
<nav aria-label="What to do now"><a href="">Try again</a><a href="/">Home</a></nav>`,
  });
}

/** Why a request is none for this host, or `undefined`. */
function refuseHost(incoming: IncomingMessage, options: Options): { readonly status: number; readonly message: string } | undefined {
  // Whoever stands between may have checked by the other one (RFC 9112 §3.2).
  if (namesTwoHosts(incoming.rawHeaders)) return { status: 400, message: 'A request names one host.' };
  if (isAllowedHost(incoming.headers.host, { listensOn: options.listensOn, publicUrl: options.publicUrl() })) return undefined;
  return { status: 421, message: 'This server does not answer to that host name. Its owner can set PUBLIC_URL.' };
}

/** A trace would tell a page's script what it cannot read otherwise, and the web's own `Request` knows no such method. */
function refuseMethod({ method }: Request): { readonly status: number; readonly message: string } | undefined {
  return /^(?:TRACE|TRACK|CONNECT)$/i.test(method) ? { status: 405, message: `${method} is not served.` } : undefined;
}

/** By the raw list: Node keeps the first of two in `headers`, and its list of all costs an object for each header. */
function namesTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function joined(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}
