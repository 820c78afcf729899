import { fail, type Result, succeed } from '@castellan/foundation/result';
import { totpStep } from '@castellan/foundation/totp';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from '../../core/database.ts';
import type { PlatformContext } from '../../core/platform-context.ts';
import type { Account } from '../account.ts';
import { type AuthFailure, type Outcome, refuse, refuseForNow } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, answer, userAgentOf } from '../auth-tools.ts';
import { deviceCookie, findKnownDevice } from '../device-cookie.ts';
import { liftSession } from '../lift-session.ts';
import { readBody } from '../request-body.ts';
import { lockSignedIn, requireSession, type SignedIn } from '../require-session.ts';
import { openSecret } from '../sealed-secret.ts';
import { requireChallenge, spendChallenge } from './factor-challenge.ts';
import { type Factor, factorNotFound, findFactor, requireEnroller } from './factors.ts';
import { type Ceremony, type CredentialResponse, credentialResponseSchema } from './passkey-ceremony.ts';
import { type AskedPasskey, acceptPasskey } from './passkeys.ts';
import { findRecoveryCode, hashRecoveryCode, spendRecoveryCode } from './recovery-codes.ts';
import { findTypedStep } from './totp-code.ts';

const bodySchema = z
  .looseObject({
    challenge_id: z.uuid(),
    code: z.string().max(64).nullish(),
    webauthn: z.looseObject({ type: z.enum(['create', 'request']), credential_response: credentialResponseSchema }).nullish(),
  })
  .refine(({ code, webauthn }) => Boolean(code) || Boolean(webauthn), { path: ['code'], message: 'Code needs to be non-empty' });

/** What was given: an authenticator's code, a recovery code in place of one, or a passkey's answer. */
type Given =
  | { readonly method: 'totp'; readonly code: string }
  | { readonly method: 'recovery_code'; readonly hash: Buffer }
  | { readonly method: 'mfa/webauthn'; readonly type: Ceremony; readonly response: CredentialResponse };

/** A refusal of the code or answer itself counts as a failure, and of a factor that vouches already as a refused sign-in; any other does not. */
type Refusal = AuthFailure & { readonly isWrongCode?: true; readonly isEnrolment?: true };

type Verdict = Result<{ readonly body: Readonly<Record<string, unknown>>; readonly endedSessions: readonly string[] }, Refusal>;

/**
 * `POST /factors/:id/verify`: lifts the session to `aal2` for the right code or the right passkey. A code works once, whoever
 * else sends it at the same moment. A spent one is told from a wrong one by `mfa_code_already_used`, a code of ours. A passkey's
 * challenge takes one answer, right or wrong. Each attempt is counted before it is looked at: by the address, and five in a
 * quarter of an hour for the account; from a known device by these five for the device alone.
 */
export async function verifyFactor(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const { context, limits } = tools;
  const body = await readBody(call.request, bodySchema);
  if (!body.ok) return body;
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  const { account } = signedIn.value;
  const device = await findKnownDevice(context, call.request, call.requestContext, account.id);
  const reserved = await limits.reserveCode({ address: call.requestContext.address, email: account.email || account.id, device });
  if (!reserved.ok) return refuseForNow(reserved.failure);
  const given = await readGiven(account.id, body.value);
  const verdict = await inTransaction(context.database.auth, (client) =>
    decide(tools, call, { client, signedIn: signedIn.value, challengeId: body.value.challenge_id, given }),
  );
  if (verdict.ok) {
    await reserved.value.succeed();
    if (verdict.value.endedSessions.length > 0) context.authEvents.sessionsEnded(verdict.value.endedSessions);
    return succeed(answer(verdict.value.body, await deviceCookie(context, call.requestContext, account.id, device)));
  }
  const { isWrongCode, isEnrolment, ...failure } = verdict.failure;
  // A code mistyped while its authenticator is set up lets nobody in: it is counted, and no alarm.
  if (isWrongCode && isEnrolment) return fail(failure);
  if (isWrongCode) {
    const method = given.method === 'mfa/webauthn' ? 'passkey' : given.method;
    context.authEvents.signInFailed({ address: call.requestContext.address, userAgent: userAgentOf(call.request), method });
  } else await reserved.value.giveBack();
  return fail(failure);
}

async function readGiven(userId: string, { code, webauthn }: z.output<typeof bodySchema>): Promise<Given> {
  if (webauthn) return { method: 'mfa/webauthn', type: webauthn.type, response: webauthn.credential_response };
  return readCode(userId, code ?? '');
}

async function readCode(userId: string, code: string): Promise<Given> {
  const recoveryCode = findRecoveryCode(code);
  if (recoveryCode === undefined) return { method: 'totp', code };
  return { method: 'recovery_code', hash: await hashRecoveryCode(userId, recoveryCode) };
}

