import { succeed } from '@castellan/foundation/result';
import type { Queryable } from '../core/database.ts';
import { type Account, findAccount, isBanned, lockAccount } from './account.ts';
import { type Outcome, refuse } from './auth-failure.ts';
import type { AuthCall, AuthTools } from './auth-tools.ts';
import { findLastProofMs, findSession, lockSession, type Session, type SignInMethod } from './sessions.ts';

/** Who asks, read from the database: a token of an ended session is worth nothing, however long it still has. */
export type SignedIn = { readonly account: Account; readonly session: Session };

/** What was proved longer ago is asked for again before an authenticator, password or recovery code changes. */
const freshProofMs = 5 * 60_000;

/** The account and live session of the call's bearer token. Failures: 401 `no_authorization`, 403 as the hosted service words them. */
export async function requireSession({ context }: AuthTools, call: AuthCall): Promise<Outcome<SignedIn>> {
  const { caller } = call;
  if (!caller.ok) {
    const reason = 'reason' in caller.failure ? caller.failure.reason : 'token is malformed';
    return refuse(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`);
  }
  const { claims, role } = caller.value;
  if (claims === null) {
    if (role === 'service_role') return refuse(403, 'bad_jwt', 'invalid claim: missing sub claim');
    return refuse(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  const account = await findAccount(context.database.auth, claims.sub);
  if (account === undefined) return refuse(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const session = claims.session_id === undefined ? undefined : await findSession(context.database.auth, claims.session_id, account.id);
  if (session === undefined || session.not_after.getTime() <= context.clock.nowMs()) {
    return refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  if (isBanned(account, context.clock.nowMs())) return refuse(403, 'user_banned', 'User is banned');
  return succeed({ account, session });
}

/**
 * The same account and session, read again and locked until the transaction ends; `session_not_found` where the session
 * ended meanwhile. Every change of an account goes through it.
 */
export async function lockSignedIn(queryable: Queryable, { account, session }: SignedIn): Promise<Outcome<SignedIn>> {
  const lockedAccount = await lockAccount(queryable, account.id);
  const lockedSession = lockedAccount && (await lockSession(queryable, session.id));
  if (lockedAccount === undefined || lockedSession === undefined) {
    return refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  return succeed({ account: lockedAccount, session: lockedSession });
}

/** Whether the session's owner gave one of these proofs within the last five minutes. */
export async function hasFreshProof(
  queryable: Queryable,
  session: Session,
  methods: readonly SignInMethod[],
  nowMs: number,
): Promise<boolean> {
  const provedAtMs = await findLastProofMs(queryable, session.id, methods);
  return provedAtMs !== undefined && nowMs - provedAtMs <= freshProofMs;
}
