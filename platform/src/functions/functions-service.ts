import type { Result } from '@castellan/foundation/result';
import type pg from 'pg';
import { anonymousCaller, type Caller, type CallerFailure, type RequestContext, resolveCaller } from '../core/caller.ts';
import { type BodyFailure, type ReadBody, withCappedBody } from '../core/capped-body.ts';
import { changeable } from '../core/cors.ts';
import { isStranger } from '../core/guests.ts';
import type { Log } from '../core/log.ts';
import { callerRules, type PlatformContext } from '../core/platform-context.ts';
import { requestFacts, runAs } from '../core/run-as.ts';

/** One function: `/functions/v1/{name}`, and whatever lies below it. */
export type PlatformFunction = {
  /** Who may call it: the owner in a full session (the default; anybody else is answered 401 before the body is read), or anybody. */
  readonly audience?: 'public' | 'owner';
  /**
   * Bytes of body accepted; where nothing is said, 1 MiB, or 64 KiB from somebody who is not signed in. The body is read
   * before the function is called.
   */
  readonly maximumBodyBytes?: number;
  /** What it throws becomes a 500 that says nothing. */
  readonly handle: (request: Request, call: FunctionCall) => Promise<Response>;
};

/** What a function learns of its call besides the request. */
export type FunctionCall = {
  readonly caller: Caller;
  readonly requestContext: RequestContext;
  /** Fires when the caller has gone, and when the service stops. Whoever does not listen to it runs to the end. */
  readonly signal: AbortSignal;
  /** Logs a fault of work that goes on after the function has answered. */
  readonly report: (error: unknown) => void;
};

/** The functions service: `/functions/v1/*`. */
export type FunctionsService = {
  /** Answers any request below `/functions/v1`. Never throws. */
  readonly handle: (request: Request, requestContext: RequestContext) => Promise<Response>;
  /** Tells running functions to end. */
  readonly stop: () => void;
};

/** What the service must know of its server: who calls, and whose session it is. */
export type FunctionsHost = {
  readonly log: Log;
  /** The public address without a trailing slash. */
  readonly publicUrl: string;
  readonly resolveCaller: (request: Request) => Promise<Result<Caller, CallerFailure>>;
  /** Whether the caller has the owner's full session. Asked of signed-in callers alone. */
  readonly isOwnerSession: (caller: Caller, request: Request, requestContext: RequestContext) => Promise<boolean>;
};

/** The host in front of the embedded backend: keys of its own, and the database's word on sessions. */
export function embeddedHost(context: PlatformContext): FunctionsHost {
  return {
    log: context.log,
    publicUrl: context.publicUrl,
    resolveCaller: (request) => resolveCaller(request, context.keys(), callerRules(context)),
    isOwnerSession: (caller, request, requestContext) => isOwnerSession(context, caller, request, requestContext),
  };
}

const defaultBodyBytes = { anonymous: 64 * 1024, known: 1024 * 1024 };

/** Pictures a browser may show by themselves; anything else a function answers is a download to it. */
const rasterTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'];

/**
 * Makes the service around the product's functions. An answer of the host's own making carries `x-relay-error: true`,
 * by which the client library tells it from an answer of the function's.
 */
export function createFunctionsService(host: FunctionsHost, functions: Readonly<Record<string, PlatformFunction>>): FunctionsService {
  const stopping = new AbortController();
  return {
    stop: () => stopping.abort(),
    handle: async (request, requestContext) => {
      const [, name = ''] = /^\/functions\/v1\/([\w-]+)(?:\/|$)/.exec(new URL(request.url).pathname) ?? [];
      const called = Object.hasOwn(functions, name) ? functions[name] : undefined;
      if (called === undefined) return gatewayFault(404, 'NOT_FOUND', 'Requested function was not found');
      try {
        const { signal } = stopping;
        return await withCappedBody(host.log, (readBody) =>
          admit({ host, called, request, requestContext, name, readBody, stopping: signal }),
        );
      } catch (error) {
        logFailure(host, 'function_not_reached', { error, requestContext, name });
        return gatewayFault(503, 'SERVICE_UNAVAILABLE', 'The function cannot be called at the moment');
      }
    },
  };
}

type Invocation = {
  readonly host: FunctionsHost;
  readonly called: PlatformFunction;
  readonly request: Request;
  readonly requestContext: RequestContext;
  readonly name: string;
  readonly readBody: ReadBody;
  readonly stopping: AbortSignal;
};