/** Runs under the locks of account and session. Nothing is written before what was given is accepted, but that a passkey's challenge is spent. */
async function decide(
  tools: AuthTools,
  call: AuthCall,
  asked: { readonly client: pg.PoolClient; readonly signedIn: SignedIn; readonly challengeId: string; readonly given: Given },
): Promise<Verdict> {
  const { client, challengeId, given } = asked;
  const nowMs = tools.context.clock.nowMs();
  const locked = await lockSignedIn(client, asked.signedIn);
  if (!locked.ok) return locked;
  const { account, session } = locked.value;
  const factor = await findFactor(client, account.id, call.pathId, nowMs);
  if (factor === undefined) return factorNotFound;
  if (factor.status === 'unverified') {
    const allowed = await requireEnroller(client, locked.value, nowMs);
    if (!allowed.ok) return allowed;
  }
  const open = await requireChallenge(tools, call, client, { challengeId, factorId: factor.id, sessionId: session.id });
  if (!open.ok) return open;
  const accepted = await accept(client, tools.context, { account, factor, challengeId, asked: open.value, given, nowMs });
  if (!accepted.ok) return factor.status === 'unverified' ? fail({ ...accepted.failure, isEnrolment: true as const }) : accepted;
  await spendChallenge(client, challengeId, nowMs);
  return succeed(await liftSession(client, tools.context, { account, session, factor: accepted.value, method: given.method }));
}

type Presented = {
  readonly account: Account;
  readonly factor: Factor;
  readonly challengeId: string;
  readonly asked: AskedPasskey | undefined;
  readonly given: Given;
  readonly nowMs: number;
};

/** The factor that vouches for the session: the one asked, or the passkey that answered in its place. */
async function accept(client: pg.PoolClient, context: PlatformContext, presented: Presented): Promise<Result<Factor, Refusal>> {
  const { account, factor, challengeId, asked, given, nowMs } = presented;
  if (given.method === 'recovery_code') {
    const spent = await spendRecovery(client, factor, account.id, given.hash, nowMs);
    return spent.ok ? succeed(factor) : spent;
  }
  if (given.method === 'totp') {
    if (factor.factor_type !== 'totp') return refuse(400, 'validation_failed', 'WebAuthn config required');
    const spent = await spendStep(client, context, { userId: account.id, factor, code: given.code });
    return spent.ok ? succeed(factor) : spent;
  }
  if (asked === undefined) return refuse(400, 'validation_failed', 'Code needs to be non-empty');
  await spendChallenge(client, challengeId, nowMs);
  const answered = await acceptPasskey(client, context, { account, factor, asked, type: given.type, response: given.response });
  return answered === undefined ? wrongCode('Invalid passkey response') : succeed(answered);
}

/**
 * Accepts a step once: the statement itself compares, so of two requests with one code the second changes nothing. A step that
 * lies further ahead than any code can be was spent by a clock that has been corrected since: it counts for nothing, or right
 * codes would be refused until that time comes.
 */
async function spendStep(
  client: pg.PoolClient,
  context: PlatformContext,
  { userId, factor, code }: { readonly userId: string; readonly factor: Factor; readonly code: string },
): Promise<Result<void, Refusal>> {
  const secret = openSecret(context.keys(), { userId, factorId: factor.id }, factor.secret ?? '');
  if (!secret.ok) {
    // Whoever can write to the database could have put a secret of their own there. Recovery codes still work.
    context.log.error('The secret of an authenticator cannot be opened: its row was changed, or the keys were.', { factor: factor.id });
    return wrongCode('Invalid TOTP code entered');
  }
  const nowMs = context.clock.nowMs();
  const step = await findTypedStep(secret.value, code, nowMs);
  if (step === undefined) return wrongCode('Invalid TOTP code entered');
  const lastPossibleStep = totpStep(nowMs) + 1;
  const spent = await client.query<{ isFromFuture: boolean | null }>(
    `update auth.mfa_factors factor set last_used_step = $2
      from (select id, last_used_step from auth.mfa_factors where id = $1 for update) before
      where factor.id = before.id and (before.last_used_step is null or before.last_used_step < $2 or before.last_used_step > $3)
      returning before.last_used_step > $3 as "isFromFuture"`,
    [factor.id, step, lastPossibleStep],
  );
  if (spent.rows[0]?.isFromFuture === true) {
    context.log.warn('The last code of an authenticator was used in the future: the clock was wrong, then or now.', { factor: factor.id });
  }
  // The code is the right one, so it is nobody's guess.
  return spent.rows.length === 1
    ? succeed(undefined)
    : refuse(422, 'mfa_code_already_used', 'This code was just used. Wait for the next one');
}

/** A recovery code stands in for a verified authenticator only: it never vouches for a new one. */
async function spendRecovery(
  client: pg.PoolClient,
  factor: Factor,
  userId: string,
  hash: Buffer,
  nowMs: number,
): Promise<Result<void, Refusal>> {
  const isSpent = factor.status === 'verified' && (await spendRecoveryCode(client, userId, hash, nowMs));
  return isSpent ? succeed(undefined) : wrongCode('Invalid recovery code entered');
}

function wrongCode(message: string): Result<never, Refusal> {
  return fail({ status: 422, code: 'mfa_verification_failed', message, isWrongCode: true });
}
