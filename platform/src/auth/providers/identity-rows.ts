import type { Queryable } from '../../core/database.ts';
import type { PlatformContext } from '../../core/platform-context.ts';
import type { Account } from '../account.ts';
import type { KnownIdentity } from './known-identity.ts';
import { isSameMark, markOf } from './marks.ts';

/** Identities an account may have, its address included. */
export const mostIdentities = 10;

type Keys = Pick<PlatformContext, 'keys'>;

/** The row that an identity is known by. */
export type IdentityRow = {
  readonly userId: string;
  /** Whether this server wrote it for this account, service and issuer. Without that it signs nobody in. */
  readonly isOurs: boolean;
};

/** The row of an identity, if there is one. */
export async function findIdentity(queryable: Queryable, { keys }: Keys, identity: KnownIdentity): Promise<IdentityRow | undefined> {
  const { rows } = await queryable.query<{ user_id: string; mark: Buffer | null }>(
    'select user_id, mark from auth.identities where provider = $1 and provider_id = $2',
    [identity.provider, identity.subject],
  );
  const [row] = rows;
  return row && { userId: row.user_id, isOurs: isSameMark(row.mark, markOfIdentity({ keys }, identity, row.user_id)) };
}

/** Gives an account an identity that nobody has; `false` where somebody was quicker. */
export async function insertIdentity(
  queryable: Queryable,
  { keys }: Keys,
  { userId, identity, now }: { readonly userId: string; readonly identity: KnownIdentity; readonly now: Date },
): Promise<boolean> {
  const { rows } = await queryable.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data, mark, last_sign_in_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $6, $6) on conflict do nothing returning id`,
    [userId, identity.provider, identity.subject, identity.data, markOfIdentity({ keys }, identity, userId), now],
  );
  if (rows.length > 0) await listProviders(queryable, userId);
  return rows.length > 0;
}

/** Writes anew which services an account has identities of, as clients read it in `app_metadata`. */
export async function listProviders(queryable: Queryable, userId: string): Promise<void> {
  await queryable.query(
    `update auth.users u set raw_app_meta_data = u.raw_app_meta_data || (
      select jsonb_build_object('provider', coalesce(u.raw_app_meta_data ->> 'provider', (array_agg(i.provider order by i.created_at))[1]),
        'providers', jsonb_agg(distinct i.provider)) from auth.identities i where i.user_id = u.id) where u.id = $1`,
    [userId],
  );
}

/** Whether the account may be signed in to by an identity, its own or one that it is to get. */
export type Standing = 'guest' | 'owner' | 'unclaimed';

/** Whose an account is. While there is no owner any account might become the owner's, so nobody signs in by another service. */
export async function standingOf({ findOwner }: Pick<PlatformContext, 'findOwner'>, { id }: Pick<Account, 'id'>): Promise<Standing> {
  const owner = await findOwner?.();
  if (owner === undefined) return 'unclaimed';
  return owner === id ? 'owner' : 'guest';
}

function markOfIdentity({ keys }: Keys, { provider, issuer, subject }: KnownIdentity, userId: string): Buffer {
  return markOf(keys(), 'linked identity', [provider, issuer, subject, userId]);
}
