import { randomUUID } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { inTransaction, type Queryable } from '../../core/database.ts';
import { type Account, describeAccount, findAccount, lockAccount } from '../account.ts';
import { type Outcome, refuse, refuseForNow } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, answer } from '../auth-tools.ts';
import { mergeMetadata } from '../metadata.ts';
import { refuseWeakPassword } from '../password-rules.ts';
import { optionalText, readBody } from '../request-body.ts';
import { shortestPasswordOf } from '../sign-up/shortest-password.ts';
import { readBanEnd } from './ban-duration.ts';
import { isOwner, ownerKept, readChangeableAccount, readNamedAccount } from './require-admin.ts';

/** Accounts on one page of the list, where nothing is said and at most. */
const accountsPerPage = 50;
const maximumPerPage = 1000;

const metadata = z.record(z.string(), z.unknown()).nullish();
const changesSchema = z.looseObject({
  email: optionalText.pipe(z.string().max(255)),
  phone: optionalText,
  password: optionalText,
  email_confirm: z.boolean().nullish(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: optionalText,
});
const newAccountSchema = changesSchema.extend({ id: z.guid().nullish() });

/** What is stored of an account that somebody else makes or changes; `undefined` leaves a column as it is. */
export type AccountValues = {
  readonly email: string | undefined;
  readonly passwordHash: string | undefined;
  readonly isConfirmed: boolean;
  readonly userMetadata: string | undefined;
  readonly appMetadata: string | undefined;
  /** `null`: shut out no longer. */
  readonly bannedUntil: Date | null | undefined;
  readonly isInvited?: boolean;
};

export const emailTaken = refuse(422, 'email_exists', 'A user with this email address has already been registered');

/** `GET /admin/users?page=&per_page=`: newest first, with the total and the neighbouring pages in the headers. */
export async function listAccounts({ context }: AuthTools, { url }: AuthCall): Promise<Outcome<Response>> {
  const asked = readCount(url.searchParams.get('page'), 1);
  const askedPerPage = readCount(url.searchParams.get('per_page'), accountsPerPage);
  if (asked === undefined || askedPerPage === undefined) {
    return refuse(400, 'validation_failed', 'Bad Pagination Parameters: page and per_page are whole numbers from 0 on');
  }
  const page = Math.max(asked, 1);
  const perPage = Math.min(askedPerPage === 0 ? accountsPerPage : askedPerPage, maximumPerPage);
  const { auth } = context.database;
  const counted = await auth.query<{ total: number }>('select count(*)::int as total from auth.users');
  const { rows } = await auth.query<{ id: string }>('select id from auth.users order by created_at desc, id limit $1 offset $2', [
    perPage,
    (page - 1) * perPage,
  ]);
  const users = [];
  for (const { id } of rows) {
    const account = await findAccount(auth, id);
    if (account !== undefined) users.push(await describeAccount(auth, account, context.clock.nowMs()));
  }
  const total = counted.rows[0]?.total ?? 0;
  const lastPage = Math.max(Math.ceil(total / perPage), 1);
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  const links = [...(page < lastPage ? [link(page + 1, 'next')] : []), link(lastPage, 'last')];
  return succeed(answer({ users, aud: 'authenticated' }, { 'x-total-count': String(total), link: links.join(', ') }));
}

/** `GET /admin/users/:id`. */
export async function readAccount(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const named = await readNamedAccount(tools, call);
  return named.ok ? succeed(answer(await describe(tools, named.value))) : named;
}

/** `POST /admin/users`: another account. It reads and writes nothing of the owner's, and has no rows of its own. */
export async function addAccount(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, newAccountSchema);
  if (!body.ok) return body;
  if (body.value.email === '' && body.value.phone === '') {
    return refuse(400, 'validation_failed', 'Cannot create a user without either an email or phone');
  }
  const values = await readValues(tools, body.value, undefined);
  if (!values.ok) return values;
  const created = await insertAccount(tools, values.value, body.value.id ?? randomUUID());
  return created.ok ? succeed(answer(await describe(tools, created.value))) : created;
}

/** `PUT /admin/users/:id`. Of the owner's account the metadata alone. */
export async function changeAccount(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, changesSchema);
  if (!body.ok) return body;
  const named = await readNamedAccount(tools, call);
  if (!named.ok) return named;
  const values = await readValues(tools, body.value, named.value);
  if (!values.ok) return values;
  const { email, passwordHash, isConfirmed, userMetadata, appMetadata, bannedUntil } = values.value;
  const isMetadataAlone = email === undefined && passwordHash === undefined && bannedUntil === undefined && !isConfirmed;
  if (!isMetadataAlone && (await isOwner(tools, named.value))) return ownerKept;
  const changed = await inTransaction(tools.context.database.auth, async (client) => {
    const account = await lockAccount(client, named.value.id);
    if (account === undefined) return refuse(404, 'user_not_found', 'User not found');
    if (email !== undefined && (await isTaken(client, email))) return emailTaken;
    const now = new Date(tools.context.clock.nowMs());
    await client.query(
      `update auth.users set email = coalesce($2, email), encrypted_password = coalesce($3, encrypted_password),
        email_confirmed_at = case when $4 then coalesce(email_confirmed_at, $8) else email_confirmed_at end,
        raw_user_meta_data = coalesce($5::jsonb, raw_user_meta_data), raw_app_meta_data = coalesce($6::jsonb, raw_app_meta_data),
        banned_until = case when $7 then $9::timestamptz else banned_until end, updated_at = $8 where id = $1`,
      [account.id, email, passwordHash, isConfirmed, userMetadata, appMetadata, bannedUntil !== undefined, now, bannedUntil ?? null],
    );
    if (email !== undefined) {
      await client.query(
        `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = $3
          where user_id = $1 and provider = 'email'`,
        [account.id, email, now],
      );
    }
    return succeed((await findAccount(client, account.id)) ?? account);
  });
  return changed.ok ? succeed(answer(await describe(tools, changed.value))) : changed;
}

