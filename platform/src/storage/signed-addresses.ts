import { hkdfSync } from 'node:crypto';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { KeyRing } from '../core/tokens.ts';

/** What a signed address allows: to read one object, or to write one for the account that asked. */
export type SignedAddress =
  | { readonly scope: 'download'; readonly url: string }
  | { readonly scope: 'upload'; readonly url: string; readonly owner: string | null; readonly upsert: boolean };

/** Why a token is not taken. */
export type SignatureFailure = { readonly code: 'signature_invalid' | 'signature_expired' };

/** The longest that an address may be good for, in seconds: a year. */
export const longestAddressSeconds = 365 * 24 * 60 * 60;

const addressSchema = z.discriminatedUnion('scope', [
  z.object({ scope: z.literal('download'), url: z.string(), exp: z.number() }),
  z.object({ scope: z.literal('upload'), url: z.string(), owner: z.string().nullable(), upsert: z.boolean(), exp: z.number() }),
]);

/**
 * The key that signs addresses, made of the server's own secret (RFC 5869). No access token can be signed with it, and a rotation of
 * the session key ends all addresses.
 */
function addressKey({ sessionKey }: Pick<KeyRing, 'sessionKey'>): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', sessionKey, '', 'castellan storage: signed address', 32));
}

/** Signs an address. `url` is `bucket/name`. */
export function signAddress(
  keys: Pick<KeyRing, 'sessionKey'>,
  address: SignedAddress,
  time: { readonly nowMs: number; readonly seconds: number },
): Promise<string> {
  const issued = Math.floor(time.nowMs / 1000);
  return new SignJWT({ ...address })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issued)
    .setExpirationTime(issued + time.seconds)
    .sign(addressKey(keys));
}

/** Reads a token, and says in how many seconds it ends. It must be for exactly this object and this use. */
export async function verifyAddress<Scope extends SignedAddress['scope']>(
  keys: Pick<KeyRing, 'sessionKey'>,
  token: string,
  expected: { readonly scope: Scope; readonly url: string; readonly nowMs: number },
): Promise<Result<Extract<SignedAddress, { scope: Scope }> & { readonly secondsLeft: number }, SignatureFailure>> {
  try {
    const { payload } = await jwtVerify(token, addressKey(keys), {
      algorithms: ['HS256'],
      currentDate: new Date(expected.nowMs),
      requiredClaims: ['exp'],
    });
    const address = addressSchema.parse(payload);
    if (address.scope !== expected.scope || address.url !== expected.url) return fail({ code: 'signature_invalid' });
    const secondsLeft = Math.max(0, Math.floor(address.exp - expected.nowMs / 1000));
    return succeed({ ...address, secondsLeft } as unknown as Extract<SignedAddress, { scope: Scope }> & { readonly secondsLeft: number });
  } catch (error) {
    return fail({ code: error instanceof errors.JWTExpired ? 'signature_expired' : 'signature_invalid' });
  }
}
