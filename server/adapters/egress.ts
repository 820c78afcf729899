import { lookup } from 'node:dns/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { type BlockList, isIP, type LookupFunction } from 'node:net';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { Client, type Dispatcher } from 'undici';
import { isAllowedAddress } from './egress-address.ts';

/** Every address of a host name, IPv4 and IPv6. Rejects where there is none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** One request to a foreign server. */
export type EgressRequest = {
  /** http or https, without user name and password. */
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Redirects followed, each checked like the first request; none where nothing is said. Only GET and HEAD follow any. */
  readonly maxRedirects?: number;
  /** A longer body fails. 1 MiB where nothing is said. */
  readonly maxBodyBytes?: number;
  /** From the call to the end of the body, all redirects included. 10 s where nothing is said. */
  readonly timeoutMs?: number;
  /** Takes any certificate: for who looks at a server and trusts it with nothing. */
  readonly acceptsAnyCertificate?: boolean;
  readonly signal?: AbortSignal;
};

/** What came back, whole. */
export type EgressAnswer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/**
 * Why there is no answer. Nothing else is said: an address may hold a secret, and the host's own words may quote it.
 * - `address_malformed`: not an http or https address without user name and password.
 * - `name_not_found`: its name has no address.
 * - `address_refused`: one of its addresses is not public, and in no network that the operator allowed.
 * - `too_many_redirects`, `redirect_malformed`.
 * - `timed_out`, `aborted` (by the caller), `connection_failed` (refused, broken off, not HTTP, TLS not trusted).
 * - `body_too_long`.
 * - `busy`: too many requests wait for their turn; nothing was sent.
 */
export type EgressFailure = {
  readonly code:
    | 'address_malformed'
    | 'name_not_found'
    | 'address_refused'
    | 'too_many_redirects'
    | 'redirect_malformed'
    | 'timed_out'
    | 'aborted'
    | 'connection_failed'
    | 'body_too_long'
    | 'busy';
};

/** The only way out: no other module of the server opens a connection to a foreign host. */
export type Egress = { readonly send: (request: EgressRequest) => Promise<Result<EgressAnswer, EgressFailure>> };

type Options = {
  /** Networks that are not public and may be reached all the same. */
  readonly allowedNetworks: BlockList;
  readonly resolve?: Resolve;
};

const defaults = { maxBodyBytes: 1024 * 1024, timeoutMs: 10_000 };

const maxUrlLength = 8192;

/** What would tell one host a secret that was meant for another. */
const credentialHeaders = ['authorization', 'cookie', 'proxy-authorization'];

/** Asks the system's resolver. */
export const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Makes the guard. A host's name is resolved once, all its addresses are checked, and the connection goes to exactly those,
 * so that a name which answers differently the next moment (DNS rebinding) gains nothing; `Host` and TLS keep the name.
 * Every hop of a redirect starts over. What cannot be checked is refused. Never throws.
 */
export function createEgress({ allowedNetworks, resolve = resolveBySystem }: Options): Egress {
  return {
    send: async (request) => {
      const { timeoutMs = defaults.timeoutMs, signal } = request;
      const deadline = AbortSignal.timeout(timeoutMs);
      const ending = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
      try {
        return await follow(request, ending, async (url) => admit(url, allowedNetworks, resolve, ending));
      } catch (error) {
        if (signal?.aborted === true) return fail({ code: 'aborted' });
        return fail({ code: deadline.aborted || isTimeout(error) ? 'timed_out' : 'connection_failed' });
      }
    },
  };
}

type Admit = (url: URL) => Promise<Result<readonly string[], EgressFailure>>;

