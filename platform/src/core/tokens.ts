import { hash } from 'node:crypto';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type CryptoKey, errors, type JWK, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

/** One ES256 key pair. The algorithm is bound to the key id: a token that names another algorithm is refused. */
export type SigningKey = {
  readonly keyId: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** The public half as published at `/auth/v1/.well-known/jwks.json`. */
  readonly publicJwk: JWK;
  /** When a newer key took its place; `null` while it signs. */
  readonly retiredAtMs: number | null;
};

/** A key that the owner of the server brought, beside our own. The algorithm is bound to it. */
export type OwnKey = {
  /** Empty for the one key whose tokens name none. */
  readonly keyId: string;
  readonly algorithm: 'RS256' | 'HS256';
  /** `undefined`: it signs nothing here. */
  readonly privateKey: CryptoKey | Uint8Array | undefined;
  /** What verifies: of HS256 the secret itself. */
  readonly publicKey: CryptoKey | Uint8Array;
  /** As published; `undefined` for a shared secret, which nobody is shown. */
  readonly publicJwk: JWK | undefined;
};

/** The server's keys. Read through a function, because a rotation replaces them while the server runs. */
export type KeyRing = {
  /** Newest first: the first signs, all verify. */
  readonly signingKeys: readonly [SigningKey, ...SigningKey[]];
  /** Keys of the owner's own, which verify; the first of them that can signs in the place of ours. */
  readonly ownKeys?: readonly OwnKey[];
  /** Whether a token of such a key stands for an API key where its role is one's. */
  readonly acceptsKeyTokens?: boolean;
  /** `sb_publishable_…`: what a browser shows, role `anon`. */
  readonly publishableKey: string;
  /** `sb_secret_…`: role `service_role`. Never leaves the machine. */
  readonly secretKey: string;
  /** 32 random bytes from which refresh tokens and the cookies of known devices are made. A rotation of it ends them all. */
  readonly sessionKey: Uint8Array;
  /**
   * 32 random bytes that seal the authenticators' secrets in the database, and from which the keys of other sealed rows are
   * made. Never replaced: what it sealed must be read.
   */
  readonly authenticatorKey: Uint8Array;
};

const methodSchema = z.object({ method: z.string(), timestamp: z.number() });

const claimsSchema = z.looseObject({
  sub: z.uuid(),
  // The service role belongs to the secret key alone: a leaked signing key must not make it.
  role: z.literal('authenticated'),
  exp: z.number(),
  iat: z.number().optional(),
  aal: z.enum(['aal1', 'aal2']).optional(),
  amr: z.array(methodSchema).optional(),
  session_id: z.uuid().optional(),
  email: z.string().optional(),
});

/** No token of ours lives longer than 15 minutes; a minute more forgives a clock that runs ahead. */
const longestTokenLifeSeconds = 16 * 60;

/** What a verified access token says of its bearer. */
export type Claims = z.infer<typeof claimsSchema>;

/** Why a token is not accepted. `reason` may be shown to the bearer: it never holds the token. */
export type TokenFailure =
  | { readonly code: 'token_expired'; readonly reason: string }
  | { readonly code: 'token_invalid'; readonly reason: string };

/** Signs claims as an access token with the owner's own key, or else with the ring's newest. `iat`, `exp` and `iss` are the caller's to set. */
export function signToken(keys: KeyRing, claims: Readonly<Record<string, unknown>>): Promise<string> {
  const own = keys.ownKeys?.find(({ privateKey }) => privateKey !== undefined);
  if (own?.privateKey !== undefined) {
    const header = { alg: own.algorithm, typ: 'JWT', ...(own.keyId === '' ? {} : { kid: own.keyId }) };
    return new SignJWT(claims).setProtectedHeader(header).sign(own.privateKey);
  }
  const [key] = keys.signingKeys;
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: key.keyId, typ: 'JWT' }).sign(key.privateKey);
}

/**
 * Verifies signature, algorithm, issuer, expiry and shape. Accepts no algorithm but the named key's, which is ES256 unless the owner of
 * the server brought another key, and no key without a known id. What a
 * ring has verified it remembers until the token expires; whether the session still lives is not asked here, and never remembered.
 */
