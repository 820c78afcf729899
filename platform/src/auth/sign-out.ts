import { succeed } from '@castellan/foundation/result';
import { inTransaction } from '../core/database.ts';
import { lockAccount } from './account.ts';
import { type Outcome, refuse } from './auth-failure.ts';
import type { AuthCall, AuthTools } from './auth-tools.ts';
import { requireSession } from './require-session.ts';

const conditions = { global: 'true', local: 'id = $2', others: 'id <> $2' } as const;

/**
 * `POST /logout?scope=global|local|others`: ends sessions at once. A session ends others up to its own level only: whoever
 * has the password but not the authenticator signs nobody out who has both.
 */
export async function signOut(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const scope = call.url.searchParams.get('scope') || 'global';
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    return refuse(400, 'validation_failed', `Unsupported logout scope ${JSON.stringify(scope.slice(0, 40))}`);
  }
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  const { account, session } = signedIn.value;
  const ended = await inTransaction(tools.context.database.auth, async (client) => {
    await lockAccount(client, account.id);
    const { rows } = await client.query<{ id: string }>(
      `delete from auth.sessions where user_id = $1 and aal <= (select aal from auth.sessions where id = $2) and ${conditions[scope]} returning id`,
      [account.id, session.id],
    );
    return rows.map(({ id }) => id);
  });
  if (ended.length > 0) tools.context.authEvents.sessionsEnded(ended);
  return succeed(new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } }));
}
