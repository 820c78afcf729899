import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { inTransaction, type Queryable } from '../../core/database.ts';
import { readChangeableAccount, readNamedAccount } from '../admin/require-admin.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, answer } from '../auth-tools.ts';
import { readBody } from '../request-body.ts';
import { lockSignedIn, requireSession } from '../require-session.ts';
import { listPasskeys, shownColumns, shownPasskey } from './credentials.ts';
import { requireFullSession } from './registration.ts';

const passkeyNotFound = refuse(404, 'validation_failed', 'Passkey not found');

const bodySchema = z.looseObject({
  friendly_name: z
    .string()
    .min(1)
    .max(120)
    .regex(/^[^\p{Cc}]*$/u, 'it holds control characters'),
});

/** `GET /passkeys`: those that sign in to the caller's account. */
export async function listOwnPasskeys(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  return succeed(answer(await listPasskeys(tools.context.database.auth, signedIn.value.account.id)));
}

/** `PATCH /passkeys/:id`: its name. */
export async function renamePasskey(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const { context } = tools;
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  if (!isId(call.pathId)) return passkeyNotFound;
  const body = await readBody(call.request, bodySchema);
  if (!body.ok) return body;
  const { rows } = await context.database.auth.query<Parameters<typeof shownPasskey>[0]>(
    `update auth.webauthn_credentials set friendly_name = $3, updated_at = $4 where id = $1 and user_id = $2 returning ${shownColumns}`,
    [call.pathId, signedIn.value.account.id, body.value.friendly_name, new Date(context.clock.nowMs())],
  );
  const [row] = rows;
  return row === undefined ? passkeyNotFound : succeed(answer(shownPasskey(row)));
}

/** `DELETE /passkeys/:id`: it signs in no longer. Sessions that it began go on. */
export async function removeOwnPasskey(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  return inTransaction(tools.context.database.auth, async (client) => {
    const locked = await lockSignedIn(client, signedIn.value);
    if (!locked.ok) return locked;
    const allowed = requireFullSession(locked.value);
    return allowed.ok ? removePasskey(client, locked.value.account.id, call.pathId) : allowed;
  });
}

/** `GET /admin/users/:id/passkeys`. */
export async function listAccountPasskeys(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const named = await readNamedAccount(tools, call);
  if (!named.ok) return named;
  return succeed(answer(await listPasskeys(tools.context.database.auth, named.value.id)));
}

/** `DELETE /admin/users/:id/passkeys/:passkeyId`. */
export async function removeAccountPasskey(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const named = await readChangeableAccount(tools, call);
  return named.ok ? removePasskey(tools.context.database.auth, named.value.id, call.secondId) : named;
}

async function removePasskey(queryable: Queryable, userId: string, id: string): Promise<Outcome<Response>> {
  if (!isId(id)) return passkeyNotFound;
  const { rows } = await queryable.query('delete from auth.webauthn_credentials where id = $1 and user_id = $2 returning id', [id, userId]);
  return rows.length === 0 ? passkeyNotFound : succeed(new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } }));
}

function isId(text: string): boolean {
  return z.guid().safeParse(text).success;
}
