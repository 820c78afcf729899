import { succeed } from '@castellan/foundation/result';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from '../core/database.ts';
import { type Account, describeAccount, findAccount, findPhone } from './account.ts';
import { type Outcome, refuse, refuseForNow } from './auth-failure.ts';
import { type AuthCall, type AuthTools, answer } from './auth-tools.ts';
import { askForAddress, changeOf } from './email-change.ts';
import { requireFreshCode } from './factors/factors.ts';
import { spendNonce } from './mails/reauthentication.ts';
import { reserveMail, writeMails } from './mails/write-mail.ts';
import { mergeMetadata } from './metadata.ts';
import { refuseWeakPassword } from './password-rules.ts';
import { optionalText, readBody } from './request-body.ts';
import { lockSignedIn, requireSession, type SignedIn } from './require-session.ts';
import { signUpSettings } from './sign-up/new-accounts.ts';
import { readPhone } from './sign-up/phone-number.ts';
import { shortestPasswordOf } from './sign-up/shortest-password.ts';

/** Without an authenticator, a password is changed within a day of signing in, or with a nonce (`GET /reauthenticate`), as on the hosted service. */
const recentSignInMs = 24 * 60 * 60_000;

const bodySchema = z.looseObject({
  email: optionalText.pipe(z.string().max(255)),
  phone: optionalText,
  password: z.string().nullish(),
  nonce: optionalText.pipe(z.string().max(100)),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().nullish(),
});

type Changes = { readonly email: string | undefined; readonly passwordHash: string | undefined; readonly metadata: string | undefined };

/** `GET /user`: the account of the session. */
export async function readUser(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  return succeed(answer(await describeAccount(tools.context.database.auth, signedIn.value.account, tools.context.clock.nowMs())));
}

/**
 * `PUT /user`: changes password, address or the account's own metadata. Where an authenticator is required, all of it takes
 * `aal2`, and password and address also a code given within five minutes; an address takes `aal2` in any case. A new
 * password ends every other session.
 */
export async function updateUser(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, bodySchema);
  if (!body.ok) return body;
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  const { account, session } = signedIn.value;
  const wanted = body.value;
  if ((wanted.app_metadata ?? null) !== null) return refuse(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  const phone = wanted.phone === '' ? undefined : readPhone(tools, wanted.phone, 'Phone logins are disabled');
  if (phone?.ok === false) return phone;
  const email = readEmail(wanted.email, account);
  if (!email.ok) return email;
  if (session.aal === 'aal1' && (account.factor_required || email.value !== undefined)) {
    return refuse(401, 'insufficient_aal', 'AAL2 session is required to update email or password when MFA is enabled.');
  }
  const metadata = mergeMetadata(account.raw_user_meta_data, wanted.data ?? undefined);
  if (!metadata.ok) return metadata;
  const password = wanted.password || undefined;
  const weakness = password === undefined ? undefined : await findWeakness(tools, account, password, email.value);
  // Before the nonce, which works once.
  if (weakness !== undefined) return weakness;
  if (password !== undefined || email.value !== undefined || phone !== undefined) {
    const recent = await requireRecentProof(tools, call, signedIn.value, wanted.nonce);
    if (!recent.ok) return recent;
  }
  const passwordHash = password === undefined ? succeed(undefined) : await hashNewPassword(tools, account, password);
  if (!passwordHash.ok) return passwordHash;
  if (phone !== undefined) {
    // The owner has no number: a code to a phone is no part of the owner's sign-in.
    if ((await tools.context.isGuest?.(account.id)) !== true) return refuse(422, 'phone_provider_disabled', 'Phone logins are disabled');
    const asked = await phone.value.phones.ask(tools, call, {
      phone: phone.value.phone,
      purpose: 'phone_change',
      mayMake: false,
      sessionId: session.id,
    });
    if (!asked.ok) return asked;
  }
  if (email.value !== undefined && (await mustConfirm(tools, account))) {
    const counted = await reserveMail(tools, call, email.value);
    if (!counted.ok) return counted;
    const asked = await askForAddress(tools, account, { typed: email.value, tellsTaken: false });
    if (!asked.ok) return asked;
    const mailed = await writeMails(tools, call, (client) => changeOf(client, asked.value));
    if (!mailed.ok) return mailed;
    return store(tools, signedIn.value, { email: undefined, passwordHash: passwordHash.value, metadata: metadata.value });
  }
  return store(tools, signedIn.value, { email: email.value, passwordHash: passwordHash.value, metadata: metadata.value });
}

