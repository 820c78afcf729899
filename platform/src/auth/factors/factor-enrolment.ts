import { randomUUID } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { inTransaction } from '../../core/database.ts';
import type { PlatformContext } from '../../core/platform-context.ts';
import { type Account, unverifiedFactorLifeMs } from '../account.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, answer } from '../auth-tools.ts';
import { readBody } from '../request-body.ts';
import { lockSignedIn, requireSession, type SignedIn } from '../require-session.ts';
import { sealSecret } from '../sealed-secret.ts';
import { type Factor, factorNotFound, findFactor, listFactors, makeSecret, requireEnroller, requireFreshCode } from './factors.ts';
import { relyingPartyOf } from './relying-party.ts';

/** As many as the hosted service keeps for an account, verified or not. */
const maximumFactors = 10;

const label = z
  .string()
  .max(64)
  .regex(/^[^\p{Cc}]*$/u, 'it holds control characters');

const bodySchema = z.looseObject({ factor_type: z.string(), friendly_name: label.nullish(), issuer: label.nullish() });

/**
 * `POST /factors`: a new authenticator app or passkey that waits 300 s for its first code or answer. While another is verified
 * this takes `aal2` and a proof given within five minutes; an app that is there goes on working until the new one is verified.
 * The secret of an app is in this answer and never in a later one.
 */
export async function enrolFactor(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, bodySchema);
  if (!body.ok) return body;
  const { factor_type: type } = body.value;
  if (type === 'phone') return refuse(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  if (type === 'webauthn' && relyingPartyOf(tools.context.publicUrl) === undefined) {
    return refuse(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
  }
  if (type !== 'totp' && type !== 'webauthn') return refuse(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn');
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  if (signedIn.value.account.is_anonymous) return refuse(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  return insertFactor(tools, signedIn.value, { type, name: body.value.friendly_name ?? '', issuer: body.value.issuer || undefined });
}

type WantedFactor = { readonly type: Factor['factor_type']; readonly name: string; readonly issuer: string | undefined };

function insertFactor({ context }: AuthTools, signedIn: SignedIn, wanted: WantedFactor): Promise<Outcome<Response>> {
  return inTransaction(context.database.auth, async (client) => {
    const nowMs = context.clock.nowMs();
    const locked = await lockSignedIn(client, signedIn);
    if (!locked.ok) return locked;
    const { account } = locked.value;
    for (const requirement of [requireEnroller, requireFreshCode]) {
      const met = await requirement(client, locked.value, nowMs);
      if (!met.ok) return met;
    }
    await client.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at <= $2`, [
      account.id,
      new Date(nowMs - unverifiedFactorLifeMs),
    ]);
    const factors = await listFactors(client, account.id, nowMs);
    if (wanted.name !== '' && factors.some(({ friendly_name: name }) => name === wanted.name)) {
      const message = `A factor with the friendly name ${JSON.stringify(wanted.name)} for this user already exists`;
      return refuse(422, 'mfa_factor_name_conflict', message);
    }
    if (factors.length >= maximumFactors) {
      return refuse(422, 'too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue');
    }
    // Made here, because an app's secret is bound to it.
    const factorId = randomUUID();
    const app = wanted.type === 'totp' ? makeApp(context, account, { factorId, issuer: wanted.issuer }) : undefined;
    await client.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
        values ($1, $2, $3, $4, 'unverified', $5, $6, $6)`,
      [factorId, account.id, wanted.name, wanted.type, app?.sealed ?? null, new Date(nowMs)],
    );
    return succeed(answer({ id: factorId, type: wanted.type, friendly_name: wanted.name, totp: app?.shown }));
  });
}

/** An authenticator app's secret: as its owner sees it this once, and as the database keeps it. */
function makeApp(
  context: PlatformContext,
  account: Account,
  { factorId, issuer }: { readonly factorId: string; readonly issuer: string | undefined },
) {
  const { secret, address } = makeSecret(context.randomBytes, account.email, issuer);
  const sealed = sealSecret(context.keys(), { userId: account.id, factorId }, secret, context.randomBytes);
  return { sealed, shown: { qr_code: renderSVG(address, { ecc: 'M', border: 4 }), secret, uri: address } };
}

/** `DELETE /factors/:id`: drops an authenticator app or passkey. The last verified one stays: it is removed on the machine, or replaced. */
export async function removeFactor(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  const { context } = tools;
  return inTransaction(context.database.auth, async (client) => {
    const nowMs = context.clock.nowMs();
    const locked = await lockSignedIn(client, signedIn.value);
    if (!locked.ok) return locked;
    const { account, session } = locked.value;
    const factor = await findFactor(client, account.id, call.pathId, nowMs);
    if (factor === undefined) return factorNotFound;
    if (factor.status === 'verified') {
      if (session.aal === 'aal1') return refuse(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
      const fresh = await requireFreshCode(client, locked.value, nowMs);
      if (!fresh.ok) return fresh;
      const verified = (await listFactors(client, account.id, nowMs)).filter(({ status }) => status === 'verified');
      if (verified.length <= 1) {
        return refuse(
          422,
          'last_factor_not_deletable',
          'The last authenticator cannot be removed here. Enroll another one, which replaces it',
        );
      }
    } else {
      const allowed = await requireEnroller(client, locked.value, nowMs);
      if (!allowed.ok) return allowed;
    }
    await client.query('delete from auth.mfa_factors where id = $1', [factor.id]);
    return succeed(answer({ id: factor.id }));
  });
}
