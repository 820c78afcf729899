import { fail, type Result, succeed } from '@castellan/foundation/result';
import { createUser } from '@castellan/platform/auth/administration';
import { findPasswordWeakness } from '@castellan/platform/auth/password-rules';
import { inTransaction } from '@castellan/platform/core/database';
import type pg from 'pg';
import { z } from 'zod';
import { createSqlRows } from '../rows/sql-rows.ts';
import { findOwner, hashSetupSecret } from './setup-secret.ts';

/** Why nobody became the owner. */
export type OwnerFailure =
  | { readonly code: 'setup_closed' }
  | { readonly code: 'setup_secret_invalid' }
  | { readonly code: 'email_invalid' }
  | { readonly code: 'weak_password'; readonly message: string; readonly reasons: readonly string[] };

/** Who wants to be the owner. */
export type WantedOwner = { readonly email: string; readonly password: string };

type Wanted = WantedOwner & {
  /** The secret of the setup link; `undefined`: the person sits at the machine, which is proof enough. */
  readonly secret: string | undefined;
};

/**
 * Makes the one owner: account and ownership in one transaction, so that of two people with the same link one wins and
 * nothing is left of the other. `pool` is connected as `postgres`. Returns the owner's user id.
 */
export async function createOwner(pool: pg.Pool, wanted: Wanted, passwordCost: number): Promise<Result<string, OwnerFailure>> {
  const email = judgeWanted(wanted);
  if (!email.ok) return email;
  return inTransaction(pool, async (client) => {
    if ((await findOwner(createSqlRows(client))) !== undefined) return fail({ code: 'setup_closed' });
    if (wanted.secret !== undefined && !(await isSetupSecret(client, wanted.secret))) return fail({ code: 'setup_secret_invalid' });
    const userId = await createUser(client, { email: email.value, password: wanted.password, passwordCost });
    await client.query('select private.claim_ownership($1)', [userId]);
    return succeed(userId);
  });
}

/** The address that somebody who wants to be the owner may have with this password. */
export function judgeWanted(wanted: WantedOwner): Result<string, OwnerFailure> {
  const email = z.email().max(254).safeParse(wanted.email.trim());
  if (!email.success) return fail({ code: 'email_invalid' });
  const weakness = findPasswordWeakness(wanted.password, email.data);
  if (weakness === undefined) return succeed(email.data);
  return fail({ code: 'weak_password', message: weakness.message, reasons: weakness.reasons });
}

/** Locks the secret's row until the transaction ends: two setups at once take turns. */
async function isSetupSecret(client: pg.PoolClient, secret: string): Promise<boolean> {
  const { rows } = await client.query<{ matches: boolean }>('select private.setup_secret_matches($1) as matches', [
    hashSetupSecret(secret),
  ]);
  return rows[0]?.matches === true;
}
