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
};

/** The server's keys. Read through a function, because a rotation replaces them while the server runs. */
export type KeyRing = {
  /** Newest first: the first signs, all verify. */
  readonly signingKeys: readonly [SigningKey, ...SigningKey[]];
  /** `sb_publishable_…`: what a browser shows, role `anon`. */
  readonly publishableKey: string;
  /** `sb_secret_…`: role `service_role`. Never leaves the machine. */
  readonly secretKey: string;
  /** 32 random bytes that sign the cookie of known devices. */
  readonly deviceCookieKey: Uint8Array;
};

const methodSchema = z.object({ method: z.string(), timestamp: z.number() });

const claimsSchema = z.looseObject({
  sub: z.uuid(),
  role: z.enum(['authenticated', 'service_role']),
  exp: z.number(),
  iat: z.number().optional(),
  aal: z.enum(['aal1', 'aal2']).optional(),
  amr: z.array(methodSchema).optional(),
  session_id: z.uuid().optional(),
  email: z.string().optional(),
});

/** What a verified access token says of its bearer. */
export type Claims = z.infer<typeof claimsSchema>;

/** Why a token is not accepted. `reason` may be shown to the bearer: it never holds the token. */
export type TokenFailure =
  | { readonly code: 'token_expired'; readonly reason: string }
  | { readonly code: 'token_invalid'; readonly reason: string };

/** Signs claims as an access token with the ring's newest key. `iat`, `exp` and `iss` are the caller's to set. */
export function signToken(keys: KeyRing, claims: Readonly<Record<string, unknown>>): Promise<string> {
  const [key] = keys.signingKeys;
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: key.keyId, typ: 'JWT' }).sign(key.privateKey);
}

/** Verifies signature, algorithm, issuer, expiry and shape. Accepts no algorithm but ES256 and no key without a known id. */
export async function verifyToken(
  keys: KeyRing,
  token: string,
  expected: { readonly issuer: string; readonly nowMs: number },
): Promise<Result<Claims, TokenFailure>> {
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        const key = keys.signingKeys.find((candidate) => candidate.keyId === header.kid);
        if (key === undefined) throw new errors.JWKSNoMatchingKey();
        return key.publicKey;
      },
      {
        algorithms: ['ES256'],
        issuer: expected.issuer,
        audience: 'authenticated',
        currentDate: new Date(expected.nowMs),
        requiredClaims: ['sub', 'exp', 'role'],
      },
    );
    const claims = claimsSchema.safeParse(payload);
    return claims.success ? succeed(claims.data) : fail({ code: 'token_invalid', reason: 'the token lacks a required claim' });
  } catch (error) {
    if (error instanceof errors.JWTExpired) return fail({ code: 'token_expired', reason: 'token is expired' });
    return fail({ code: 'token_invalid', reason: explain(error) });
  }
}

function explain(error: unknown): string {
  if (error instanceof errors.JWKSNoMatchingKey) return 'unrecognized JWT key id';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature is invalid';
  if (error instanceof errors.JWTClaimValidationFailed) return `unexpected "${error.claim}" claim`;
  return 'token is malformed';
}
