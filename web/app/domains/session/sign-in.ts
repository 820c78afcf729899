import { type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askAuth, askFunction, callFunction, post } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { forgetStoredSession } from '../../lib/backend-parts/client.ts';

/** An authenticator that waits for its first code. */
export type Enrolment = {
  readonly factorId: string;
  /** The `otpauth://` address of the QR picture. */
  readonly address: string;
  /** Base32, for typing by hand. */
  readonly secret: string;
};

type Asked<Value> = Promise<Result<Value, BackendFailure>>;

const nothingSchema = z.pipe(
  z.unknown(),
  z.transform(() => undefined),
);

/** Makes the holder of the setup link the owner; refusals: `setup_closed`, `setup_secret_invalid`, `email_invalid`, `weak_password`. */
export function createOwner(wanted: { readonly secret: string; readonly email: string; readonly password: string }): Asked<undefined> {
  return callFunction('setup', wanted, nothingSchema);
}

/** Opens a session at the first level; which of the two was wrong is never said (`invalid_credentials`). */
export function signInWithPassword(email: string, password: string): Asked<undefined> {
  return askAuth((auth) => auth.signInWithPassword({ email, password }), nothingSchema);
}

/**
 * Raises the session to the second level with six digits of the authenticator or one recovery code. Refusals:
 * `mfa_verification_failed`, and `mfa_code_already_used` where the code was right but has been spent.
 */
export function verifyCode(factorId: string, code: string): Asked<undefined> {
  return askAuth(async (auth) => {
    const challenge = await auth.mfa.challenge({ factorId });
    if (challenge.error !== null) return challenge;
    return auth.mfa.verify({ factorId, challengeId: challenge.data.id, code });
  }, nothingSchema);
}

/** Makes this browser a known device of the owner; `secret` stands in a link that was printed on the machine, and works once. */
export function allowDevice(secret: string): Asked<undefined> {
  return post('/auth/v1/device-grant', { secret }, nothingSchema);
}

/** Lets this session enrol an authenticator although one was removed on the machine; `secret` works once. */
export function grantEnrolment(secret: string): Asked<undefined> {
  return post('/auth/v1/factors/enrolment-grant', { secret }, nothingSchema);
}

/**
 * Begins an authenticator; what an earlier, unfinished attempt left is removed first. Beside a verified one it wants a name of
 * its own, and a code given in the last five minutes (`reauthentication_needed`); the older one counts until this one verifies.
 */
export async function startEnrolment(name = 'Authenticator'): Asked<Enrolment> {
  const dropped = await dropUnfinishedFactors();
  if (!dropped.ok) return dropped;
  const enrolmentSchema = z.object({
    id: z.string(),
    totp: z.object({ uri: z.string().check(z.startsWith('otpauth://totp/')), secret: z.string().check(z.regex(/^[A-Z2-7]+=*$/)) }),
  });
  const begun = await askAuth((auth) => auth.mfa.enroll({ factorType: 'totp', friendlyName: name }), enrolmentSchema);
  if (!begun.ok) return begun;
  return succeed({ factorId: begun.value.id, address: begun.value.totp.uri, secret: begun.value.totp.secret });
}

/** Removes what earlier, unfinished enrolments left: a name is taken once. */
export function dropUnfinishedFactors(): Asked<undefined> {
  return dropFactors(({ status }) => status === 'unverified');
}

type Factor = { readonly id: string; readonly status: string; readonly type: string };

/** Removes the account's factors that are chosen. */
export async function dropFactors(chosen: (factor: Factor) => boolean): Asked<undefined> {
  const factorSchema = z.object({ id: z.string(), status: z.string(), factor_type: z.string() });
  const factors = await askAuth((auth) => auth.mfa.listFactors(), z.object({ all: z.array(factorSchema) }));
  if (!factors.ok) return factors;
  for (const factor of factors.value.all.filter(({ factor_type: type, ...known }) => chosen({ ...known, type }))) {
    const removed = await askAuth((auth) => auth.mfa.unenroll({ factorId: factor.id }), nothingSchema);
    if (!removed.ok) return removed;
  }
  return succeed(undefined);
}

/** Makes a new set of recovery codes, voiding the old; wants a session that showed its authenticator's code just now. */
export async function makeRecoveryCodes(): Asked<readonly string[]> {
  const codesSchema = z.object({ codes: z.readonly(z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.minLength(1))) });
  const made = await post('/auth/v1/recovery-codes', {}, codesSchema);
  return made.ok ? succeed(made.value.codes) : made;
}

/** How many recovery codes are left unused. */
export function countRecoveryCodes(): Asked<number> {
  return askFunction(
    'GET',
    '/auth/v1/recovery-codes',
    z.pipe(
      z.object({ left: z.number().check(z.int()) }),
      z.transform(({ left }) => left),
    ),
  );
}

/** Ends this session at the backend, and here even where the backend cannot be reached. */
export async function signOut(): Asked<undefined> {
  const ended = await askAuth(async (auth) => {
    const { error } = await auth.signOut({ scope: 'local' });
    return { data: undefined, error };
  }, nothingSchema);
  forgetStoredSession();
  return ended;
}