export async function verifyToken(
  keys: KeyRing,
  token: string,
  expected: { readonly issuer: string; readonly nowMs: number },
): Promise<Result<Claims, TokenFailure>> {
  const usable = [...usableKeys(keys, expected.nowMs), ...(keys.ownKeys ?? [])];
  const recalled = recallToken(keys, token, { ...expected, usableKeys: usable });
  if (recalled !== undefined) return succeed(recalled);
  try {
    let signedBy: SigningKey | OwnKey | undefined;
    const { payload } = await jwtVerify(
      token,
      (header) => {
        signedBy = findKey(usable, header);
        if (signedBy === undefined) throw new errors.JWKSNoMatchingKey();
        return signedBy.publicKey;
      },
      {
        algorithms: ['ES256', 'RS256', 'HS256'],
        issuer: expected.issuer,
        audience: 'authenticated',
        currentDate: new Date(expected.nowMs),
        requiredClaims: ['sub', 'exp', 'role'],
      },
    );
    const claims = claimsSchema.safeParse(payload);
    if (!claims.success) return fail({ code: 'token_invalid', reason: 'the token lacks a required claim' });
    if (claims.data.exp - expected.nowMs / 1000 > longestTokenLifeSeconds) {
      return fail({ code: 'token_invalid', reason: 'the token lives longer than any that was issued' });
    }
    const { issuer, nowMs: atMs } = expected;
    if (signedBy !== undefined) rememberToken(keys, token, { claims: claims.data, key: signedBy, issuer, atMs });
    return succeed(claims.data);
  } catch (error) {
    if (error instanceof errors.JWTExpired) return fail({ code: 'token_expired', reason: 'token is expired' });
    return fail({ code: 'token_invalid', reason: explain(error) });
  }
}

/** The key a token names, if its algorithm is the one that the key is for. */
function findKey<Key extends SigningKey | OwnKey>(
  keys: readonly Key[],
  { kid = '', alg }: { readonly kid?: string; readonly alg?: string },
) {
  return keys.find((key) => key.keyId === kid && alg === ('algorithm' in key ? key.algorithm : 'ES256'));
}

const keyTokenSchema = z.looseObject({ role: z.enum(['anon', 'service_role', 'supabase_admin']) });

/**
 * The role of an API key that is a token of one of the owner's own keys, as older projects have them. Such a token names no account and
 * may never end; `undefined` where it is none, or where such tokens are not taken.
 */
export async function verifyKeyToken(keys: KeyRing, token: string, nowMs: number): Promise<'anon' | 'service_role' | undefined> {
  const own = keys.ownKeys ?? [];
  if (keys.acceptsKeyTokens !== true || own.length === 0) return undefined;
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        const key = findKey(own, header);
        if (key === undefined) throw new errors.JWKSNoMatchingKey();
        return key.publicKey;
      },
      { algorithms: ['RS256', 'HS256'], currentDate: new Date(nowMs) },
    );
    const claims = keyTokenSchema.safeParse(payload);
    if (!claims.success) return undefined;
    return claims.data.role === 'anon' ? 'anon' : 'service_role';
  } catch {
    return undefined;
  }
}

/** The keys whose tokens may still be alive: a retired key is worth nothing once everything it signed has expired. */
export function usableKeys(keys: Pick<KeyRing, 'signingKeys'>, nowMs: number): readonly SigningKey[] {
  return keys.signingKeys.filter(({ retiredAtMs }) => retiredAtMs === null || nowMs - retiredAtMs < longestTokenLifeSeconds * 1000);
}

function explain(error: unknown): string {
  if (error instanceof errors.JWKSNoMatchingKey) return 'unrecognized JWT key id';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature is invalid';
  if (error instanceof errors.JWTClaimValidationFailed) return `unexpected "${error.claim}" claim`;
  return 'token is malformed';
}

/** A token whose signature was checked: what it says, under which key, as whose, and when. */
type Verified = { readonly claims: Claims; readonly key: SigningKey | OwnKey; readonly issuer: string; readonly atMs: number };

/** Tokens remembered of one key ring. The longest unused goes first. */
const maxKept = 500;

/** By ring: whoever reads the keys again has a ring of its own, and begins without memories. By SHA-256: no token is kept itself. */
const rings = new WeakMap<KeyRing, Map<string, Verified>>();

/** Remembers that a token was verified. Its claims are shared by all who bring it, and cannot be changed from now on. */
function rememberToken(keys: KeyRing, token: string, verified: Verified): void {
  const kept = rings.get(keys) ?? new Map<string, Verified>();
  rings.set(keys, kept);
  const [longestUnused] = kept.size >= maxKept ? kept.keys() : [];
  if (longestUnused !== undefined) kept.delete(longestUnused);
  freeze(verified.claims);
  kept.set(digestOf(token), verified);
}

/**
 * The claims of a token that was verified before, if verifying it again could only say the same: it has not expired, its key still
 * verifies, the issuer is the same, and the clock was not set back. `undefined`: it must be verified.
 */
function recallToken(
  keys: KeyRing,
  token: string,
  expected: { readonly issuer: string; readonly nowMs: number; readonly usableKeys: readonly (SigningKey | OwnKey)[] },
): Claims | undefined {
  const kept = rings.get(keys);
  if (kept === undefined) return undefined;
  const digest = digestOf(token);
  const verified = kept.get(digest);
  if (verified === undefined) return undefined;
  kept.delete(digest);
  const { claims, key, issuer, atMs } = verified;
  const { nowMs, usableKeys } = expected;
  const isGood = issuer === expected.issuer && nowMs >= atMs && Math.floor(nowMs / 1000) < claims.exp && usableKeys.includes(key);
  if (!isGood) return undefined;
  kept.set(digest, verified);
  return claims;
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64');
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) freeze(part);
  Object.freeze(value);
}
