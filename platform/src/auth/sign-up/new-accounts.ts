import { randomUUID } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import type pg from 'pg';
import { type SignUpSettings, signUpClosed } from '../../core/platform-context.ts';
import { type Account, findAccount } from '../account.ts';
import { type Outcome, refuse, refuseForNow } from '../auth-failure.ts';
import type { AuthCall, AuthTools } from '../auth-tools.ts';

/** The most that a person's account without a living session, or without a confirmed address, is kept where room is short. */
const unusedLifeMs = 24 * 60 * 60_000;

/** What the owner of the server allows. */
export function signUpSettings({ context }: Pick<AuthTools, 'context'>): SignUpSettings {
  return context.signUps ?? signUpClosed;
}

/**
 * Whether anybody may sign up yet: not before there is an owner, whose address would else be taken by somebody else. Where nobody can
 * say who the owner is, there is none to protect.
 */
export async function hasOwner({ context }: Pick<AuthTools, 'context'>): Promise<boolean> {
  return context.findOwner === undefined || (await context.findOwner()) !== undefined;
}

/** Counts a request for an account before anything is done for it: by address block, and by person where it names one. */
export async function reserveSignUp({ limits }: AuthTools, call: AuthCall, email: string | undefined): Promise<Outcome<void>> {
  const byAddress = await limits.reserveSignUp(call.requestContext.address);
  if (!byAddress.ok) return refuseForNow(byAddress.failure);
  const byPerson = email === undefined ? succeed(undefined) : await limits.reservePerson(email);
  return byPerson.ok ? succeed(undefined) : refuseForNow(byPerson.failure);
}

/** An account as somebody asked for it. */
export type WantedAccount = {
  /** Its id, where that was told before it was made. */
  readonly id?: string;
  /** `undefined`: an account without an address; without a name as well where it is `from` nowhere. */
  readonly email: string | undefined;
  readonly passwordHash: string;
  readonly isConfirmed: boolean;
  /** Checked JSON. */
  readonly userMetadata: string | undefined;
  /** The service or wallet that named its holder; the caller stores that identity. `undefined`: it is known by its address. */
  readonly from?: string;
};

/** Refused: there are as many such accounts as the server takes. */
const full = refuse(429, 'over_request_rate_limit', 'This server takes no more accounts for now');

/**
 * Stores an account that somebody made; `undefined` where the address has one. Sign-ups take turns, so that their number is kept to.
 * Where it is reached, accounts older than a day give way that nobody confirmed or, without a name, nobody uses any more.
 */
export async function insertSignedUp(
  client: pg.PoolClient,
  tools: AuthTools,
  wanted: WantedAccount,
): Promise<Outcome<Account | undefined>> {
  const now = new Date(tools.context.clock.nowMs());
  const { mostAccounts } = signUpSettings(tools);
  await client.query(`select pg_advisory_xact_lock(hashtext('auth.signed_up'))`);
  if ((await countSignedUp(client)) >= mostAccounts) {
    await dropUnused(client, now);
    if ((await countSignedUp(client)) >= mostAccounts) return full;
  }
  const id = wanted.id ?? randomUUID();
  const isAnonymous = wanted.email === undefined && wanted.from === undefined;
  const provider = wanted.from ?? 'email';
  const inserted = await client.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, is_anonymous,
        signed_up, created_at, updated_at)
      values ($1, $2, $3, $4, $5, coalesce($6::jsonb, '{}'), $7, true, $8, $8) on conflict do nothing returning id`,
    [
      id,
      wanted.email ?? null,
      wanted.passwordHash,
      wanted.isConfirmed && wanted.email !== undefined ? now : null,
      isAnonymous ? {} : { provider, providers: [provider] },
      wanted.userMetadata,
      isAnonymous,
      now,
    ],
  );
  if (inserted.rows.length === 0) return succeed(undefined);
  if (!isAnonymous && wanted.from === undefined) {
    await client.query(
      `insert into auth.identities (user_id, provider, provider_id, identity_data, created_at, updated_at)
        values ($1::uuid, 'email', $1::uuid::text, jsonb_build_object('sub', $1::uuid::text, 'email', $2::text, 'email_verified', $3::boolean,
          'phone_verified', false), $4, $4)`,
      [id, wanted.email, wanted.isConfirmed, now],
    );
  }
  return succeed(await findAccount(client, id));
}

async function countSignedUp(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from auth.users where signed_up');
  return rows[0]?.count ?? 0;
}

async function dropUnused(client: pg.PoolClient, now: Date): Promise<void> {
  await client.query(
    `delete from auth.users u where u.signed_up and u.created_at < $1
      and case when u.is_anonymous then not exists (select from auth.sessions s where s.user_id = u.id and s.not_after > $2)
        else u.email is not null and u.email_confirmed_at is null end`,
    [new Date(now.getTime() - unusedLifeMs), now],
  );
}
