import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { RequestContext } from '@castellan/platform/core/caller';
import { missingHeaders } from './security-headers.ts';

/** A request without a body, as it came: no framework object has been made of it. */
export type DirectRequest = {
  readonly method: 'GET' | 'HEAD';
  /** Starts with one slash, exactly as the client spelled it: letters, escapes and final slashes are not touched. No dot segments. */
  readonly path: string;
  /** From the question mark on, or empty. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
  readonly context: RequestContext;
};

/** An answer as plain values. Header names are written in small letters. The body is left out for HEAD, its length is kept. */
export type DirectResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
};

/** Answers what needs no framework: bytes that are kept, redirects. `undefined`: not mine, ask the next. Only a true wait is a promise. */
export type DirectAnswer = (request: DirectRequest) => DirectResponse | undefined | Promise<DirectResponse | undefined>;

/** What a direct answer may see of a request; `undefined` where the request is none that it could answer. */
export function readDirectRequest(incoming: IncomingMessage, context: RequestContext): DirectRequest | undefined {
  const { method, url = '' } = incoming;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  // Another form of address, and what a parser of addresses would rewrite, is for the parser.
  if (!url.startsWith('/') || url.startsWith('//') || url.includes('\\') || url.includes('/.') || url.includes('#')) return undefined;
  if (/%2e/i.test(url)) return undefined;
  const mark = url.indexOf('?');
  return {
    method,
    path: mark === -1 ? url : url.slice(0, mark),
    search: mark === -1 ? '' : url.slice(mark),
    headers: incoming.headers,
    context,
  };
}

/** Writes a direct answer in one piece, with the headers that every answer carries. */
export function writeDirect(outgoing: ServerResponse, { method, context }: DirectRequest, response: DirectResponse): void {
  const { status, headers, body = '' } = response;
  const length: Record<string, string> =
    status === 304 || status === 204
      ? {}
      : { 'content-length': String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength) };
  outgoing.writeHead(status, {
    ...headers,
    ...missingHeaders((name) => headers[name] !== undefined, context.secure),
    'x-request-id': context.requestId,
    ...length,
  });
  outgoing.end(method === 'HEAD' || status === 304 || status === 204 ? undefined : body);
}

/** A direct answer as the framework's answers are. A HEAD request gets its head alone. */
export function toResponse(method: string, { status, headers, body }: DirectResponse): Response {
  const bytes = body instanceof Uint8Array ? new Uint8Array(body) : body;
  return new Response(method === 'HEAD' ? null : bytes, { status, headers });
}

/**
 * Lets a direct answer speak to what came by the framework: an address in another form than `readDirectRequest` takes is the same
 * address to whoever answers it.
 */
export function byFramework(direct: DirectAnswer): (request: Request, context: RequestContext) => Promise<Response | undefined> {
  return async ({ method, url, headers }, context) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const { pathname: path, search } = new URL(url);
    const response = await direct({ method, path, search, headers: Object.fromEntries(headers), context });
    return response === undefined ? undefined : toResponse(method, response);
  };
}