/** `DELETE /admin/users/:id`: with its sessions, at once and for good. */
export async function removeAccount(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const named = await readChangeableAccount(tools, call);
  if (!named.ok) return named;
  const ended = await inTransaction(tools.context.database.auth, async (client) => {
    await lockAccount(client, named.value.id);
    const { rows } = await client.query<{ id: string }>('delete from auth.sessions where user_id = $1 returning id', [named.value.id]);
    await client.query('delete from auth.users where id = $1', [named.value.id]);
    return rows.map(({ id }) => id);
  });
  if (ended.length > 0) tools.context.authEvents.sessionsEnded(ended);
  return succeed(answer({}));
}

/** Stores a new account with its e-mail identity. Without a password it gets one that nobody knows. */
export async function insertAccount(tools: AuthTools, values: AccountValues, id: string): Promise<Outcome<Account>> {
  const { auth } = tools.context.database;
  const hashed =
    values.passwordHash === undefined
      ? await tools.passwords.hash(`${randomUUID()}${randomUUID().slice(0, 30)}`, 'in the queue')
      : succeed(values.passwordHash);
  if (!hashed.ok) return refuseForNow({ waitSeconds: 2 });
  const inserted = await auth.query(
    `with account as (
      insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, banned_until,
          invited_at)
        values ($1, $2, $3, case when $4 then now() end, '{"provider":"email","providers":["email"]}'::jsonb || coalesce($5::jsonb, '{}'),
          coalesce($6::jsonb, '{}'), $7, $8)
        on conflict do nothing returning id, email
    )
    insert into auth.identities (user_id, provider, provider_id, identity_data)
      select id, 'email', id::text,
        jsonb_build_object('sub', id::text, 'email', email, 'email_verified', $4::boolean, 'phone_verified', false) from account
      returning user_id`,
    [
      id,
      values.email,
      hashed.value,
      values.isConfirmed,
      values.appMetadata,
      values.userMetadata,
      values.bannedUntil ?? null,
      values.isInvited === true ? new Date(tools.context.clock.nowMs()) : null,
    ],
  );
  const account = inserted.rows.length === 0 ? undefined : await findAccount(auth, id);
  return account === undefined ? emailTaken : succeed(account);
}

/** Checks what is asked for, and hashes the password. `account`: the one to be changed, where there is one. */
export async function readValues(
  tools: AuthTools,
  wanted: z.output<typeof changesSchema>,
  account: Account | undefined,
): Promise<Outcome<AccountValues>> {
  if (wanted.phone !== '') return refuse(422, 'phone_provider_disabled', 'Phone logins are disabled');
  const email = wanted.email.trim().toLowerCase();
  if (email !== '' && !z.email().safeParse(email).success) {
    return refuse(400, 'validation_failed', 'Unable to validate email address: invalid format');
  }
  const bannedUntil = readBanEnd(wanted.ban_duration, tools.context.clock.nowMs());
  if (!bannedUntil.ok) return bannedUntil;
  const userMetadata = mergeMetadata(account?.raw_user_meta_data ?? {}, wanted.user_metadata ?? undefined);
  if (!userMetadata.ok) return userMetadata;
  const appMetadata = mergeMetadata(account?.raw_app_meta_data ?? {}, wanted.app_metadata ?? undefined);
  if (!appMetadata.ok) return appMetadata;
  const shortest = await shortestPasswordOf(tools, account);
  const weakness = wanted.password === '' ? undefined : refuseWeakPassword(wanted.password, email || (account?.email ?? ''), shortest);
  if (weakness !== undefined) return weakness;
  const hashed = wanted.password === '' ? succeed(undefined) : await tools.passwords.hash(wanted.password, 'in the queue');
  if (!hashed.ok) return refuseForNow({ waitSeconds: 2 });
  return succeed({
    email: email === '' || email === account?.email ? undefined : email,
    passwordHash: hashed.value,
    isConfirmed: wanted.email_confirm === true,
    userMetadata: userMetadata.value,
    appMetadata: appMetadata.value,
    bannedUntil: bannedUntil.value,
  });
}

function describe({ context }: AuthTools, account: Account) {
  return describeAccount(context.database.auth, account, context.clock.nowMs());
}

async function isTaken(queryable: Queryable, email: string): Promise<boolean> {
  return (await queryable.query('select 1 from auth.users where email = $1', [email])).rows.length > 0;
}

/** A count of the query, `undefined` where it is none. Nothing, and an empty text as clients send it, stand for the usual one. */
function readCount(text: string | null, otherwise: number): number | undefined {
  if (text === null || text === '') return otherwise;
  return /^\d{1,7}$/.test(text) ? Math.min(Number(text), 1_000_000) : undefined;
}
