import { fail, type Result, succeed } from '@castellan/foundation/result';

/** A call as it came, without its body. */
export type AskedCall = {
  readonly method: string;
  /** As the client spelled it, escapes included. */
  readonly path: string;
  /** From the question mark on, or empty. */
  readonly search: string;
  readonly headers: Headers;
};

/** The project's services that calls are passed on to. */
export type ServiceName = 'auth' | 'rest' | 'storage' | 'realtime';

/** A guess of a secret, or what is made of one: the gateway counts these before they are passed on. */
export type Guarded = 'password' | 'refresh' | 'code';

/** A call that may be passed on. */
export type PassedCall = {
  readonly service: ServiceName;
  /** `session`: whoever brings no verified token is refused. */
  readonly audience: 'anybody' | 'session';
  readonly guarded?: Guarded;
  readonly path: string;
  readonly search: string;
  /** Without keys and tokens, which the gateway adds. */
  readonly headers: Readonly<Record<string, string>>;
  /** The longest body in bytes: of somebody with a session, and of anybody else. */
  readonly maxBodyBytes: { readonly session: number; readonly stranger: number };
};

/** Why a call is not passed on, in words that its caller may read. */
export type RefusedCall = { readonly service: ServiceName; readonly status: number; readonly code: string; readonly message: string };

type Route = { readonly audience: PassedCall['audience']; readonly guarded?: Guarded };

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

const maxPathLength = 1024;
/** Filters name many ids at once. A request's headers have 32 kB in all. */
const maxSearchLength = 24 * kibibyte;
const maxHeaderLength = 1000;

const ofSession: Route = { audience: 'session' };
const ofAnybody: Route = { audience: 'anybody' };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The owner's own calls of the public client. Nobody signs up here, and nothing of the administration is passed on. */
const authRoutes: Readonly<Record<string, Route>> = {
  'GET /health': ofAnybody,
  'GET /settings': ofAnybody,
  'GET /.well-known/jwks.json': ofAnybody,
  'GET /user': ofSession,
  'PUT /user': ofSession,
  'GET /reauthenticate': ofSession,
  'POST /logout': ofSession,
  'POST /factors': ofSession,
  'DELETE /factors/:id': ofSession,
  'POST /factors/:id/challenge': ofSession,
  'POST /factors/:id/verify': { audience: 'session', guarded: 'code' },
};

const ourOwn = /^\/(recovery-codes|device-grant|factors\/enrolment-grant)$/;

const grants: Readonly<Record<string, Guarded>> = { password: 'password', refresh_token: 'refresh' };

/**
 * Decides whether a call may be passed on to the project, and as what. Nothing that is not listed passes: no path, method, header or
 * preference. `undefined`: the path is none of these services'.
 */
export function judgeCall(asked: AskedCall): Result<PassedCall, RefusedCall> | undefined {
  const [, name, rest = ''] = /^\/(auth|rest|storage|realtime)\/v1(\/.*)?$/s.exec(asked.path) ?? [];
  if (name === undefined) return undefined;
  const service = name as ServiceName;
  const refused = (status: number, code: string, message: string) => fail<RefusedCall>({ service, status, code, message });
  if (!isPlainPath(asked.path) || asked.search.length > maxSearchLength) {
    return refused(400, 'bad_request', 'The address is not one that this server passes on');
  }
  const query = new URLSearchParams(asked.search);
  const route = findRoute(service, asked.method, rest, query);
  // What the embedded sign-in answers beyond the service's calls.
  if (service === 'auth' && ourOwn.test(rest)) return refused(404, 'not_with_a_project', 'A hosted project does not know this call');
  if (route === undefined) return refused(404, 'not_found', 'This server passes no such call on');
  const refusal = refusePlanner(asked.headers);
  if (refusal !== undefined) return refused(400, 'PGRST122', refusal);
  // The key may come in the address, where a socket needs it. It goes on in a header alone.
  query.delete('apikey');
  const search = query.size === 0 ? '' : `?${query}`;
  return succeed({
    service,
    ...route,
    path: asked.path,
    search,
    headers: passedHeaders(asked.headers),
    maxBodyBytes: maxBodyBytes[service],
  });
}

const maxBodyBytes: Readonly<Record<ServiceName, PassedCall['maxBodyBytes']>> = {
  auth: { session: 64 * kibibyte, stranger: 16 * kibibyte },
  rest: { session: 8 * mebibyte, stranger: 64 * kibibyte },
  storage: { session: 8 * mebibyte, stranger: 0 },
  realtime: { session: 256 * kibibyte, stranger: 0 },
};

function findRoute(service: ServiceName, method: string, rest: string, query: URLSearchParams): Route | undefined {
  switch (service) {
    case 'auth':
      return findAuthRoute(method, rest, query);
    case 'rest':
      return isRestCall(method, rest) ? ofAnybody : undefined;
    case 'storage':
      return findStorageRoute(method, rest);
    case 'realtime':
      return method === 'POST' && (rest === '/api/broadcast' || rest.startsWith('/api/broadcast/')) ? ofSession : undefined;
  }
}