async function follow(request: EgressRequest, signal: AbortSignal, admitted: Admit): Promise<Result<EgressAnswer, EgressFailure>> {
  const { method = 'GET', maxRedirects = 0 } = request;
  const follows = maxRedirects > 0 && (method === 'GET' || method === 'HEAD');
  let left = maxRedirects;
  let headers = request.headers ?? {};
  let url = parseTarget(request.url);
  for (;;) {
    if (url === undefined) return fail({ code: 'address_malformed' });
    const addresses = await admitted(url);
    if (!addresses.ok) return addresses;
    const answer = await exchange(url, addresses.value, { ...request, method, headers }, signal);
    if (!answer.ok) return answer;
    const next = redirectOf(answer.value);
    if (next === undefined || !follows) return answer;
    if (left === 0) return fail({ code: 'too_many_redirects' });
    left -= 1;
    const target = URL.canParse(next, url.href) ? parseTarget(new URL(next, url).href) : undefined;
    if (target === undefined) return fail({ code: 'redirect_malformed' });
    if (target.origin !== url.origin) headers = withoutCredentials(headers);
    url = target;
  }
}

/** An address as people and servers may write it: what the URL parser would quietly repair is refused. */
export function parseTarget(text: string): URL | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (text.length > maxUrlLength || /[\u0000-\u0020\u007f\\]/.test(text) || !/^https?:\/\/[^/]/i.test(text)) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.hostname === '' || url.port === '0') return undefined;
  // Also an empty user name, which the parser forgets.
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return undefined;
  return url;
}

/** The addresses to connect to. The parser has turned every spelling of an IPv4 address into the usual one. */
export async function admit(
  url: URL,
  allowedNetworks: BlockList,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<Result<readonly string[], EgressFailure>> {
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(bare) === 0 ? await resolved(bare, resolve, signal) : [bare];
  if (addresses === undefined || addresses.length === 0) return fail({ code: 'name_not_found' });
  // One refused address refuses the name: whoever mixes public and private ones is not to be trusted with the choice.
  if (!addresses.every((address) => isAllowedAddress(address, allowedNetworks))) return fail({ code: 'address_refused' });
  return succeed(addresses);
}

/** A lookup cannot be called off; it is no longer waited for. */
async function resolved(hostname: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[] | undefined> {
  signal.throwIfAborted();
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([resolve(hostname).catch(() => undefined), ended.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

type Exchange = EgressRequest & Required<Pick<EgressRequest, 'method' | 'headers'>>;

async function exchange(
  url: URL,
  addresses: readonly string[],
  { method, headers, body, maxBodyBytes = defaults.maxBodyBytes, timeoutMs = defaults.timeoutMs, acceptsAnyCertificate = false }: Exchange,
  signal: AbortSignal,
): Promise<Result<EgressAnswer, EgressFailure>> {
  signal.throwIfAborted();
  const client = new Client(url.origin, {
    connect: { lookup: pinned(addresses), timeout: timeoutMs, rejectUnauthorized: !acceptsAnyCertificate },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    allowH2: false,
  });
  try {
    const answer = await client.request({
      path: `${url.pathname}${url.search}`,
      method,
      headers: { 'accept-encoding': 'identity', ...headers },
      body: body ?? null,
      signal,
    });
    const bytes = await readBody(answer, maxBodyBytes);
    return bytes === undefined
      ? fail({ code: 'body_too_long' })
      : succeed({ status: answer.statusCode, headers: answer.headers, body: bytes });
  } finally {
    // Waiting would give a host that never ends its answer a hold on us.
    client.destroy().catch(() => {});
  }
}

async function readBody({ body }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    // Leaving the loop ends the stream.
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Node asks this instead of the system when it connects by name: the answer is what was checked. */
export function pinned(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first] = all;
  return (_hostname, options, done) => {
    if (first === undefined) done(new Error('no address'), '', 0);
    else if (options.all === true) done(null, all);
    else done(null, first.address, first.family);
  };
}

function redirectOf({ status, headers }: EgressAnswer): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) && typeof headers.location === 'string' ? headers.location : undefined;
}

function withoutCredentials(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !credentialHeaders.includes(name.toLowerCase())));
}

/** Whether a connection was given up because its time was over. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^UND_ERR_\w*TIMEOUT$/.test(error.code);
}
