import { z } from 'zod';
import { inTransaction, type Queryable } from '../core/database.ts';
import { type Account, findAccount, findAccountByEmail, lockAccount } from './account.ts';
import { type Outcome, refuse } from './auth-failure.ts';
import type { AuthTools } from './auth-tools.ts';
import type { WantedMail } from './mails/write-mail.ts';
import type { TokenPurpose } from './one-time-tokens.ts';

/** Which of the two links was shown, as `email_change_confirm_status` counts them. */
const shownBit = { email_change_current: 1, email_change_new: 2 } as const;

const bothShown = shownBit.email_change_current | shownBit.email_change_new;

/**
 * Keeps the address that an account is to get once a link to each of the two was shown. A different one begins anew: the links to the one
 * before are void. Whether another account has the address is told where `tellsTaken`; where not, it waits for a link that is never made.
 */
export async function askForAddress(
  { context }: AuthTools,
  account: Account,
  { typed, tellsTaken }: { readonly typed: string; readonly tellsTaken: boolean },
): Promise<Outcome<Account>> {
  const email = typed.trim().toLowerCase();
  if (!z.email().max(255).safeParse(email).success) {
    return refuse(400, 'validation_failed', 'Unable to validate email address: invalid format');
  }
  const { auth } = context.database;
  if (tellsTaken && (await findAccountByEmail(auth, email)) !== undefined) {
    return refuse(422, 'email_exists', 'A user with this email address has already been registered');
  }
  await inTransaction(auth, async (client) => {
    const locked = await lockAccount(client, account.id);
    if (locked === undefined || locked.email_change === email) return;
    await client.query('update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = $3 where id = $1', [
      account.id,
      email,
      new Date(context.clock.nowMs()),
    ]);
    await client.query('delete from auth.one_time_tokens where user_id = $1 and purpose = any($2)', [account.id, Object.keys(shownBit)]);
  });
  return { ok: true, value: (await findAccount(auth, account.id)) ?? account };
}

/**
 * The mails to both addresses of a change that waits: those whose link was not shown yet. Where another account has the address, which
 * nobody is told, there is none to it.
 */
export async function changeOf(queryable: Queryable, account: Account): Promise<readonly WantedMail[]> {
  const { email_change: wanted, email_change_confirm_status: shown } = account;
  if (wanted === null) return [];
  const isTaken = (await findAccountByEmail(queryable, wanted)) !== undefined;
  const current: WantedMail = { account, purpose: 'email_change_current', recipient: account.email };
  const next: WantedMail = { account, purpose: 'email_change_new', recipient: wanted };
  return [
    ...((shown & shownBit.email_change_current) === 0 && account.email !== '' ? [current] : []),
    ...((shown & shownBit.email_change_new) === 0 && !isTaken ? [next] : []),
  ];
}

/** The account that six digits are shown for: of its address, or of the one that it is to get. */
export async function findShownAccount(
  queryable: Queryable,
  email: string,
  purposes: readonly TokenPurpose[],
): Promise<Account | undefined> {
  const found = await findAccountByEmail(queryable, email);
  if (found !== undefined || !purposes.includes('email_change_new')) return found;
  const { rows } = await queryable.query<{ id: string }>('select id from auth.users where email_change = $1 limit 2', [email]);
  // An address that two accounts want is nobody's: each has its link.
  const [only] = rows.length === 1 ? rows : [];
  return only === undefined ? undefined : findAccount(queryable, only.id);
}

/**
 * What a spent token does to the address of its account, which is locked: nothing, or the first half of a change, or the change. Another
 * account may have taken the address meanwhile: then there is none (`undefined`).
 */
export async function takeAddressLink(
  queryable: Queryable,
  { account, purpose, now }: { readonly account: Account; readonly purpose: TokenPurpose; readonly now: Date },
): Promise<Account | 'half' | undefined> {
  if (purpose !== 'email_change_current' && purpose !== 'email_change_new') return account;
  const email = account.email_change;
  if (email === null || (await findAccountByEmail(queryable, email)) !== undefined) return undefined;
  const shown = account.email_change_confirm_status | shownBit[purpose];
  if (shown !== bothShown) {
    await queryable.query('update auth.users set email_change_confirm_status = $2, updated_at = $3 where id = $1', [
      account.id,
      shown,
      now,
    ]);
    return 'half';
  }
  await queryable.query(
    `update auth.users set email = $2, email_change = null, email_change_confirm_status = 0, email_confirmed_at = $3, updated_at = $3
      where id = $1`,
    [account.id, email, now],
  );
  await queryable.query(
    `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true), updated_at = $3
      where user_id = $1 and provider = 'email'`,
    [account.id, email, now],
  );
  return findAccount(queryable, account.id);
}
