import { succeed } from '@castellan/foundation/result';
import type pg from 'pg';
import { inTransaction } from '../../core/database.ts';
import { type Account, findAccount, findAccountByEmail, isBanned, lockAccount } from '../account.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, userAgentOf } from '../auth-tools.ts';
import { beginSession, describeSession, lockSession } from '../sessions.ts';
import { hasOwner, insertSignedUp, reserveSignUp, signUpSettings } from '../sign-up/new-accounts.ts';
import { findIdentity, insertIdentity, mostIdentities, standingOf } from './identity-rows.ts';
import type { KnownIdentity } from './known-identity.ts';

/** The body of a session that began. */
type Granted = Readonly<Record<string, unknown>>;

const signUpClosed = refuse(422, 'signup_disabled', 'Signups not allowed for this instance');

/** Also of an identity that opens an account by nobody's wish: it is told like one that there is not. */
const notFound = refuse(422, 'identity_not_found', 'Identity doesn’t exist');

const addressTaken = refuse(422, 'email_exists', 'A user with this email address has already been registered');

/**
 * A session at `aal1` for whom a service or wallet named. An identity that is known signs in to its account; one that is not comes to the
 * account of its verified address, or to one of its own, where the owner of the server allows it. The owner's account opens only by an
 * identity that the owner linked, and only while an authenticator is asked for afterwards. Wallets never open it. A `promised` account is
 * the one that is made; where the identity has an account, nothing of it counts.
 */
export async function signInWithIdentity(
  tools: AuthTools,
  call: AuthCall,
  identity: KnownIdentity,
  promised?: Promised,
): Promise<Outcome<Granted>> {
  const { context } = tools;
  const { auth } = context.database;
  if (!(await hasOwner(tools))) return signUpClosed;
  const isKnown = (await findIdentity(auth, context, identity)) !== undefined;
  const email = identity.verifiedEmail;
  const hasAccount = isKnown || (email !== undefined && (await findAccountByEmail(auth, email))?.email_confirmed_at != null);
  if (!hasAccount) {
    if (signUpSettings(tools).signUp === 'off') return signUpClosed;
    // What was promised was counted when it was asked for.
    const counted = promised === undefined ? await reserveSignUp(tools, call, email) : succeed(undefined);
    if (!counted.ok) return counted;
  }
  return inTransaction(auth, async (client) => {
    const account = await findOrMake(client, tools, { identity, promised, mayMake: !hasAccount });
    return account.ok ? begin(client, tools, { call, account: account.value, identity }) : account;
  });
}

/** What the account is to be that an identity makes. `userMetadata`: checked JSON. */
type Promised = { readonly id: string; readonly passwordHash: string; readonly userMetadata?: string | undefined };

type Wanted = { readonly identity: KnownIdentity; readonly promised: Promised | undefined; readonly mayMake: boolean };

async function findOrMake(client: pg.PoolClient, tools: AuthTools, { identity, promised, mayMake }: Wanted): Promise<Outcome<Account>> {
  const { context } = tools;
  const known = await findIdentity(client, context, identity);
  if (known !== undefined) {
    const account = known.isOurs ? await lockAccount(client, known.userId) : undefined;
    const standing = account && (await standingOf(context, account));
    const isOpen = standing === 'guest' || (standing === 'owner' && identity.method === 'oauth' && account?.factor_required === true);
    return account !== undefined && isOpen ? succeed(account) : notFound;
  }
  const present = identity.verifiedEmail === undefined ? undefined : await findAccountByEmail(client, identity.verifiedEmail);
  if (present !== undefined) {
    const joined = await joinByAddress(client, tools, { account: present, identity });
    if (joined !== 'given up') return joined;
  }
  return mayMake ? makeAccount(client, tools, identity, promised) : notFound;
}

/**
 * An identity whose service verified the address comes to the guest's account with that address. Where sign-up confirms no address the
 * account may be of somebody who only wrote it down, and nothing is joined. An account that nobody confirmed gives way.
 */
async function joinByAddress(
  client: pg.PoolClient,
  tools: AuthTools,
  { account, identity }: { readonly account: Account; readonly identity: KnownIdentity },
): Promise<Outcome<Account> | 'given up'> {
  const { context } = tools;
  const locked = await lockAccount(client, account.id);
  if (locked === undefined || (await standingOf(context, locked)) !== 'guest') return addressTaken;
  const now = new Date(context.clock.nowMs());
  if (locked.email_confirmed_at === null) {
    const dropped = await client.query('delete from auth.users where id = $1 and signed_up returning id', [locked.id]);
    if (dropped.rows.length > 0) return 'given up';
    return addressTaken;
  }
  if (signUpSettings(tools).signUp === 'open') return addressTaken;
  if ((await countIdentities(client, locked.id)) >= mostIdentities) return addressTaken;
  if (!(await insertIdentity(client, context, { userId: locked.id, identity, now }))) return notFound;
  return succeed((await findAccount(client, locked.id)) ?? locked);
}