/** Where sign-up wants addresses confirmed, so does a change of one: it waits for both its links. The owner's own is the owner's to say. */
async function mustConfirm(tools: AuthTools, { id }: Account): Promise<boolean> {
  return signUpSettings(tools).signUp === 'confirmed' && (await tools.context.isGuest?.(id)) === true;
}

function readEmail(typed: string, account: Account): Outcome<string | undefined> {
  const email = typed.trim().toLowerCase();
  if (email === '' || email === account.email) return succeed(undefined);
  if (!z.email().safeParse(email).success) return refuse(400, 'validation_failed', 'Unable to validate email address: invalid format');
  return succeed(email);
}

async function requireRecentProof(tools: AuthTools, call: AuthCall, signedIn: SignedIn, nonce: string): Promise<Outcome<void>> {
  const { context } = tools;
  const nowMs = context.clock.nowMs();
  const fresh = await requireFreshCode(context.database.auth, signedIn, nowMs);
  if (!fresh.ok) return fresh;
  if (signedIn.account.factor_required || nowMs - signedIn.session.created_at.getTime() <= recentSignInMs) return succeed(undefined);
  if (nonce === '') return refuse(400, 'reauthentication_needed', 'Password update requires reauthentication');
  return spendNonce(tools, call, signedIn.account, nonce);
}

async function findWeakness(tools: AuthTools, account: Account, password: string, newEmail: string | undefined) {
  const name = newEmail ?? (account.email || (await findPhone(tools.context.database.auth, account))) ?? '';
  return refuseWeakPassword(password, name, await shortestPasswordOf(tools, account));
}

async function hashNewPassword(tools: AuthTools, account: Account, password: string): Promise<Outcome<string>> {
  const isSame = await tools.passwords.matches(password, account.encrypted_password, 'in the queue');
  if (isSame.ok && isSame.value) return refuse(422, 'same_password', 'New password should be different from the old password.');
  const hashed = isSame.ok ? await tools.passwords.hash(password, 'in the queue') : isSame;
  return hashed.ok ? hashed : refuseForNow({ waitSeconds: 2 });
}

async function store({ context }: AuthTools, signedIn: SignedIn, changes: Changes): Promise<Outcome<Response>> {
  const stored = await inTransaction(context.database.auth, async (client) => {
    const locked = await lockSignedIn(client, signedIn);
    if (!locked.ok) return locked;
    const { account, session } = locked.value;
    const nowMs = context.clock.nowMs();
    if (changes.email !== undefined && (await isTaken(client, changes.email))) {
      return refuse(422, 'email_exists', 'A user with this email address has already been registered');
    }
    // First, while a refresh of one of them can still be waited for: a changed address locks the account against it.
    const ended = changes.passwordHash === undefined ? [] : await endOtherSessions(client, account.id, session.id);
    if (changes.passwordHash !== undefined) await voidTokens(client, account.id);
    await client.query(
      `update auth.users set email = coalesce($2, email), encrypted_password = coalesce($3, encrypted_password),
        raw_user_meta_data = coalesce($4::jsonb, raw_user_meta_data), updated_at = $5 where id = $1`,
      [account.id, changes.email, changes.passwordHash, changes.metadata, new Date(nowMs)],
    );
    if (changes.email !== undefined) {
      await client.query(
        `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = $3
          where user_id = $1 and provider = 'email'`,
        [account.id, changes.email, new Date(nowMs)],
      );
    }
    const present = (await findAccount(client, account.id)) ?? account;
    return succeed({ ended, body: await describeAccount(client, present, nowMs) });
  });
  if (!stored.ok) return stored;
  if (stored.value.ended.length > 0) context.authEvents.sessionsEnded(stored.value.ended);
  return succeed(answer(stored.value.body));
}

/** What was mailed to sign in by, or to confirm an older change, opens nothing any more. */
async function voidTokens(client: pg.PoolClient, userId: string): Promise<void> {
  await client.query(
    `delete from auth.one_time_tokens where user_id = $1 and purpose not in ('email_change_current', 'email_change_new')`,
    [userId],
  );
}

async function isTaken(client: pg.PoolClient, email: string): Promise<boolean> {
  return (await client.query('select 1 from auth.users where email = $1', [email])).rows.length > 0;
}

async function endOtherSessions(client: pg.PoolClient, userId: string, sessionId: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>('delete from auth.sessions where user_id = $1 and id <> $2 returning id', [
    userId,
    sessionId,
  ]);
  return rows.map(({ id }) => id);
}