async function admit({ host, called, request, requestContext, name, readBody, stopping }: Invocation): Promise<Response> {
  const resolved = await host.resolveCaller(request);
  const isPublic = called.audience === 'public';
  // What anybody may call needs no key that a foreign page would lack: so it is asked where it was called from.
  if (isPublic && !isOwnOrigin(request, host.publicUrl)) {
    return gatewayFault(403, 'FORBIDDEN_ORIGIN', 'This function is called from pages of this site only');
  }
  // As on the hosted service, a function for anybody needs no key; a wrong one is still refused.
  if (!resolved.ok && !(isPublic && resolved.failure.code === 'api_key_missing')) return callerFault(resolved.failure);
  const caller = resolved.ok ? resolved.value : anonymousCaller;
  if (!isPublic) {
    if (caller.role === 'anon') return gatewayFault(401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header');
    // A role that may not even ask, such as the service key's, has no owner's session; somebody who is known not to be the owner takes
    // none of the connections on which the owner asks.
    if (caller.role !== 'authenticated' || isStranger(caller) || !(await host.isOwnerSession(caller, request, requestContext))) {
      return gatewayFault(401, 'UNAUTHORIZED_NO_OWNER_SESSION', 'This function needs the full session of the owner');
    }
  }
  const isAnonymous = isStranger(caller);
  const maximumBytes = called.maximumBodyBytes ?? (isAnonymous ? defaultBodyBytes.anonymous : defaultBodyBytes.known);
  const body = await readBody(request, { maximumBytes, isAnonymous, address: requestContext.address });
  if (!body.ok) return bodyFault(body.failure, maximumBytes);
  const report = (error: unknown) => logFailure(host, 'function_failed', { error, requestContext, name });
  try {
    const signal = AbortSignal.any([request.signal, stopping]);
    return asData(await called.handle(withBody(request, body.value), { caller, requestContext, signal, report }));
  } catch (error) {
    report(error);
    return asData(Response.json({ code: 'INTERNAL_ERROR', message: 'Internal Server Error' }, { status: 500 }));
  }
}

/** Whether a request comes from a page of this site, or from no page at all: a browser always says where from. */
function isOwnOrigin(request: Request, publicUrl: string): boolean {
  const origin = request.headers.get('origin');
  return origin === null || origin === publicUrl || URL.parse(origin)?.host === new URL(request.url).host;
}

/** The request again, since reading its body used it up. */
function withBody({ method, headers, signal, url }: Request, body: Buffer<ArrayBuffer>): Request {
  return new Request(url, { method, headers, signal, ...(body.length === 0 ? {} : { body }) });
}

/** Asks the database, as the caller. */
async function isOwnerSession(
  context: PlatformContext,
  caller: Caller,
  request: Request,
  requestContext: RequestContext,
): Promise<boolean> {
  const ask = async (client: pg.PoolClient) => {
    const { rows } = await client.query<{ allowed: boolean | null }>('select private.owner_session() as allowed');
    return rows[0]?.allowed === true;
  };
  return runAs(context.database.requests, caller, requestFacts(request, requestContext), ask, { isOneStatement: true });
}

/** What a function answers may hold somebody else's bytes: a browser that opens it must not take it for a page of ours. */
function asData(answer: Response): Response {
  const data = changeable(answer);
  const { headers } = data;
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  headers.set('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
  headers.set('x-content-type-options', 'nosniff');
  if (!headers.has('content-disposition') && !rasterTypes.includes(type)) headers.set('content-disposition', 'attachment');
  return data;
}

function callerFault(failure: CallerFailure): Response {
  switch (failure.code) {
    case 'api_key_missing':
      return gatewayFault(401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header');
    case 'api_key_invalid':
      return gatewayFault(401, 'UNAUTHORIZED_INVALID_API_KEY', 'Invalid API key');
    case 'token_expired':
    case 'token_invalid':
      return gatewayFault(401, 'UNAUTHORIZED_INVALID_JWT', `Invalid JWT: ${failure.reason}`);
  }
}

function bodyFault({ code }: BodyFailure, maximumBytes: number): Response {
  switch (code) {
    case 'body_too_long':
      return gatewayFault(413, 'PAYLOAD_TOO_LARGE', `The body is longer than ${maximumBytes} bytes`);
    case 'body_interrupted':
      return gatewayFault(400, 'BAD_REQUEST', 'The body ended before its time');
    case 'too_many_bodies':
      return gatewayFault(429, 'TOO_MANY_REQUESTS', 'The server is reading too much at the moment');
  }
}

function gatewayFault(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status, headers: { 'x-relay-error': 'true' } });
}

function logFailure(
  host: FunctionsHost,
  event: string,
  { error, requestContext, name }: { readonly error: unknown; readonly requestContext: RequestContext; readonly name: string },
): void {
  host.log.error(event, {
    function: name,
    requestId: requestContext.requestId,
    error: error instanceof Error ? error : new Error(String(error)),
  });
}
