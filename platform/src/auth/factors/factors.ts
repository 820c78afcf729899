import { encodeBase32 } from '@castellan/foundation/base32';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { succeed } from '@castellan/foundation/result';
import { otpauthAddress } from '@castellan/foundation/totp';
import type { Queryable } from '../../core/database.ts';
import { unverifiedFactorLifeMs } from '../account.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import { hasFreshProof, type SignedIn } from '../require-session.ts';

/** An authenticator's row: an app that shows codes (`totp`), or a passkey. */
export type Factor = {
  readonly id: string;
  readonly factor_type: 'totp' | 'webauthn';
  readonly status: 'verified' | 'unverified';
  readonly friendly_name: string | null;
  /** As `sealSecret` or `sealPasskey` left it; `null` for a passkey that is not made yet. */
  readonly secret: string | null;
};

/** What authenticator apps show above the account's address. */
const issuer = 'Castellan';

/** RFC 4226 §4 recommends 160 bits. */
const secretBytes = 20;

/** A new authenticator's secret in base32, and the address a QR code of it holds. */
export function makeSecret(
  randomBytes: RandomBytes,
  account: string,
  shownIssuer?: string,
): { readonly secret: string; readonly address: string } {
  const secret = encodeBase32(randomBytes(secretBytes));
  return { secret, address: otpauthAddress({ issuer: shownIssuer ?? issuer, account, secret }) };
}

/** The account's authenticators that are verified or may still become so. */
export async function listFactors(queryable: Queryable, userId: string, nowMs: number): Promise<readonly Factor[]> {
  const { rows } = await queryable.query<Factor>(
    `select id, factor_type, status, friendly_name, secret from auth.mfa_factors
      where user_id = $1 and factor_type in ('totp', 'webauthn') and (status = 'verified' or created_at > $2)`,
    [userId, new Date(nowMs - unverifiedFactorLifeMs)],
  );
  return rows;
}

/** One authenticator of the account, if it is verified or may still become so. */
export async function findFactor(queryable: Queryable, userId: string, factorId: string, nowMs: number): Promise<Factor | undefined> {
  return (await listFactors(queryable, userId, nowMs)).find(({ id }) => id === factorId);
}

/** The refusal for an id that is none of the account's. */
export const factorNotFound = refuse(404, 'mfa_factor_not_found', 'Factor not found');

/**
 * Whether the session may add, finish or drop an unverified authenticator. While one is verified it takes `aal2`, so that
 * the password alone replaces nothing. Where one was ever verified and none is left, it takes the one-time secret from the
 * machine. Before the first one the password is all there is.
 */
export async function requireEnroller(queryable: Queryable, { account, session }: SignedIn, nowMs: number): Promise<Outcome<void>> {
  if (!account.factor_required) return succeed(undefined);
  const hasVerified = (await listFactors(queryable, account.id, nowMs)).some(({ status }) => status === 'verified');
  if (hasVerified) {
    return session.aal === 'aal1' ? refuse(403, 'insufficient_aal', 'AAL2 required to enroll a new factor') : succeed(undefined);
  }
  const { rows } = await queryable.query('select 1 from auth.enrolment_grants where session_id = $1 and expires_at > $2', [
    session.id,
    new Date(nowMs),
  ]);
  if (rows.length > 0) return succeed(undefined);
  return refuse(403, 'enrolment_grant_required', 'Enrolling again needs the one-time secret that was printed on the machine');
}

/** What counts as having one's authenticator at hand. */
export const authenticatorProofs = ['totp', 'mfa/webauthn'] as const;

/** Whether the session proved itself by code or passkey within five minutes, where the account has an authenticator at all. */
export async function requireFreshCode(queryable: Queryable, { account, session }: SignedIn, nowMs: number): Promise<Outcome<void>> {
  const hasVerified = (await listFactors(queryable, account.id, nowMs)).some(({ status }) => status === 'verified');
  if (!hasVerified || (await hasFreshProof(queryable, session, [...authenticatorProofs, 'recovery_code'], nowMs)))
    return succeed(undefined);
  return refuse(400, 'reauthentication_needed', 'Verify a fresh code first: the last one was given more than 5 minutes ago');
}
