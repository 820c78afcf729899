import { randomUUID } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import { createGuessWindow } from '../../../core/back-off.ts';
import { findAccount } from '../../account.ts';
import { type Outcome, refuse, refuseForNow } from '../../auth-failure.ts';
import { type AuthCall, type AuthTools, answer, type PhonePurpose, type PhoneWays, type ShownCode, userAgentOf } from '../../auth-tools.ts';
import { hasOwner } from '../../sign-up/new-accounts.ts';
import { findIdentity, standingOf } from '../identity-rows.ts';
import type { KnownIdentity } from '../known-identity.ts';
import { linkIdentity, signInWithIdentity } from '../settle-identity.ts';
import type { Ways } from '../ways.ts';
import { type CodePlace, findCode, issueCode, type PromisedAccount, spendCode } from './phone-codes.ts';
import { handCode } from './sms-hook.ts';

const expired = refuse(403, 'otp_expired', 'Token has expired or is invalid');
const hour = 60 * 60_000;

/** Codes of everybody in an hour, as on the hosted service: each costs the owner of the server money. */
const mostCodes = 30;

/** Signing in by a code to a phone, where the owner of the server names who sends it; never the owner. */
export function phoneWaysOf(ways: Ways): PhoneWays | undefined {
  if (ways.settings.smsHook === undefined) return undefined;
  return {
    ask: (tools, call, wanted) => send(ways, tools, call, { ...wanted, account: undefined }),
    askAgain: async (tools, call, { phone, purpose }) => {
      const waiting = await findCode(tools.context.database.auth, tools.context, { phone, purposes: codesFor(purpose) });
      return waiting === undefined ? succeed(answer({})) : send(ways, tools, call, waiting);
    },
    signUp: async (tools, call, { phone, passwordHash, userMetadata }) => {
      const account = { id: randomUUID(), passwordHash, ...(userMetadata === undefined ? {} : { userMetadata }) };
      const sent = await send(ways, tools, call, { phone, purpose: 'signup', mayMake: true, sessionId: null, account });
      return sent.ok ? succeed(answer(describePromised(tools, { phone, account }))) : sent;
    },
    findGuest: async ({ context }, phone) => {
      const { auth } = context.database;
      const known = await findIdentity(auth, context, identityOfPhone(phone));
      const account = known?.isOurs === true ? await findAccount(auth, known.userId) : undefined;
      return account !== undefined && (await standingOf(context, account)) === 'guest' ? account : undefined;
    },
    spendNonce: async ({ context }, shown) =>
      (await spendCode(context.database.auth, context, { ...shown, purposes: ['reauthentication'] })) !== undefined,
    take: async (tools, call, shown) => {
      const { context, limits } = tools;
      const { address } = call.requestContext;
      const reserved = await limits.reserveAddress({ address, device: undefined });
      if (!reserved.ok) return refuseForNow(reserved.failure);
      const place = await spendCode(context.database.auth, context, { ...shown, purposes: codesFor(shown.purpose) });
      if (place === undefined) {
        context.authEvents.signInFailed({ address, userAgent: userAgentOf(call.request), method: 'one_time_token' });
        return expired;
      }
      await reserved.value.giveBack();
      return settle(tools, call, place);
    },
  };
}

/** Counts a code before it is made: of everybody, by address block and by number. Then hands it over, and says if nobody took it. */
async function send(ways: Ways, tools: AuthTools, call: AuthCall, place: CodePlace): Promise<Outcome<Response>> {
  const { context, limits } = tools;
  const { auth } = context.database;
  if (!(await hasOwner(tools))) return refuse(422, 'otp_disabled', 'Signups not allowed for otp');
  const all = createGuessWindow({ queryable: auth, clock: context.clock, kind: 'sms' }, { limit: mostCodes, windowMs: hour, capacity: 1 });
  for (const reserve of [
    () => limits.reserveMailSender(call.requestContext.address),
    () => limits.reserveMail(`phone ${place.phone}`),
    () => all.reserve('all'),
  ]) {
    const counted = await reserve();
    if (!counted.ok) return tooMany(counted.failure.waitSeconds);
  }
  const digits = await issueCode(auth, context, place);
  if (await handCode(ways.settings, { phone: place.phone, digits })) return succeed(answer({ message_id: '' }));
  context.log.warn('a code to a phone was not taken by the hook');
  return refuse(422, 'sms_send_failed', 'The code could not be sent. Try again in a moment.');
}

function tooMany(waitSeconds: number) {
  const message = `For security purposes, you can only request this after ${waitSeconds} seconds.`;
  return { ok: false, failure: { status: 429, code: 'over_sms_send_rate_limit', message, retryAfterSeconds: waitSeconds } } as const;
}

/** The codes that a type of `/verify` and `/resend` stands for. */
function codesFor(purpose: ShownCode['purpose']): readonly PhonePurpose[] {
  return purpose === 'sms' ? ['sms', 'signup'] : [purpose];
}

function identityOfPhone(phone: string): KnownIdentity {
  const data = { sub: phone, phone, email_verified: false, phone_verified: true };
  return { provider: 'phone', issuer: 'phone', subject: phone, data, method: 'otp' };
}

/** The account as it will be if the number has none. For a number with an account the answer looks the same. */
function describePromised({ context }: AuthTools, { phone, account }: { readonly phone: string; readonly account: PromisedAccount }) {
  const now = new Date(context.clock.nowMs());
  return {
    id: account.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: '',
    phone,
    app_metadata: { provider: 'phone', providers: ['phone'] },
    user_metadata: JSON.parse(account.userMetadata ?? '{}'),
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

async function settle(
  tools: AuthTools,
  call: AuthCall,
  { phone, purpose, mayMake, sessionId, account }: CodePlace,
): Promise<Outcome<Response>> {
  const identity = identityOfPhone(phone);
  const isKnown = async () => (await findIdentity(tools.context.database.auth, tools.context, identity)) !== undefined;
  // Whether a number has an account is told to whoever holds it, and to nobody else.
  if (purpose === 'sms' && !mayMake && !(await isKnown())) return expired;
  const granted =
    sessionId === null
      ? await signInWithIdentity(tools, call, identity, account)
      : await linkIdentity(tools, call, { sessionId, identity });
  return granted.ok ? succeed(answer(granted.value)) : granted;
}
