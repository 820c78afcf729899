import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { inTransaction } from '../core/database.ts';
import { type Account, isBanned, lockAccount } from './account.ts';
import { isOwner } from './admin/require-admin.ts';
import { type Outcome, refuse, refuseForNow } from './auth-failure.ts';
import { type AuthCall, type AuthTools, answer, userAgentOf } from './auth-tools.ts';
import { findShownAccount, takeAddressLink } from './email-change.ts';
import { type ShownToken, spendOneTimeToken, type TokenPurpose } from './one-time-tokens.ts';
import { optionalText, readBody } from './request-body.ts';
import { returnAddress } from './return-address.ts';
import { beginSession, describeSession } from './sessions.ts';
import { parsePhone } from './sign-up/phone-number.ts';

const bodySchema = z.looseObject({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
});

/** Which tokens a type of the call takes: `email` stands for whatever came by mail to sign in or up with. */
const purposesOf: Readonly<Record<string, readonly TokenPurpose[]>> = {
  email: ['signup', 'magiclink'],
  signup: ['signup'],
  invite: ['invite'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  // Codes to a phone are no tokens: see below.
  sms: [],
  phone_change: [],
};

const expired = refuse(403, 'otp_expired', 'Token has expired or is invalid');
const linkExpired = refuse(403, 'otp_expired', 'Email link is invalid or has expired');

type Granted = { readonly body: Readonly<Record<string, unknown>>; readonly isHalf?: true };

/** After one of the two links of a new address. */
const half: Granted = {
  isHalf: true,
  body: { msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email', code: '200' },
};

/** `POST /verify`: a session at `aal1` for a one-time token. The account's authenticator is asked for as after a password. */
export async function verifyToken(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, bodySchema);
  if (!body.ok) return body;
  const { type, token, token_hash: forLink, email, phone } = body.value;
  if (type === '') return refuse(400, 'validation_failed', 'Verify requires a verification type');
  const purposes = Object.hasOwn(purposesOf, type) ? purposesOf[type] : undefined;
  if (purposes === undefined) return refuse(400, 'validation_failed', 'Invalid email verification type');
  if (forLink !== '') {
    if (token !== '' || email !== '' || phone !== '') {
      return refuse(400, 'validation_failed', 'Only the token_hash and type should be provided');
    }
    const granted = await spend(tools, call, { shown: { forLink }, purposes, refusal: linkExpired });
    return granted.ok ? succeed(answer(granted.value.body)) : granted;
  }
  if (token === '') return refuse(400, 'validation_failed', 'Verify requires a token or a token hash');
  if ((email === '') === (phone === '')) {
    return refuse(400, 'validation_failed', 'Only an email address or phone number should be provided on verify');
  }
  const number = parsePhone(phone);
  if (phone !== '' && number === undefined) return refuse(400, 'validation_failed', 'Invalid phone number format (E.164 required)');
  if (number !== undefined && (type === 'sms' || type === 'phone_change')) {
    return tools.otherWays?.phones?.take(tools, call, { phone: number, purpose: type, digits: token }) ?? expired;
  }
  const granted = await spend(tools, call, { shown: { digits: token, email }, purposes, refusal: expired });
  return granted.ok ? succeed(answer(granted.value.body)) : granted;
}

/** `GET /verify`: what a link leads to. It goes on to the site, with the session or what is wrong in the fragment. */
export async function followLink(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const { searchParams } = call.url;
  const type = searchParams.get('type') ?? '';
  const purposes = Object.hasOwn(purposesOf, type) ? (purposesOf[type] ?? []) : [];
  const forLink = searchParams.get('token') ?? '';
  const granted = await spend(tools, call, { shown: { forLink }, purposes, refusal: linkExpired });
  const told = granted.ok ? toldOf(granted.value, type) : redirectedFailure(granted.failure);
  const target = returnAddress(tools.context, searchParams.get('redirect_to'));
  target.hash = new URLSearchParams(told).toString();
  return succeed(new Response(null, { status: 303, headers: { location: target.href, 'cache-control': 'no-store' } }));
}

function toldOf({ body, isHalf }: Granted, type: string): Record<string, string> {
  return isHalf === true ? { message: String(body['msg']) } : { ...sessionFields(body), type };
}

function sessionFields(body: Granted['body']): Record<string, string> {
  const names = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type'];
  return Object.fromEntries(names.map((name) => [name, String(body[name])]));
}

function redirectedFailure({ status, code, message }: { readonly status: number; readonly code: string; readonly message: string }) {
  const error = status === 403 ? 'access_denied' : 'invalid_request';
  return { error, error_code: code, error_description: message };
}

type Wanted = {
  readonly shown: { readonly forLink: string } | { readonly digits: string; readonly email: string };
  readonly purposes: readonly TokenPurpose[];
  readonly refusal: ReturnType<typeof refuse>;
};

/** Counts the attempt as a sign-in of a stranger, takes the token, and begins the session. */
async function spend(tools: AuthTools, call: AuthCall, { shown, purposes, refusal }: Wanted): Promise<Outcome<Granted>> {
  const { context, limits } = tools;
  const { address } = call.requestContext;
  const reserved = await limits.reserveAddress({ address, device: undefined });
  if (!reserved.ok) return refuseForNow(reserved.failure);
  const account = 'email' in shown ? await findShownAccount(context.database.auth, shown.email.trim().toLowerCase(), purposes) : undefined;
  const token: ShownToken | undefined =
    'forLink' in shown ? shown : account === undefined ? undefined : { digits: shown.digits, userId: account.id };
  const granted = await inTransaction(context.database.auth, async (client) => {
    const spent = token === undefined ? undefined : await spendOneTimeToken(client, context, token, purposes);
    const shownBy = spent && (await lockAccount(client, spent.userId));
    if (spent === undefined || shownBy === undefined || isBanned(shownBy, context.clock.nowMs())) return undefined;
    // The owner's authenticator may be gone since the link was made: then the link would be the whole sign-in.
    if (!shownBy.factor_required && (await isOwner(tools, shownBy))) return undefined;
    const now = new Date(context.clock.nowMs());
    const owner = await takeAddressLink(client, { account: shownBy, purpose: spent.purpose, now });
    if (owner === undefined) return undefined;
    if (owner === 'half') return half;
    await client.query(
      `update auth.users set last_sign_in_at = $2, updated_at = $2, email_confirmed_at = coalesce(email_confirmed_at, $2) where id = $1`,
      [owner.id, now],
    );
    const session = await beginSession(client, context, owner, { address, userAgent: userAgentOf(call.request) }, 'otp');
    const present: Account = { ...owner, last_sign_in_at: now, updated_at: now, email_confirmed_at: owner.email_confirmed_at ?? now };
    return { body: await describeSession(client, context, { account: present, ...session }) };
  });
  if (granted === undefined) {
    context.authEvents.signInFailed({ address, userAgent: userAgentOf(call.request), method: 'one_time_token' });
    return refusal;
  }
  await reserved.value.giveBack();
  return succeed(granted);
}
