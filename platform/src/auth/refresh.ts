import { fail, type Result, succeed } from '@castellan/foundation/result';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from '../core/database.ts';
import type { PlatformContext } from '../core/platform-context.ts';
import { findAccount, isBanned } from './account.ts';
import { type AuthFailure, type Outcome, refuse, refuseForNow } from './auth-failure.ts';
import { type AuthCall, type AuthTools, answer } from './auth-tools.ts';
import { findActiveChild, findRefreshToken, issueRefreshToken, type RefreshTokenRow, revokeActiveToken } from './refresh-tokens.ts';
import { readBody } from './request-body.ts';
import { describeSession, lockSession, type Session, sessionInactivityMs } from './sessions.ts';

/** A token used a second time within this time gets what it got the first time: the answer may have been lost. */
const reuseIntervalMs = 10_000;

const bodySchema = z.looseObject({ refresh_token: z.string().min(1).max(500) });

type Refusal = AuthFailure & { readonly endedSession?: string };

/**
 * `POST /token?grant_type=refresh_token`: the next pair of tokens. The session's row is locked, so of several refreshes at
 * once one rotates and the others get the same new token. Any other use of a spent token means that two hold it: the
 * session ends for both. Only tokens that this server does not know count against the address: any web page can send those
 * from the owner's browser, and they must neither sign the owner out nor keep the misuse of a spent token from showing.
 */
export async function refreshSession(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const { context, limits } = tools;
  const body = await readBody(call.request, bodySchema);
  if (!body.ok) return body;
  const token = body.value.refresh_token;
  const found = await findRefreshToken(context.database.auth, token);
  if (found === undefined) {
    const counted = limits.reserveRefresh(call.requestContext.address);
    if (!counted.ok) return refuseForNow(counted.failure);
    return refuse(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  }
  const refreshed = await inTransaction(context.database.auth, (client) => rotate(client, context, { token, sessionId: found.session_id }));
  if (refreshed.ok) return succeed(answer(refreshed.value));
  const { endedSession, ...failure } = refreshed.failure;
  if (endedSession !== undefined) context.authEvents.sessionsEnded([endedSession]);
  return fail(failure);
}

/** Returns failures rather than throwing them: what ended the session must be committed. */
async function rotate(
  client: pg.PoolClient,
  context: PlatformContext,
  { token, sessionId }: { readonly token: string; readonly sessionId: string },
): Promise<Result<Readonly<Record<string, unknown>>, Refusal>> {
  const session = await lockSession(client, sessionId);
  // Read again under the lock: another refresh may just have spent it.
  const presented = session && (await findRefreshToken(client, token));
  const account = session && (await findAccount(client, session.user_id));
  if (session === undefined || presented === undefined || account === undefined) {
    return refuse(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found');
  }
  if (isBanned(account, context.clock.nowMs())) return refuse(400, 'user_banned', 'Invalid Refresh Token: User Banned');
  const expiry = findExpiry(session, context.clock.nowMs());
  if (expiry !== undefined)
    return end(client, session, { status: 400, code: 'session_expired', message: `Invalid Refresh Token: ${expiry}` });
  const refreshToken = presented.revoked
    ? await repeatAnswer(client, context, presented)
    : await spend(client, context, { presented, session });
  if (refreshToken === undefined) {
    context.log.warn('A spent refresh token was used again; its session was ended.', { session: session.id });
    const message = 'Invalid Refresh Token: Already Used';
    return end(client, session, { status: 400, code: 'refresh_token_already_used', message });
  }
  return succeed(await describeSession(client, context, { account, session, refreshToken }));
}

function findExpiry(session: Session, nowMs: number): string | undefined {
  if (session.not_after.getTime() <= nowMs) return 'Session Expired';
  const usedMs = (session.refreshed_at ?? session.created_at).getTime();
  return nowMs - usedMs >= sessionInactivityMs ? 'Session Expired (Inactivity)' : undefined;
}

async function spend(
  client: pg.PoolClient,
  context: PlatformContext,
  { presented, session }: { readonly presented: RefreshTokenRow; readonly session: Session },
): Promise<string> {
  await revokeActiveToken(client, context, session.id);
  await client.query('update auth.sessions set refreshed_at = $2, updated_at = $2 where id = $1', [
    session.id,
    new Date(context.clock.nowMs()),
  ]);
  return issueRefreshToken(client, context, session, presented.id);
}

async function repeatAnswer(client: pg.PoolClient, context: PlatformContext, presented: RefreshTokenRow): Promise<string | undefined> {
  if (context.clock.nowMs() - presented.updated_at.getTime() > reuseIntervalMs) return undefined;
  return findActiveChild(client, context, presented);
}

async function end(client: pg.PoolClient, session: Session, failure: AuthFailure): Promise<Result<never, Refusal>> {
  await client.query('delete from auth.sessions where id = $1', [session.id]);
  return fail({ ...failure, endedSession: session.id });
}
