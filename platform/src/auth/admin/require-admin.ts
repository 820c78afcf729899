import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { type Account, findAccount } from '../account.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import type { AuthCall, AuthHandler, AuthTools } from '../auth-tools.ts';
import { requireSession } from '../require-session.ts';

/** A call for the secret key alone. A session is told that it is no administrator, and nobody without one that it wants a token. */
export function forAdministrators(handler: AuthHandler): AuthHandler {
  return async (tools, call) => {
    if (call.caller.ok && call.caller.value.role === 'service_role' && call.caller.value.claims === null) return handler(tools, call);
    const signedIn = await requireSession(tools, call);
    return signedIn.ok ? refuse(403, 'not_admin', 'User not allowed') : signedIn;
  };
}

/** The account that the path names. */
export async function readNamedAccount({ context }: AuthTools, { pathId }: AuthCall): Promise<Outcome<Account>> {
  if (!z.guid().safeParse(pathId).success) return refuse(404, 'validation_failed', 'user_id must be an UUID');
  const account = await findAccount(context.database.auth, pathId.toLowerCase());
  return account === undefined ? refuse(404, 'user_not_found', 'User not found') : succeed(account);
}

/**
 * The same, unless it is the owner's: its password, address and authenticators are changed by a full session of the owner's or by
 * the commands on the machine, so that whoever has the secret key alone does not become the owner.
 */
export async function readChangeableAccount(tools: AuthTools, call: AuthCall): Promise<Outcome<Account>> {
  const named = await readNamedAccount(tools, call);
  if (!named.ok || !(await isOwner(tools, named.value))) return named;
  return ownerKept;
}

/** Whether the account is the installation's owner's. */
export async function isOwner({ context }: AuthTools, { id }: Pick<Account, 'id'>): Promise<boolean> {
  return (await context.findOwner?.()) === id;
}

/** The refusal of a change of the owner's account. */
export const ownerKept = refuse(
  403,
  'owner_protected',
  'The account of the owner is changed by its owner, or by the commands on the machine',
);
