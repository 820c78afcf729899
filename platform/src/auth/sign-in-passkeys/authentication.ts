import { fail, type Result, succeed } from '@castellan/foundation/result';
import { inTransaction, type Queryable } from '../../core/database.ts';
import { isBanned, lockAccount } from '../account.ts';
import { type AuthFailure, type Outcome, refuse, refuseForNow } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, answer, userAgentOf } from '../auth-tools.ts';
import { checkKeptPasskey } from '../factors/kept-passkey.ts';
import { type Expected, readCounter, requestOptions } from '../factors/passkey-ceremony.ts';
import type { RelyingParty } from '../factors/relying-party.ts';
import { beginSession, describeSession } from '../sessions.ts';
import { makeChallenge, readChallenge, requireUnspent } from './challenges.ts';
import { findHolder, findKeptPasskey, readSentAnswer, type SentAnswer, verificationFailed } from './credentials.ts';
import { mayUsePasskeys } from './require-passkeys.ts';

/**
 * `POST /passkeys/authentication/options`: asks for any passkey of this site. It names none, whoever asks, so that nobody learns who has
 * one; nothing is read from the database or kept.
 */
export async function askForPasskey({ context, limits }: AuthTools, call: AuthCall, party: RelyingParty): Promise<Outcome<Response>> {
  const counted = limits.reserveChallenge(call.requestContext.address);
  if (!counted.ok) return refuseForNow(counted.failure);
  const { id, challenge, expiresAt } = makeChallenge(context, 'authentication');
  return succeed(answer({ challenge_id: id, options: requestOptions({ party, challenge }, []), expires_at: expiresAt }));
}

type Refusal = AuthFailure & { readonly isWrong?: true };

/**
 * `POST /passkeys/authentication/verify`: a session at `aal1` for the right answer of a passkey. The account's authenticator is asked for
 * as after a password. A passkey that is nobody's and one of the owner's get the same answer as a wrong signature. Each attempt is counted
 * by its address before it is looked at.
 */
export async function signInWithPasskey(tools: AuthTools, call: AuthCall, party: RelyingParty): Promise<Outcome<Response>> {
  const { context, limits } = tools;
  const sent = await readSentAnswer(call.request);
  if (!sent.ok) return sent;
  const challenge = readChallenge(context, 'authentication', sent.value.challengeId);
  if (!challenge.ok) return challenge;
  const { address } = call.requestContext;
  const reserved = await limits.reserveAddress({ address, device: undefined });
  if (!reserved.ok) return refuseForNow(reserved.failure);
  const granted = await inTransaction(context.database.auth, (client) =>
    grant(tools, call, { client, sent: sent.value, expected: { party, challenge: challenge.value } }),
  );
  if (!granted.ok && granted.failure.isWrong) {
    context.authEvents.signInFailed({ address, userAgent: userAgentOf(call.request), method: 'passkey' });
    return verificationFailed;
  }
  await reserved.value.giveBack();
  return granted.ok ? succeed(answer(granted.value)) : granted;
}

const wrong = fail({ ...verificationFailed.failure, isWrong: true as const });

type Presented = { readonly client: Queryable; readonly sent: SentAnswer; readonly expected: Expected };

async function grant(
  tools: AuthTools,
  call: AuthCall,
  { client, sent, expected }: Presented,
): Promise<Result<Readonly<Record<string, unknown>>, Refusal>> {
  const { context } = tools;
  const userId = await findHolder(client, sent.response.id);
  const account = userId === undefined ? undefined : await lockAccount(client, userId);
  const kept = account && (await findKeptPasskey(client, account.id, sent.response.id));
  if (account === undefined || kept === undefined || !(await mayUsePasskeys(tools, account))) {
    await checkAgainstNobody(expected, sent);
    return wrong;
  }
  const unspent = await requireUnspent(client, context, { userId: account.id, challengeId: sent.challengeId });
  if (!unspent.ok) return unspent;
  const counter = await checkKeptPasskey(context, expected, kept, sent.response);
  if (counter === undefined) return wrong;
  const now = new Date(context.clock.nowMs());
  await unspent.value.spend();
  if (account.email_confirmed_at === null) return refuse(403, 'email_not_confirmed', 'Email not confirmed');
  if (isBanned(account, now.getTime())) return refuse(403, 'user_banned', 'User is banned');
  await client.query('update auth.webauthn_credentials set sign_count = $2, last_used_at = $3, updated_at = $3 where id = $1', [
    kept.rowId,
    counter,
    now,
  ]);
  await client.query('update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1', [account.id, now]);
  const from = { address: call.requestContext.address, userAgent: userAgentOf(call.request) };
  const session = await beginSession(client, context, account, from, 'passkey');
  return succeed(await describeSession(client, context, { account: { ...account, last_sign_in_at: now, updated_at: now }, ...session }));
}

/** A key of ES256 whose private half nobody kept. */
const nobodysKey = 'pQECAyYgASFYIKGlTMkCTPLG9yffO3bcPP9EvZb_e_KFKU8d_UhWrWwSIlggwXC-mDQ_wi-tb9Pr4BTsT5dExPw68XfL3ClFaLQPe_k';

/** Takes as long as an answer that is held against a passkey. */
async function checkAgainstNobody(expected: Expected, { response }: SentAnswer): Promise<void> {
  const nobody = { id: response.id, publicKey: nobodysKey, userHandle: response.response.userHandle ?? '', isFoundByHandle: true };
  await readCounter(expected, nobody, response);
}
