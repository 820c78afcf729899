import { randomBytes, randomUUID } from 'node:crypto';
import type { Queryable } from '../core/database.ts';
import type { KeyRing } from '../core/tokens.ts';
import { deviceGrantLifeMs, hashDeviceSecret } from './device-grant.ts';
import { enrolmentSecretLifeMs, hashEnrolmentSecret } from './factors/enrolment-secret.ts';
import { makeSecret } from './factors/factors.ts';
import { hashPassword } from './passwords.ts';
import { sealSecret } from './sealed-secret.ts';
import { sessionInactivityMs } from './sessions.ts';

/**
 * What the machine's own commands and the first-run setup do to accounts, over a connection as `postgres`. Each function is
 * one statement, so it is whole by itself, and several may share a transaction.
 */

/** A live session, for the person at the machine. */
export type ListedSession = {
  readonly id: string;
  readonly assurance: 'aal1' | 'aal2' | 'aal3';
  readonly createdAt: Date;
  readonly refreshedAt: Date | null;
  readonly address: string | null;
  readonly userAgent: string | null;
};

type NewPassword = { readonly password: string; readonly passwordCost: number };

/**
 * Makes an account with its e-mail identity and returns its id. The address counts as confirmed. The caller has checked the
 * address and the password (`findPasswordWeakness`). Throws where the address has an account.
 */
export async function createUser(queryable: Queryable, account: NewPassword & { readonly email: string }): Promise<string> {
  const { rows } = await queryable.query<{ user_id: string }>(
    `with account as (
      insert into auth.users (email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
        values ($1, $2, now(), '{"provider":"email","providers":["email"]}', '{"email_verified":true}')
        returning id, email
    )
    insert into auth.identities (user_id, provider, provider_id, identity_data)
      select id, 'email', id::text,
        jsonb_build_object('sub', id::text, 'email', email, 'email_verified', true, 'phone_verified', false) from account
      returning user_id`,
    [account.email.trim().toLowerCase(), await hashPassword(account.password, account.passwordCost)],
  );
  const [created] = rows;
  if (created === undefined) throw new Error('An inserted account came back empty.');
  return created.user_id;
}

/** Sets a password that the caller has checked. Sessions go on: end them with `endSessions`. */
export async function setPassword(queryable: Queryable, userId: string, { password, passwordCost }: NewPassword): Promise<void> {
  await queryable.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
    userId,
    await hashPassword(password, passwordCost),
  ]);
}

/** The account's sessions that have not run out, newest first. */
export async function listSessions(queryable: Queryable, userId: string): Promise<readonly ListedSession[]> {
  const { rows } = await queryable.query<ListedSession>(
    `select id, aal as assurance, created_at as "createdAt", refreshed_at as "refreshedAt", host(ip) as address, user_agent as "userAgent"
      from auth.sessions where user_id = $1 and not_after > now() and coalesce(refreshed_at, created_at) > now() - $2 * interval '1 ms'
      order by created_at desc, id`,
    [userId, sessionInactivityMs],
  );
  return rows;
}

/** Ends all sessions of the account, or the one named, and returns the ids of those ended. */
export async function endSessions(
  queryable: Queryable,
  userId: string,
  which: 'all' | { readonly sessionId: string },
): Promise<readonly string[]> {
  const { rows } = await queryable.query<{ id: string }>(
    `with account as (select id from auth.users where id = $1 for no key update)
      delete from auth.sessions using account
      where sessions.user_id = account.id and ($2::text is null or sessions.id::text = $2) returning sessions.id`,
    [userId, which === 'all' ? null : which.sessionId.toLowerCase()],
  );
  return rows.map(({ id }) => id);
}

/** Removes every authenticator and recovery code. That one is required stays so: enrolling again takes an enrolment secret. */
export async function removeFactors(queryable: Queryable, userId: string): Promise<void> {
  await queryable.query(
    `with account as (select id from auth.users where id = $1 for no key update),
      codes as (delete from auth.recovery_codes using account where recovery_codes.user_id = account.id)
      delete from auth.mfa_factors using account where mfa_factors.user_id = account.id`,
    [userId],
  );
}

/** Makes the one-time secret that lets the account enrol again within half an hour, voiding the one before. It is told here only. */
export async function issueEnrolmentSecret(queryable: Queryable, userId: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await queryable.query(
    `insert into auth.enrolment_secrets (user_id, secret_hash, expires_at) values ($1, $2, now() + $3 * interval '1 ms')
      on conflict (user_id) do update set secret_hash = excluded.secret_hash, created_at = now(), expires_at = excluded.expires_at`,
    [userId, hashEnrolmentSecret(secret), enrolmentSecretLifeMs],
  );
  return secret;
}

/** Makes the one-time secret that makes a browser a known device of the account, voiding the one before. It is told here only. */
export async function issueDeviceGrant(queryable: Queryable, userId: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await queryable.query(
    `insert into auth.device_grants (user_id, secret_hash, expires_at) values ($1, $2, now() + $3 * interval '1 ms')
      on conflict (user_id) do update set secret_hash = excluded.secret_hash, created_at = now(), expires_at = excluded.expires_at`,
    [userId, hashDeviceSecret(secret), deviceGrantLifeMs],
  );
  return secret;
}

/**
 * Gives the account an authenticator that counts as verified at once, in place of any other, for setting up without a
 * browser. Returns the `otpauth://` address that an app reads. It is told here only: the row is sealed under the server's key.
 */
export async function enrolVerifiedFactor(
  queryable: Queryable,
  userId: string,
  keys: Pick<KeyRing, 'authenticatorKey'>,
): Promise<{ readonly otpauthAddress: string }> {
  const { rows } = await queryable.query<{ id: string; email: string }>('select id, email from auth.users where id = $1', [userId]);
  const [account] = rows;
  if (account === undefined) throw new Error('There is no such account.');
  const { secret, address } = makeSecret(randomBytes, account.email);
  const factorId = randomUUID();
  await queryable.query(
    `with account as (select id from auth.users where id = $1 for no key update),
      others as (delete from auth.mfa_factors using account where mfa_factors.user_id = account.id)
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
      select $2, id, '', 'totp', 'verified', $3 from account`,
    [account.id, factorId, sealSecret(keys, { userId: account.id, factorId }, secret, randomBytes)],
  );
  return { otpauthAddress: address };
}
