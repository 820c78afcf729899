import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { describeAccount } from '../account.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, answer } from '../auth-tools.ts';
import { readChangeableAccount, readNamedAccount } from './require-admin.ts';

/** `GET /admin/users/:id/factors`: an account's authenticators, without their secrets. */
export async function listAccountFactors(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const named = await readNamedAccount(tools, call);
  if (!named.ok) return named;
  const { factors } = await describeAccount(tools.context.database.auth, named.value, tools.context.clock.nowMs());
  return succeed(answer(factors ?? []));
}

/** `DELETE /admin/users/:id/factors/:factorId`. */
export async function removeAccountFactor(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const named = await readChangeableAccount(tools, call);
  if (!named.ok) return named;
  if (!z.guid().safeParse(call.secondId).success) return refuse(404, 'validation_failed', 'factor_id must be an UUID');
  const { rows } = await tools.context.database.auth.query<{ id: string }>(
    'delete from auth.mfa_factors where id = $1 and user_id = $2 returning id',
    [call.secondId, named.value.id],
  );
  if (rows.length === 0) return refuse(404, 'mfa_factor_not_found', 'Factor not found');
  return succeed(answer({ id: rows[0]?.id }));
}
