import { createHash } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { inTransaction } from '../../core/database.ts';
import { type Outcome, refuse, refuseForNow } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, answer, userAgentOf } from '../auth-tools.ts';
import { findKnownDevice } from '../device-cookie.ts';
import { readBody } from '../request-body.ts';
import { lockSignedIn, requireSession } from '../require-session.ts';

/** How long a printed enrolment secret works. */
export const enrolmentSecretLifeMs = 30 * 60_000;

/** How long the session that showed it may enrol. */
const grantLifeMs = 15 * 60_000;

const bodySchema = z.looseObject({ secret: z.string().min(1).max(200) });

/** What the database keeps of an enrolment secret: its SHA-256. The secret is 256 random bits, so no slower hash is needed. */
export function hashEnrolmentSecret(secret: string): Buffer {
  return createHash('sha256').update(secret.trim()).digest();
}

/**
 * `POST /factors/enrolment-grant`: lets this very session enrol an authenticator after the last one was removed on the
 * machine, in exchange for the one-time secret printed there. The secret is spent by it.
 */
export async function grantEnrolment(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const { context, limits } = tools;
  const body = await readBody(call.request, bodySchema);
  if (!body.ok) return body;
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  const { account } = signedIn.value;
  const device = await findKnownDevice(context, call.request, call.requestContext, account.id);
  const reserved = await limits.reserveCode({ address: call.requestContext.address, email: account.email || account.id, device });
  if (!reserved.ok) return refuseForNow(reserved.failure);
  const granted = await inTransaction(context.database.auth, async (client): Promise<Outcome<Date | undefined>> => {
    const locked = await lockSignedIn(client, signedIn.value);
    if (!locked.ok) return locked;
    const nowMs = context.clock.nowMs();
    const spent = await client.query(
      'delete from auth.enrolment_secrets where user_id = $1 and secret_hash = $2 and expires_at > $3 returning user_id',
      [account.id, hashEnrolmentSecret(body.value.secret), new Date(nowMs)],
    );
    if (spent.rows.length === 0) return succeed(undefined);
    const expiresAt = new Date(nowMs + grantLifeMs);
    await client.query(
      `insert into auth.enrolment_grants (session_id, created_at, expires_at) values ($1, $2, $3)
        on conflict (session_id) do update set created_at = excluded.created_at, expires_at = excluded.expires_at`,
      [locked.value.session.id, new Date(nowMs), expiresAt],
    );
    return succeed(expiresAt);
  });
  if (!granted.ok || granted.value !== undefined) await reserved.value.giveBack();
  if (!granted.ok) return granted;
  if (granted.value !== undefined) return succeed(answer({ expires_at: Math.floor(granted.value.getTime() / 1000) }));
  context.authEvents.signInFailed({ address: call.requestContext.address, userAgent: userAgentOf(call.request), method: 'setup' });
  return refuse(422, 'enrolment_secret_invalid', 'The secret is not valid any more. Print a new one on the machine');
}
