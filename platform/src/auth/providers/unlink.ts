import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { inTransaction } from '../../core/database.ts';
import { lockAccount } from '../account.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import { type AuthHandler, answer } from '../auth-tools.ts';
import { requireLinker } from './authorize.ts';
import { listProviders } from './identity-rows.ts';
import type { Ways } from './ways.ts';

const notFound = refuse(422, 'identity_not_found', 'Identity doesn’t exist');

/**
 * `DELETE /user/identities/:id`: an identity opens its account no longer. It takes what linking one takes. The identity of the account's own
 * address stays, and so does the last one.
 */
export function unlinkBy(ways: Ways): AuthHandler {
  return async (tools, call) => {
    const linker = await requireLinker(ways, tools, call);
    if (!linker.ok) return linker;
    if (!z.guid().safeParse(call.pathId).success) return refuse(404, 'validation_failed', 'identity_id must be an UUID');
    const sessionId = linker.value;
    const removed = await inTransaction(tools.context.database.auth, async (client): Promise<Outcome<void>> => {
      const owner = await client.query<{ user_id: string }>('select user_id from auth.sessions where id = $1', [sessionId]);
      const account = owner.rows[0] && (await lockAccount(client, owner.rows[0].user_id));
      if (account === undefined) return refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
      const { rows } = await client.query<{ id: string; provider: string }>('select id, provider from auth.identities where user_id = $1', [
        account.id,
      ]);
      const named = rows.find(({ id }) => id === call.pathId.toLowerCase());
      if (named === undefined) return notFound;
      if (rows.length < 2) {
        return refuse(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking');
      }
      if (named.provider === 'email') {
        return refuse(422, 'email_conflict_identity_not_deletable', 'The identity of the account’s own address stays with the account');
      }
      await client.query('delete from auth.identities where id = $1', [named.id]);
      await listProviders(client, account.id);
      return succeed(undefined);
    });
    return removed.ok ? succeed(answer({})) : removed;
  };
}
