import type { Queryable } from '../core/database.ts';

/** An account's row, as far as the service reads it. */
export type Account = {
  readonly id: string;
  readonly aud: string;
  readonly role: string;
  /** Empty for an account without a name. */
  readonly email: string;
  readonly encrypted_password: string;
  readonly email_confirmed_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly last_sign_in_at: Date | null;
  readonly raw_app_meta_data: Readonly<Record<string, unknown>>;
  readonly raw_user_meta_data: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly banned_until: Date | null;
  readonly is_anonymous: boolean;
  readonly invited_at: Date | null;
  /** When the mail server took the last mail of each kind. */
  readonly confirmation_sent_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly email_change_sent_at: Date | null;
  readonly reauthentication_sent_at: Date | null;
  /** The address asked for, until both links were shown. */
  readonly email_change: string | null;
  /** Which were: 1 the present address's, 2 the new one's. */
  readonly email_change_confirm_status: number;
  /** Whether an authenticator was ever verified: below `aal2` the account then opens nothing. */
  readonly factor_required: boolean;
};

/** How long an authenticator that was asked for may wait for its first code. */
export const unverifiedFactorLifeMs = 300_000;

const columns = `id, aud, role, coalesce(email, '') as email, encrypted_password, email_confirmed_at, confirmed_at, last_sign_in_at, raw_app_meta_data,
  raw_user_meta_data, created_at, updated_at, banned_until, is_anonymous, factor_required, invited_at, email_change, email_change_confirm_status,
  confirmation_sent_at, recovery_sent_at, email_change_sent_at, reauthentication_sent_at`;

/** The account of an address in any case, if there is one. */
export async function findAccountByEmail(queryable: Queryable, email: string): Promise<Account | undefined> {
  const { rows } = await queryable.query<Account>(`select ${columns} from auth.users where email = $1`, [email.toLowerCase()]);
  return rows[0];
}

/** The account with an id, if there is one. */
export async function findAccount(queryable: Queryable, id: string): Promise<Account | undefined> {
  const { rows } = await queryable.query<Account>(`select ${columns} from auth.users where id = $1`, [id]);
  return rows[0];
}

/**
 * The same, locked until the transaction ends: whatever changes an account's factors or ends several of its sessions takes
 * this lock first, so that two of them take turns and never wait for each other.
 */
export async function lockAccount(queryable: Queryable, id: string): Promise<Account | undefined> {
  const { rows } = await queryable.query<Account>(`select ${columns} from auth.users where id = $1 for no key update`, [id]);
  return rows[0];
}

/** The number of an account, E.164 without the plus sign, if it has one: an identity that its holder showed by a code. */
export async function findPhone(queryable: Queryable, { id }: Pick<Account, 'id'>): Promise<string | undefined> {
  const { rows } = await queryable.query<{ phone: string }>(
    `select provider_id as phone from auth.identities where user_id = $1 and provider = 'phone'`,
    [id],
  );
  return rows[0]?.phone;
}

/** Whether the account is shut out at a time. */
export function isBanned(account: Account, nowMs: number): boolean {
  return account.banned_until !== null && account.banned_until.getTime() > nowMs;
}

/** The account as clients get to see it: the hosted service's fields, never the password's hash or an authenticator's secret. */
export async function describeAccount(queryable: Queryable, account: Account, nowMs: number): Promise<Readonly<Record<string, unknown>>> {
  const factors = await queryable.query(
    `select id, created_at, updated_at, status, friendly_name, factor_type, last_challenged_at from auth.mfa_factors
      where user_id = $1 and (status = 'verified' or created_at > $2) order by created_at, id`,
    [account.id, new Date(nowMs - unverifiedFactorLifeMs)],
  );
  // The two ids change names, as on the hosted service.
  const identities = await queryable.query<{ provider: string; id: string; created_at: Date }>(
    `select id as identity_id, provider_id as id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email
      from auth.identities where user_id = $1 order by created_at, identity_id`,
    [account.id],
  );
  // A number is an identity that its holder showed by a code.
  const phone = identities.rows.find(({ provider }) => provider === 'phone');
  return {
    id: account.id,
    aud: account.aud,
    role: account.role,
    email: account.email,
    email_confirmed_at: account.email_confirmed_at ?? undefined,
    confirmation_sent_at: account.confirmation_sent_at ?? undefined,
    recovery_sent_at: account.recovery_sent_at ?? undefined,
    email_change_sent_at: account.email_change_sent_at ?? undefined,
    reauthentication_sent_at: account.reauthentication_sent_at ?? undefined,
    new_email: account.email_change ?? undefined,
    invited_at: account.invited_at ?? undefined,
    phone: phone?.id ?? '',
    phone_confirmed_at: phone?.created_at,
    confirmed_at: account.confirmed_at ?? phone?.created_at,
    last_sign_in_at: account.last_sign_in_at ?? undefined,
    app_metadata: account.raw_app_meta_data,
    user_metadata: account.raw_user_meta_data,
    factors: factors.rows.length === 0 ? undefined : factors.rows,
    identities: identities.rows,
    created_at: account.created_at,
    updated_at: account.updated_at,
    banned_until: account.banned_until ?? undefined,
    is_anonymous: account.is_anonymous,
  };
}
