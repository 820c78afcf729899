import { fail, type Result, succeed } from '@castellan/foundation/result';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from '../core/database.ts';
import type { PlatformContext } from '../core/platform-context.ts';
import { type AuthFailure, type Outcome, refuse, refuseForNow } from './auth-failure.ts';
import { type AuthCall, type AuthTools, answer, userAgentOf } from './auth-tools.ts';
import { deviceCookie, findKnownDevice } from './device-cookie.ts';
import { requireChallenge } from './factor-challenge.ts';
import { type Factor, factorNotFound, findFactor, requireEnroller } from './factors.ts';
import { liftSession } from './lift-session.ts';
import { findRecoveryCode, hashRecoveryCode, spendRecoveryCode } from './recovery-codes.ts';
import { readBody } from './request-body.ts';
import { lockSignedIn, requireSession, type SignedIn } from './require-session.ts';
import { openSecret } from './sealed-secret.ts';
import type { SignInMethod } from './sessions.ts';
import { findTypedStep } from './totp-code.ts';

const bodySchema = z.looseObject({ challenge_id: z.uuid(), code: z.string().min(1, 'Code needs to be non-empty').max(64) });

/** What was typed: an authenticator's code, or a recovery code in place of one. */
type Typed =
  | { readonly method: Extract<SignInMethod, 'totp'>; readonly code: string }
  | { readonly method: 'recovery_code'; readonly hash: Buffer };

/** A refusal of the code itself counts as a failure; any other does not. */
type Refusal = AuthFailure & { readonly isWrongCode?: true };

type Verdict = Result<{ readonly body: Readonly<Record<string, unknown>>; readonly endedSessions: readonly string[] }, Refusal>;

/**
 * `POST /factors/:id/verify`: lifts the session to `aal2` for the right code. A code works once, whoever else sends it at the
 * same moment. A spent one is told from a wrong one by `mfa_code_already_used`, a code of ours. Each attempt is counted before
 * the code is looked at: by the address, and five in a quarter of an hour for the account; from a known device by these five
 * for the device alone.
 */
export async function verifyFactor(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const { context, limits } = tools;
  const body = await readBody(call.request, bodySchema);
  if (!body.ok) return body;
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  const { account } = signedIn.value;
  const device = findKnownDevice(context, call.request, call.requestContext, account.id);
  const reserved = limits.reserveCode({ address: call.requestContext.address, email: account.email, device });
  if (!reserved.ok) return refuseForNow(reserved.failure);
  const typed = await readCode(account.id, body.value.code);
  const verdict = await inTransaction(context.database.auth, (client) =>
    decide(tools, call, { client, signedIn: signedIn.value, challengeId: body.value.challenge_id, typed }),
  );
  if (verdict.ok) {
    reserved.value.succeed();
    if (verdict.value.endedSessions.length > 0) context.authEvents.sessionsEnded(verdict.value.endedSessions);
    return succeed(answer(verdict.value.body, { 'set-cookie': deviceCookie(context, call.requestContext, account.id, device) }));
  }
  const { isWrongCode, ...failure } = verdict.failure;
  if (isWrongCode) {
    context.authEvents.signInFailed({ address: call.requestContext.address, userAgent: userAgentOf(call.request), method: typed.method });
  } else reserved.value.giveBack();
  return fail(failure);
}

async function readCode(userId: string, code: string): Promise<Typed> {
  const recoveryCode = findRecoveryCode(code);
  if (recoveryCode === undefined) return { method: 'totp', code };
  return { method: 'recovery_code', hash: await hashRecoveryCode(userId, recoveryCode) };
}

/** Runs under the locks of account and session. Nothing is written before the code is accepted. */
async function decide(
  tools: AuthTools,
  call: AuthCall,
  asked: { readonly client: pg.PoolClient; readonly signedIn: SignedIn; readonly challengeId: string; readonly typed: Typed },
): Promise<Verdict> {
  const { client, challengeId, typed } = asked;
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
  const accepted =
    typed.method === 'totp'
      ? await spendStep(client, tools.context, { userId: account.id, factor, code: typed.code })
      : await spendRecovery(client, factor, account.id, typed.hash, nowMs);
  if (!accepted.ok) return accepted;
  await client.query('update auth.mfa_challenges set verified_at = $2 where id = $1', [challengeId, new Date(nowMs)]);
  return succeed(await liftSession(client, tools.context, { account, session, factor, method: typed.method }));
}

/** Accepts a step once: the statement itself compares, so of two requests with one code the second changes nothing. */
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
  const step = await findTypedStep(secret.value, code, context.clock.nowMs());
  if (step === undefined) return wrongCode('Invalid TOTP code entered');
  const spent = await client.query(
    'update auth.mfa_factors set last_used_step = $2 where id = $1 and (last_used_step is null or last_used_step < $2) returning id',
    [factor.id, step],
  );
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
