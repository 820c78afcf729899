import { timingSafeEqual } from 'node:crypto';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { siteKey } from '@castellan/foundation/site-key';
import { type Claims, type KeyRing, type TokenFailure, verifyKeyToken, verifyToken } from './tokens.ts';

/** The database role a request runs as. */
export type DatabaseRole = 'anon' | 'authenticated' | 'service_role';

/** Who asks: the role the database takes, and the claims its policies read. */
export type Caller = {
  readonly role: DatabaseRole;
  /** `null` for anon and for the service key. */
  readonly claims: Claims | null;
  /** Somebody signed in who is not the owner. */
  readonly isGuest?: true;
};

/** What a token is held against: its issuer, the present time, and whether the account is another than the owner's. */
export type CallerRules = {
  readonly issuer: string;
  readonly nowMs: number;
  readonly isGuest?: (userId: string) => Promise<boolean>;
};

/** What a caller's request carries that the database may read or record. */
export type RequestContext = {
  /** The connection's address, or the one a trusted proxy vouches for. */
  readonly address: string;
  /** Whether the browser speaks https to us or to the trusted proxy before us: decides the Secure flag of cookies. */
  readonly secure: boolean;
  readonly requestId: string;
};

/** Why a request has no caller. */
export type CallerFailure = TokenFailure | { readonly code: 'api_key_missing' } | { readonly code: 'api_key_invalid' };

/** The caller of anon requests. */
export const anonymousCaller: Caller = { role: 'anon', claims: null };

/**
 * Decides who asks, as the hosted gateway does: a user's token in `Authorization` wins; otherwise the API key decides.
 * The unmodified client library repeats its API key as a bearer token when nobody is signed in, so a bearer that equals
 * an API key is that key. The publishable key may also come as the query parameter `apikey`, which a browser's WebSocket
 * needs; the secret key may not, because addresses are written to the logs of whatever stands between (the socket of a
 * client library, which has no other place for its key, is realtime's own exception).
 */
export async function resolveCaller(request: Request, keys: KeyRing, expected: CallerRules): Promise<Result<Caller, CallerFailure>> {
  const keyCaller = await callerOfApiKey(request, keys, expected.nowMs);
  if (keyCaller === 'invalid') return fail({ code: 'api_key_invalid' });
  const bearer = bearerOf(request);
  if (bearer === undefined) return keyCaller === undefined ? fail({ code: 'api_key_missing' }) : succeed(keyCaller);
  const bearerKeyCaller = callerOfKey(bearer, keys) ?? (await callerOfKeyToken(bearer, keys, expected.nowMs));
  if (bearerKeyCaller !== undefined) return succeed(bearerKeyCaller);
  const verified = await verifyToken(keys, bearer, expected);
  if (!verified.ok) return verified;
  const isGuest = (await expected.isGuest?.(verified.value.sub)) === true;
  return succeed({ role: verified.value.role, claims: verified.value, ...(isGuest ? { isGuest } : {}) });
}

/** The bearer token of a request, if it has one. */
export function bearerOf(request: Request): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}

/** Whom the request's API key stands for; `undefined` where it brings none. */
async function callerOfApiKey(request: Request, keys: KeyRing, nowMs: number): Promise<Caller | 'invalid' | undefined> {
  const header = request.headers.get('apikey');
  if (header !== null) return callerOfKey(header, keys) ?? (await callerOfKeyToken(header, keys, nowMs)) ?? 'invalid';
  const parameter = new URL(request.url).searchParams.get('apikey');
  if (parameter === null) return undefined;
  if (isPublishable(parameter, keys)) return anonymousCaller;
  return (await verifyKeyToken(keys, parameter, nowMs)) === 'anon' ? anonymousCaller : 'invalid';
}

async function callerOfKeyToken(token: string, keys: KeyRing, nowMs: number): Promise<Caller | undefined> {
  const role = await verifyKeyToken(keys, token, nowMs);
  return role === undefined ? undefined : { role, claims: null };
}

function callerOfKey(key: string, keys: KeyRing): Caller | undefined {
  if (isPublishable(key, keys)) return anonymousCaller;
  if (equalText(key, keys.secretKey)) return { role: 'service_role', claims: null };
  return undefined;
}

function isPublishable(key: string, keys: KeyRing): boolean {
  return key === siteKey || equalText(key, keys.publishableKey);
}

function equalText(given: string, expected: string): boolean {
  const givenBytes = Buffer.from(given);
  const expectedBytes = Buffer.from(expected);
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
}
