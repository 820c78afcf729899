import type { Queryable } from '../core/database.ts';
import type { PlatformContext } from '../core/platform-context.ts';
import { type Account, findAccount } from './account.ts';
import type { Factor } from './factors/factors.ts';
import { issueRefreshToken, revokeActiveToken } from './refresh-tokens.ts';
import { describeSession, recordMethod, type Session, type SignInMethod, sessionLifeMs } from './sessions.ts';

/**
 * Lifts a session to `aal2` after an accepted code or passkey. A newly verified authenticator app replaces the older one, a
 * newly verified passkey comes beside whatever there is. The refresh
 * token of the lower level ends here and cannot be traded for one of the higher; every other session below `aal2` and every
 * unverified authenticator goes. Runs under the locks of account and session; returns the answer and the sessions ended.
 */
export async function liftSession(
  queryable: Queryable,
  context: PlatformContext,
  {
    account,
    session,
    factor,
    method,
  }: { readonly account: Account; readonly session: Session; readonly factor: Factor; readonly method: SignInMethod },
): Promise<{ readonly body: Readonly<Record<string, unknown>>; readonly endedSessions: readonly string[] }> {
  const nowMs = context.clock.nowMs();
  const now = new Date(nowMs);
  if (factor.status === 'unverified') await keepFactor(queryable, account, factor, now);
  await queryable.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [account.id]);
  const lifted: Session = { ...session, aal: 'aal2', refreshed_at: now, not_after: new Date(session.created_at.getTime() + sessionLifeMs) };
  await queryable.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, refreshed_at = $3, updated_at = $3, not_after = $4 where id = $1`,
    [session.id, factor.id, now, lifted.not_after],
  );
  await recordMethod(queryable, session.id, method, nowMs);
  const ended = await queryable.query<{ id: string }>(`delete from auth.sessions where user_id = $1 and aal < 'aal2' returning id`, [
    account.id,
  ]);
  await revokeActiveToken(queryable, context, session.id);
  const refreshToken = await issueRefreshToken(queryable, context, lifted, null);
  const present = (await findAccount(queryable, account.id)) ?? account;
  const body = await describeSession(queryable, context, { account: present, session: lifted, refreshToken });
  return { body, endedSessions: ended.rows.map(({ id }) => id) };
}

async function keepFactor(queryable: Queryable, account: Account, factor: Factor, now: Date): Promise<void> {
  await queryable.query(`update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1`, [factor.id, now]);
  if (factor.factor_type === 'totp') {
    await queryable.query(`delete from auth.mfa_factors where user_id = $1 and id <> $2 and factor_type = 'totp'`, [account.id, factor.id]);
  }
  // What allowed this enrolment allows no second one.
  await queryable.query('delete from auth.enrolment_secrets where user_id = $1', [account.id]);
  await queryable.query('delete from auth.enrolment_grants where session_id in (select id from auth.sessions where user_id = $1)', [
    account.id,
  ]);
}
