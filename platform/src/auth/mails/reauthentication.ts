import { succeed } from '@castellan/foundation/result';
import { type Account, findPhone } from '../account.ts';
import { type Outcome, refuse, refuseForNow } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, userAgentOf } from '../auth-tools.ts';
import { spendOneTimeToken } from '../one-time-tokens.ts';
import { requireSession } from '../require-session.ts';
import { readPhone } from '../sign-up/phone-number.ts';
import { mailTo } from './mail-to.ts';

/**
 * `GET /reauthenticate`: mails six digits, or sends them to the account's phone, with which `PUT /user` changes the password in a session
 * that is older than a day. An account with an authenticator, and the owner's, has none: there a code of the authenticator is wanted, or a
 * new sign-in. The answer is the same, and never says that something was sent.
 */
export async function answerReauthentication(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  const { account } = signedIn.value;
  if (account.email !== '') {
    if (account.email_confirmed_at === null) return refuse(422, 'email_not_confirmed', 'Please verify your email first.');
    return mailTo(tools, call, account.email, async (_client, found) =>
      found.id === account.id && !found.factor_required ? [{ account: found, purpose: 'reauthentication', recipient: found.email }] : [],
    );
  }
  const number = await findPhone(tools.context.database.auth, account);
  if (number === undefined) {
    return refuse(400, 'validation_failed', 'Reauthentication requires the user to have an email or a phone number');
  }
  const phone = readPhone(tools, number, 'Unsupported phone provider');
  if (!phone.ok) return phone;
  return phone.value.phones.ask(tools, call, { phone: number, purpose: 'reauthentication', mayMake: false, sessionId: null });
}

/** Takes the digits that `GET /reauthenticate` sent. A wrong try counts as a refused sign-in of its address block. */
export async function spendNonce(tools: AuthTools, call: AuthCall, account: Account, digits: string): Promise<Outcome<void>> {
  const { context, limits } = tools;
  const { address } = call.requestContext;
  const reserved = await limits.reserveAddress({ address, device: undefined });
  if (!reserved.ok) return refuseForNow(reserved.failure);
  if (!(await isNonce(tools, account, digits))) {
    context.authEvents.signInFailed({ address, userAgent: userAgentOf(call.request), method: 'one_time_token' });
    return refuse(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  await reserved.value.giveBack();
  return succeed(undefined);
}

async function isNonce({ context, otherWays }: AuthTools, account: Account, digits: string): Promise<boolean> {
  const { auth } = context.database;
  if (account.email !== '') {
    return (await spendOneTimeToken(auth, context, { digits, userId: account.id }, ['reauthentication'])) !== undefined;
  }
  const phone = await findPhone(auth, account);
  if (phone === undefined || otherWays?.phones === undefined) return false;
  return otherWays.phones.spendNonce({ context }, { phone, digits });
}