async function makeAccount(
  client: pg.PoolClient,
  tools: AuthTools,
  identity: KnownIdentity,
  promised: Promised | undefined,
): Promise<Outcome<Account>> {
  const { context } = tools;
  const { full_name: fullName, name, email_verified: isVerified } = identity.data;
  const told = Object.fromEntries(
    Object.entries({ full_name: fullName, name, email_verified: isVerified }).filter(([, value]) => value !== undefined),
  );
  const made = await insertSignedUp(client, tools, {
    ...(promised === undefined ? {} : { id: promised.id }),
    email: identity.verifiedEmail,
    // What is no hash is nobody's password.
    passwordHash: promised?.passwordHash ?? '',
    isConfirmed: identity.verifiedEmail !== undefined,
    userMetadata: JSON.stringify({ ...JSON.parse(promised?.userMetadata ?? '{}'), ...told }),
    from: identity.provider,
  });
  if (!made.ok) return made;
  if (made.value === undefined) return addressTaken;
  const { id } = made.value;
  const now = new Date(context.clock.nowMs());
  if (!(await insertIdentity(client, context, { userId: id, identity, now })))
    throw new Error('Somebody else was given this identity meanwhile.');
  const account = await lockAccount(client, id);
  return account === undefined ? notFound : succeed(account);
}

type Begun = { readonly call: AuthCall; readonly account: Account; readonly identity: KnownIdentity };

async function begin(client: pg.PoolClient, tools: AuthTools, { call, account, identity }: Begun): Promise<Outcome<Granted>> {
  const { context } = tools;
  const now = new Date(context.clock.nowMs());
  if (isBanned(account, now.getTime())) return refuse(403, 'user_banned', 'User is banned');
  await client.query('update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1', [account.id, now]);
  await client.query(
    'update auth.identities set last_sign_in_at = $3, updated_at = $3, identity_data = $4 where provider = $1 and provider_id = $2',
    [identity.provider, identity.subject, now, identity.data],
  );
  const from = { address: call.requestContext.address, userAgent: userAgentOf(call.request) };
  const session = await beginSession(client, context, account, from, identity.method);
  return succeed(await describeSession(client, context, { account: { ...account, last_sign_in_at: now, updated_at: now }, ...session }));
}

/**
 * Gives the account of a session an identity, and begins a session at `aal1` with it. What the session must be is asked again here: it
 * must live, and be at `aal2` where the account has an authenticator. The owner's always must be.
 */
export async function linkIdentity(
  tools: AuthTools,
  call: AuthCall,
  { sessionId, identity }: { readonly sessionId: string; readonly identity: KnownIdentity },
): Promise<Outcome<Granted>> {
  return inTransaction(tools.context.database.auth, (client) => linkIn(client, tools, { call, sessionId, identity }));
}

type Linking = { readonly call: AuthCall; readonly sessionId: string; readonly identity: KnownIdentity };

async function linkIn(client: pg.PoolClient, tools: AuthTools, { call, sessionId, identity }: Linking): Promise<Outcome<Granted>> {
  const { context } = tools;
  const ended = refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  const { rows } = await client.query<{ user_id: string }>('select user_id from auth.sessions where id = $1', [sessionId]);
  const account = rows[0] && (await lockAccount(client, rows[0].user_id));
  const session = account && (await lockSession(client, sessionId));
  const now = new Date(context.clock.nowMs());
  if (account === undefined || session === undefined || session.not_after <= now) return ended;
  const standing = await standingOf(context, account);
  if (standing === 'unclaimed') return refuse(403, 'insufficient_aal', 'Linking an identity needs an owner of the installation first');
  if (session.aal === 'aal1' && (account.factor_required || standing === 'owner')) return needsAuthenticator;
  if (standing === 'owner' && identity.method !== 'oauth') return notFound;
  const known = await findIdentity(client, context, identity);
  if (known !== undefined) {
    const whose = known.userId === account.id ? 'Identity is already linked' : 'Identity is already linked to another user';
    return refuse(422, 'identity_already_exists', whose);
  }
  // An account has one number: the new one takes the place of the old.
  if (identity.provider === 'phone')
    await client.query(`delete from auth.identities where user_id = $1 and provider = 'phone'`, [account.id]);
  if ((await countIdentities(client, account.id)) >= mostIdentities) {
    return refuse(422, 'validation_failed', `An account has ${mostIdentities} identities at most`);
  }
  if (!(await insertIdentity(client, context, { userId: account.id, identity, now }))) {
    return refuse(422, 'identity_already_exists', 'Identity is already linked to another user');
  }
  if (account.is_anonymous) await nameAccount(client, { account, identity, now });
  return begin(client, tools, { call, account: (await findAccount(client, account.id)) ?? account, identity });
}

/** The refusal of a session that did not give its account's authenticator. */
export const needsAuthenticator = refuse(403, 'insufficient_aal', 'AAL2 session is required to link or unlink an identity');

/** Whoever had no name has one now, and the identity's address where it is verified and nobody's. */
async function nameAccount(
  client: pg.PoolClient,
  { account, identity, now }: { readonly account: Account; readonly identity: KnownIdentity; readonly now: Date },
): Promise<void> {
  const email = identity.verifiedEmail;
  const isFree = email !== undefined && (await findAccountByEmail(client, email)) === undefined;
  await client.query(
    `update auth.users set is_anonymous = false, signed_up = true, email = $2, email_confirmed_at = $3, updated_at = $4 where id = $1`,
    [account.id, isFree ? email : null, isFree ? now : null, now],
  );
}

async function countIdentities(client: pg.PoolClient, userId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from auth.identities where user_id = $1', [userId]);
  return rows[0]?.count ?? 0;
}
