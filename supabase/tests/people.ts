import { randomUUID } from 'node:crypto';
import type { Caller } from '@castellan/platform/core/caller';
import type pg from 'pg';

/** An account and one of its sessions, as the access token tells of them. */
export type Person = { readonly userId: string; readonly sessionId: string; readonly caller: Caller };

type Assurance = 'aal1' | 'aal2';

/** Adds an account that can do nothing yet; returns its user id. */
export async function addAccount(superuser: pg.Pool): Promise<string> {
  const userId = randomUUID();
  await superuser.query(`insert into auth.users (id, email, encrypted_password) values ($1, $2, 'none')`, [
    userId,
    `${userId}@law.example`,
  ]);
  return userId;
}

/** Adds a session to an account, living for another hour unless told otherwise. */
export async function addSession(superuser: pg.Pool, userId: string, assurance: Assurance, lifetime = '1 hour'): Promise<Person> {
  const sessionId = randomUUID();
  await superuser.query('insert into auth.sessions (id, user_id, aal, not_after) values ($1, $2, $3, now() + $4::interval)', [
    sessionId,
    userId,
    assurance,
    lifetime,
  ]);
  return { userId, sessionId, caller: callerOf(userId, sessionId, assurance) };
}

/** A caller with a genuine access token of that session. */
export function callerOf(userId: string, sessionId: string, assurance: Assurance): Caller {
  return {
    role: 'authenticated',
    claims: { sub: userId, role: 'authenticated', session_id: sessionId, aal: assurance, exp: 4_102_444_800 },
  };
}

/** The caller with the service key. */
export const serviceCaller: Caller = { role: 'service_role', claims: null };

/** Adds an authenticator to an account and verifies it, as the auth service does; returns the factor's id. */
export async function verifyFactor(auth: pg.Pool, userId: string): Promise<string> {
  const factorId = randomUUID();
  await auth.query(`insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'unverified')`, [
    factorId,
    userId,
  ]);
  await auth.query(`update auth.mfa_factors set status = 'verified' where id = $1`, [factorId]);
  return factorId;
}

/** Adds an account and makes it the owner, as the auth service does; returns its user id. */
export async function addOwner(superuser: pg.Pool, auth: pg.Pool): Promise<string> {
  const userId = await addAccount(superuser);
  await auth.query('select private.claim_ownership($1)', [userId]);
  return userId;
}

/** Ends a session as a sign-out does: its row goes, its access token still verifies. */
export async function revokeSession(superuser: pg.Pool, { sessionId }: Person): Promise<void> {
  await superuser.query('delete from auth.sessions where id = $1', [sessionId]);
}
