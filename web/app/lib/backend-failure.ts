/**
 * Why the backend did not do what it was asked. `requestId` finds a request in the server's log that the server itself failed at;
 * without one nothing answered. `reason` is the service's own literal code, never a text to show.
 * `details` are the reasons of a weak password, or what the database said to a refused write.
 */
export type BackendFailure =
  | { readonly code: 'backend_unreachable'; readonly requestId?: string }
  | { readonly code: 'unauthorized' }
  | { readonly code: 'rate_limited'; readonly retryAfterSeconds: number }
  | { readonly code: 'refused'; readonly reason: string; readonly details: readonly string[] }
  | { readonly code: 'answer_unreadable' };

/** What the public client's error objects have in common, whichever part of it they come from. */
export type ServiceError = {
  readonly name?: string | undefined;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly reasons?: readonly string[] | undefined;
  /** What the answer's own `Retry-After` said, where the caller saw it. */
  readonly retryAfterSeconds?: number | undefined;
  readonly message?: string | undefined;
  /** The answer's `X-Request-Id`, where the server failed and the caller saw it. */
  readonly requestId?: string | undefined;
};

/** Seconds to wait where a limited answer does not say for how long. */
export const defaultRetryAfterSeconds = 60;

// These all mean that the caller's session is not one the service accepts; what else it refuses has a reason of its own.
const sessionCodes: ReadonlySet<string> = new Set([
  'no_authorization',
  'bad_jwt',
  'invalid_jwt',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
  'refresh_token_not_found',
  'refresh_token_already_used',
  'PGRST301',
  'PGRST303',
  '42501',
  // The gateway of the functions.
  'UNAUTHORIZED_NO_AUTH_HEADER',
  'UNAUTHORIZED_INVALID_JWT',
  'UNAUTHORIZED_NO_OWNER_SESSION',
]);

const sessionErrors: ReadonlySet<string> = new Set(['AuthSessionMissingError', 'AuthInvalidJwtError', 'AuthInvalidTokenResponseError']);

/** Sorts a service error into the failure that callers act on; `retryAfterSeconds` is what the answer's `Retry-After` said. */
export function classifyFailure(error: ServiceError, retryAfterSeconds: number | undefined): BackendFailure {
  const status = error.status ?? 0;
  if (status === 429) return { code: 'rate_limited', retryAfterSeconds: retryAfterSeconds ?? defaultRetryAfterSeconds };
  if (sessionErrors.has(error.name ?? '') || sessionCodes.has(error.code ?? '')) return { code: 'unauthorized' };
  // The client reports a network that failed as no status at all, and a gateway without its backend as 5xx.
  if (status === 0 || status >= 500) {
    return error.requestId === undefined ? { code: 'backend_unreachable' } : { code: 'backend_unreachable', requestId: error.requestId };
  }
  if (status === 401 && error.code === undefined) return { code: 'unauthorized' };
  return { code: 'refused', reason: error.code ?? `http_${status}`, details: error.reasons ?? [] };
}

/** That nothing was done, as a sentence; where the server failed, with what finds the request in its log. */
export function unreachableText({ requestId }: Extract<BackendFailure, { readonly code: 'backend_unreachable' }>): string {
  return requestId === undefined ? 'The server does not answer.' : `The server failed. Its log says why, under request ${requestId}.`;
}

/** Reads an `X-Request-Id` header: the first characters of a UUID, which find it; `undefined` where it is none of our server's. */
export function parseRequestId(header: string | null): string | undefined {
  return /^([0-9a-f]{8})-[0-9a-f-]{27}$/.exec(header ?? '')?.[1];
}

/** Reads a `Retry-After` header, seconds or a date (RFC 9110 §10.2.3), as whole seconds from now; at least 1. */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1000;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined;
}