function findAuthRoute(method: string, rest: string, query: URLSearchParams): Route | undefined {
  if (method === 'POST' && rest === '/token') {
    const kinds = query.getAll('grant_type');
    const guarded = kinds.length === 1 && Object.hasOwn(grants, kinds[0] ?? '') ? grants[kinds[0] ?? ''] : undefined;
    return guarded && { audience: 'anybody', guarded };
  }
  const [, id, action = ''] = /^\/factors\/([^/]+)(\/\w+)?$/.exec(rest) ?? [];
  const path = id !== undefined && uuid.test(id) ? `/factors/:id${action}` : rest;
  const key = `${method} ${path}`;
  // Written with the pattern's own name a path has no id.
  return rest.includes(':') || !Object.hasOwn(authRoutes, key) ? undefined : authRoutes[key];
}

const restMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A table's or a function's name. What describes all of them is not passed on. */
function isRestCall(method: string, rest: string): boolean {
  const [, isFunction] = /^\/(rpc\/)?[A-Za-z_][A-Za-z0-9_]{0,62}$/.exec(rest) ?? [];
  if (!/^\/(rpc\/)?[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(rest)) return false;
  return (isFunction === undefined ? restMethods : ['GET', 'HEAD', 'POST']).includes(method);
}

/** Objects and buckets. A stranger reads what is public, or was signed for whoever has its address. */
function findStorageRoute(method: string, rest: string): Route | undefined {
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && /^\/object\/(public|sign)\/[^/]+\/./.test(rest)) return ofAnybody;
  if (!['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].includes(method)) return undefined;
  return /^\/(object|bucket)(\/|$)/.test(rest) ? ofSession : undefined;
}

/** One spelling, and nothing that another server could read as another path: dots, two slashes, backslashes, control characters. */
function isPlainPath(path: string): boolean {
  if (path.length > maxPathLength || !/^(\/[\w.~!$&'()*+,;=:@%-]+)+$/.test(path)) return false;
  return path
    .split('/')
    .slice(1)
    .every((part) => {
      const text = decodePart(part);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      return text !== undefined && text !== '.' && text !== '..' && !/[/\\\u0000-\u001f\u007f]/.test(text);
    });
}

function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** What passes of a request's headers. Cookies, forwarded addresses and what belongs to one connection do not, nor does anything unknown. */
const passedNames = [
  'accept',
  'content-type',
  'range',
  'range-unit',
  'if-none-match',
  'if-modified-since',
  'x-client-info',
  'x-supabase-api-version',
  'x-upsert',
  'x-metadata',
  'cache-control',
  'user-agent',
];

const passedPreferences = /^(return|resolution|missing|handling|max-affected|timezone)=[\w/+-]{1,60}$|^count=exact$/;

function passedHeaders(headers: Headers): PassedCall['headers'] {
  const passed = passedNames.flatMap((name) => {
    const value = headers.get(name);
    return value === null || value.length > maxHeaderLength ? [] : [[name, value] as const];
  });
  const prefer = preferencesOf(headers)
    .filter((preference) => passedPreferences.test(preference))
    .join(', ');
  return Object.fromEntries(prefer === '' ? passed : [...passed, ['prefer', prefer]]);
}

function preferencesOf(headers: Headers): readonly string[] {
  return (headers.get('prefer') ?? '')
    .slice(0, maxHeaderLength)
    .split(',')
    .map((preference) => preference.trim());
}

/** The planner guesses from statistics of all rows, and so tells what the policies hide. */
function refusePlanner(headers: Headers): string | undefined {
  if (preferencesOf(headers).some((preference) => /^count\s*=/i.test(preference) && preference !== 'count=exact')) {
    return 'A count is exact or none';
  }
  return /vnd\.pgrst\.plan/i.test(headers.get('accept') ?? '') ? 'Plans are not shown' : undefined;
}

/** What passes of an answer's headers. The body's length and its end are the connection's own business. */
const answeredNames = [
  'accept-ranges',
  'cache-control',
  'content-profile',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'preference-applied',
  'range-unit',
  'retry-after',
  'x-sb-error-code',
  'x-supabase-api-version',
];

const rasterTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'];

/**
 * The headers that an answer of the project's goes on with. No cookie and no policy of the project's stands on this origin, it leads
 * nowhere else, and what a browser would run or draw is a download to it.
 */
export function answerHeaders(service: ServiceName, given: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const name of answeredNames) {
    const value = given[name];
    if (typeof value === 'string' && /^[\x20-\x7e]{0,1000}$/.test(value)) headers.set(name, value);
  }
  const { location } = given;
  if (typeof location === 'string' && /^\/[\w-][\x21-\x5b\x5d-\x7e]{0,1000}$/.test(location)) headers.set('location', location);
  if (!headers.has('cache-control') || service !== 'storage') headers.set('cache-control', 'no-store');
  headers.set('x-content-type-options', 'nosniff');
  headers.set('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (service === 'storage' && !rasterTypes.includes(type)) headers.set('content-disposition', 'attachment');
  return headers;
}
