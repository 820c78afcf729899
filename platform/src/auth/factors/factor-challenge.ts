import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { findInetAddress } from '../../core/address-block.ts';
import { inTransaction, type Queryable } from '../../core/database.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, answer } from '../auth-tools.ts';
import { readBody } from '../request-body.ts';
import { lockSignedIn, requireSession } from '../require-session.ts';
import { factorNotFound, findFactor } from './factors.ts';
import { type AskedPasskey, askPasskey } from './passkeys.ts';

/** How long a challenge may be answered. */
const challengeLifeMs = 300_000;

/** Open challenges a session keeps; the oldest go first. */
const challengesPerSession = 10;

/** Ours beside the hosted service's: only this very passkey is asked, and no other of the account may answer in its place. */
const bodySchema = z.looseObject({ webauthn: z.looseObject({ only_this_factor: z.literal(true) }) });

/**
 * `POST /factors/:id/challenge`: opens the 300 seconds in which this session may answer with a code, or with a passkey: any of
 * the account's, unless the body says `webauthn.only_this_factor`.
 */
export async function challengeFactor(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  const { context } = tools;
  // Like the hosted service, this asks for no body: what is no such wish is none.
  const onlyThis = (await readBody(call.request, bodySchema)).ok;
  return inTransaction(context.database.auth, async (client) => {
    const nowMs = context.clock.nowMs();
    const locked = await lockSignedIn(client, signedIn.value);
    if (!locked.ok) return locked;
    const { account, session } = locked.value;
    const factor = await findFactor(client, account.id, call.pathId, nowMs);
    if (factor === undefined) return factorNotFound;
    const asked = factor.factor_type === 'webauthn' ? await askPasskey(client, context, { account, factor, onlyThis }) : succeed(undefined);
    if (!asked.ok) return asked;
    await client.query('update auth.mfa_factors set last_challenged_at = $2 where id = $1', [factor.id, new Date(nowMs)]);
    await client.query(
      `delete from auth.mfa_challenges where session_id = $1 and id not in (
        select id from auth.mfa_challenges where session_id = $1 and created_at > $2 order by created_at desc, id limit $3)`,
      [session.id, new Date(nowMs - challengeLifeMs), challengesPerSession - 1],
    );
    const { rows } = await client.query<{ id: string }>(
      `insert into auth.mfa_challenges (factor_id, session_id, created_at, ip_address, web_authn_session_data)
        values ($1, $2, $3, $4, $5) returning id`,
      [factor.id, session.id, new Date(nowMs), inetOf(call), asked.value?.kept ?? null],
    );
    const expiresAt = Math.floor((nowMs + challengeLifeMs) / 1000);
    return succeed(answer({ id: rows[0]?.id, type: factor.factor_type, expires_at: expiresAt, webauthn: asked.value?.shown }));
  });
}

/** Which challenge of which factor a session answers. */
export type ChallengeAnswer = { readonly challengeId: string; readonly factorId: string; readonly sessionId: string };

type ChallengeRow = {
  readonly created_at: Date;
  readonly verified_at: Date | null;
  readonly is_same_address: boolean;
  readonly asked: AskedPasskey | null;
};

/** Whether the challenge may be answered now, from here, by this session; what it asked of a passkey, where it asked one. */
export async function requireChallenge(
  { context }: AuthTools,
  call: AuthCall,
  queryable: Queryable,
  { challengeId, factorId, sessionId }: ChallengeAnswer,
): Promise<Outcome<AskedPasskey | undefined>> {
  const { rows } = await queryable.query<ChallengeRow>(
    `select created_at, verified_at, ip_address = $4::inet as is_same_address, web_authn_session_data as asked from auth.mfa_challenges
      where id = $1 and factor_id = $2 and session_id = $3`,
    [challengeId, factorId, sessionId, inetOf(call)],
  );
  const [challenge] = rows;
  if (challenge === undefined) return refuse(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  if (challenge.verified_at !== null || !challenge.is_same_address) {
    return refuse(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  if (context.clock.nowMs() - challenge.created_at.getTime() >= challengeLifeMs) {
    const message = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`;
    return refuse(422, 'mfa_challenge_expired', message);
  }
  return succeed(challenge.asked ?? undefined);
}

/** Closes a challenge: it is answered once, and for a passkey's that is so whether or not the answer was right. */
export async function spendChallenge(queryable: Queryable, challengeId: string, nowMs: number): Promise<void> {
  await queryable.query('update auth.mfa_challenges set verified_at = $2 where id = $1', [challengeId, new Date(nowMs)]);
}

function inetOf(call: AuthCall): string {
  return findInetAddress(call.requestContext.address) ?? '0.0.0.0';
}
