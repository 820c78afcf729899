import { findInetAddress } from '../core/address-block.ts';
import type { Queryable } from '../core/database.ts';
import { type PlatformContext, tokenIssuer } from '../core/platform-context.ts';
import { signToken } from '../core/tokens.ts';
import { type Account, describeAccount } from './account.ts';
import { issueRefreshToken } from './refresh-tokens.ts';

/** A session's row, as far as the service reads it. */
export type Session = {
  readonly id: string;
  readonly user_id: string;
  readonly aal: 'aal1' | 'aal2' | 'aal3';
  readonly created_at: Date;
  readonly refreshed_at: Date | null;
  readonly not_after: Date;
};

/** How somebody proved who they are, as the token's `amr` names it. */
export type SignInMethod = 'password' | 'otp' | 'anonymous' | 'passkey' | 'oauth' | 'web3' | 'totp' | 'mfa/webauthn' | 'recovery_code';

/** A session ends so long after it began, whatever happens. */
export const sessionLifeMs = 7 * 24 * 60 * 60_000;

/** A session that was not refreshed for so long has ended. */
export const sessionInactivityMs = 12 * 60 * 60_000;

/** A session that still owes the account's authenticator opens nothing, and does not lie about for long. */
const pendingSessionLifeMs = 60 * 60_000;

/** An access token's life. */
export const accessTokenSeconds = 900;

const columns = 'id, user_id, aal, created_at, refreshed_at, not_after';

/** The session of a user, if it exists. Whether it has run out is the caller's to ask. */
export async function findSession(queryable: Queryable, id: string, userId: string): Promise<Session | undefined> {
  const { rows } = await queryable.query<Session>(`select ${columns} from auth.sessions where id = $1 and user_id = $2`, [id, userId]);
  return rows[0];
}

/** The session with an id, locked until the transaction ends. */
export async function lockSession(queryable: Queryable, id: string): Promise<Session | undefined> {
  const { rows } = await queryable.query<Session>(`select ${columns} from auth.sessions where id = $1 for update`, [id]);
  return rows[0];
}

/** Begins a session at `aal1` with its first refresh token. Runs inside a transaction that locked the account. */
export async function beginSession(
  queryable: Queryable,
  context: PlatformContext,
  account: Account,
  from: { readonly address: string; readonly userAgent: string },
  method: SignInMethod = 'password',
): Promise<{ readonly session: Session; readonly refreshToken: string }> {
  const nowMs = context.clock.nowMs();
  const lifeMs = account.factor_required ? pendingSessionLifeMs : sessionLifeMs;
  const { rows } = await queryable.query<Session>(
    `insert into auth.sessions (user_id, aal, created_at, updated_at, not_after, user_agent, ip)
      values ($1, 'aal1', $2, $2, $3, $4, $5) returning ${columns}`,
    [account.id, new Date(nowMs), new Date(nowMs + lifeMs), from.userAgent, findInetAddress(from.address) ?? null],
  );
  const [session] = rows;
  if (session === undefined) throw new Error('An inserted session came back empty.');
  await recordMethod(queryable, session.id, method, nowMs);
  if ((await context.isGuest?.(account.id)) === true) await endOldestSessions(queryable, session);
  return { session, refreshToken: await issueRefreshToken(queryable, context, session, null) };
}

/** Somebody who is not the owner keeps the newest so many sessions: signing in again and again fills no disk. */
const sessionsPerGuest = 20;

async function endOldestSessions(queryable: Queryable, newest: Session): Promise<void> {
  await queryable.query(
    `delete from auth.sessions where id in (
      select id from auth.sessions where user_id = $1 and id <> $2 order by created_at desc, id offset $3)`,
    [newest.user_id, newest.id, sessionsPerGuest - 1],
  );
}

/** Writes into a session how its owner proved who they are, and when last. */
export async function recordMethod(queryable: Queryable, sessionId: string, method: SignInMethod, nowMs: number): Promise<void> {
  await queryable.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at) values ($1, $2, $3, $3)
      on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [sessionId, method, new Date(nowMs)],
  );
}

/** When the session's owner last gave one of these proofs, in milliseconds; `undefined` where never. */
export async function findLastProofMs(
  queryable: Queryable,
  sessionId: string,
  methods: readonly SignInMethod[],
): Promise<number | undefined> {
  const { rows } = await queryable.query<{ at: Date | null }>(
    'select max(updated_at) as at from auth.mfa_amr_claims where session_id = $1 and authentication_method = any($2)',
    [sessionId, methods],
  );
  return rows[0]?.at?.getTime();
}

/** The body of a successful sign-in or refresh: a fresh access token, the refresh token, and the account. */
export async function describeSession(
  queryable: Queryable,
  context: PlatformContext,
  granted: { readonly account: Account; readonly session: Session; readonly refreshToken: string },
): Promise<Readonly<Record<string, unknown>>> {
  const { account, session, refreshToken } = granted;
  const nowMs = context.clock.nowMs();
  const issuedAt = Math.floor(nowMs / 1000);
  // A token never outlives its session.
  const expiresAt = Math.min(issuedAt + accessTokenSeconds, Math.floor(session.not_after.getTime() / 1000));
  const user = await describeAccount(queryable, account, nowMs);
  const accessToken = await signToken(context.keys(), {
    iss: tokenIssuer(context),
    sub: account.id,
    aud: account.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: account.email,
    phone: String(user['phone']),
    app_metadata: account.raw_app_meta_data,
    user_metadata: account.raw_user_meta_data,
    role: account.role,
    aal: session.aal,
    amr: await listProofs(queryable, session.id),
    session_id: session.id,
    is_anonymous: account.is_anonymous,
  });
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: expiresAt - issuedAt,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user,
  };
}

async function listProofs(queryable: Queryable, sessionId: string): Promise<readonly { method: string; timestamp: number }[]> {
  const { rows } = await queryable.query<{ method: string; at: Date }>(
    'select authentication_method as method, updated_at as at from auth.mfa_amr_claims where session_id = $1 order by updated_at desc, id',
    [sessionId],
  );
  return rows.map(({ method, at }) => ({ method, timestamp: Math.floor(at.getTime() / 1000) }));
}
