import { createHash } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { type Outcome, refuse, refuseForNow } from './auth-failure.ts';
import { type AuthCall, type AuthTools, answer, userAgentOf } from './auth-tools.ts';
import { deviceCookie } from './device-cookie.ts';
import { readBody } from './request-body.ts';

/** How long a printed device link works. */
export const deviceGrantLifeMs = 30 * 60_000;

const bodySchema = z.looseObject({ secret: z.string().min(1).max(200) });

/** What the database keeps of a device link's secret: its SHA-256. The secret is 256 random bits, so no slower hash is needed. */
export function hashDeviceSecret(secret: string): Buffer {
  return createHash('sha256').update(secret.trim()).digest();
}

/**
 * `POST /device-grant` {secret}: makes this browser a known device of the account whose link was printed on the machine, once.
 * It signs nobody in: password and code are asked for as usual, but counted for this device alone.
 */
export async function grantDevice(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const { context, limits } = tools;
  const body = await readBody(call.request, bodySchema);
  if (!body.ok) return body;
  const { address } = call.requestContext;
  const reserved = await limits.reserveAddress({ address, device: undefined });
  if (!reserved.ok) return refuseForNow(reserved.failure);
  const spent = await context.database.auth.query<{ user_id: string }>(
    'delete from auth.device_grants where secret_hash = $1 and expires_at > $2 returning user_id',
    [hashDeviceSecret(body.value.secret), new Date(context.clock.nowMs())],
  );
  const [grant] = spent.rows;
  if (grant === undefined) {
    context.authEvents.signInFailed({ address, userAgent: userAgentOf(call.request), method: 'setup' });
    return refuse(422, 'device_secret_invalid', 'The link is not valid any more. Print a new one on the machine');
  }
  await reserved.value.giveBack();
  return succeed(answer({}, await deviceCookie(context, call.requestContext, grant.user_id, undefined)));
}
