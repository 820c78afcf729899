import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { inTransaction } from '../core/database.ts';
import { type Account, findAccountByEmail, isBanned, lockAccount } from './account.ts';
import { type Outcome, refuse, refuseForNow } from './auth-failure.ts';
import { type AuthCall, type AuthTools, answer, userAgentOf } from './auth-tools.ts';
import { deviceCookie, findDevice, type KnownDevice } from './device-cookie.ts';
import { isTooLong } from './password-rules.ts';
import type { Place } from './passwords.ts';
import { optionalText, readBody } from './request-body.ts';
import { beginSession, describeSession, sessionInactivityMs } from './sessions.ts';
import type { Reservation } from './sign-in-limits.ts';
import { readPhone } from './sign-up/phone-number.ts';

const bodySchema = z.looseObject({ email: optionalText, phone: optionalText, password: optionalText });

/** An attempt that was counted: on whose account, from which device, and what the limits are to be told afterwards. */
type Attempt = {
  readonly account: Account | undefined;
  readonly device: KnownDevice | undefined;
  readonly reserved: { readonly address: Reservation; readonly account: Reservation };
};

/**
 * `POST /token?grant_type=password`: a session at `aal1` for the right password. An unknown address, a wrong password and a
 * password too long to be one get the same answer; the first two take the same time. Every attempt is counted before its
 * password is hashed.
 */
export async function signInWithPassword(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, bodySchema);
  if (!body.ok) return body;
  const { email, phone, password } = body.value;
  if (email !== '' && phone !== '') {
    return refuse(400, 'validation_failed', 'Only an email address or phone number should be provided on login.');
  }
  if (phone === '' && email === '') return refuse(400, 'validation_failed', 'missing email or phone');
  const named = phone === '' ? succeed(namedByAddress(tools, email)) : namedByNumber(tools, phone);
  if (!named.ok) return named;

  const counted = await countAttempt(tools, call, named.value);
  if (!counted.ok) return counted;
  const checked = await checkPassword(tools, call, { ...counted.value, password });
  if (!checked.ok) return checked;
  return grantSession(tools, call, { ...counted.value, account: checked.value, password });
}

/** Whose password it is to be: what attempts at it are counted by, and how its account is found. */
type Named = { readonly key: string; readonly find: () => Promise<Account | undefined> };

function namedByAddress({ context }: AuthTools, email: string): Named {
  return { key: email.toLowerCase(), find: () => findAccountByEmail(context.database.auth, email) };
}

/** A number never signs the owner in. */
function namedByNumber(tools: AuthTools, typed: string): Outcome<Named> {
  const number = readPhone(tools, typed, 'Phone logins are disabled');
  if (!number.ok) return number;
  const { phone, phones } = number.value;
  return succeed({ key: `phone ${phone}`, find: () => phones.findGuest(tools, phone) });
}

/** Tells a known device from a stranger, and counts the attempt: the device by itself, a stranger by address and account. */
async function countAttempt({ context, limits }: AuthTools, call: AuthCall, { key, find }: Named): Promise<Outcome<Attempt>> {
  const cookie = await findDevice(context, call.request, call.requestContext);
  const held = cookie === undefined ? limits.peekAccount(key) : succeed(undefined);
  if (!held.ok) return refuseForNow(held.failure);
  // Whoever shows no cookie of ours has nothing looked up before the address is counted.
  const claimed = cookie && (await find());
  const device = claimed?.id === cookie?.userId ? cookie : undefined;
  const address = await limits.reserveAddress({ address: call.requestContext.address, device });
  if (!address.ok) return refuseForNow(address.failure);
  const account = cookie === undefined ? await find() : claimed;
  const counted = await limits.reserveAccount({ email: key, device });
  if (!counted.ok) {
    // No password was looked at, so the address has not failed.
    await address.value.giveBack();
    return refuseForNow(counted.failure);
  }
  return succeed({ account, device, reserved: { address: address.value, account: counted.value } });
}

async function checkPassword(
  tools: AuthTools,
  call: AuthCall,
  { password, account, device, reserved }: Attempt & { readonly password: string },
): Promise<Outcome<Account>> {
  const matches = isTooLong(password)
    ? succeed(false)
    : await tools.passwords.matches(password, account?.encrypted_password, placeOf(device));
  if (!matches.ok) {
    // Nothing was checked, so nothing counts.
    await reserved.address.giveBack();
    await reserved.account.giveBack();
    return refuseForNow({ waitSeconds: 2 });
  }
  if (!matches.value || account === undefined) {
    tools.context.authEvents.signInFailed({
      address: call.requestContext.address,
      userAgent: userAgentOf(call.request),
      method: 'password',
    });
    return refuse(400, 'invalid_credentials', 'Invalid login credentials');
  }
  if (isBanned(account, tools.context.clock.nowMs())) return refuse(400, 'user_banned', 'User is banned');
  // An account without an address is known by a number, which was shown by a code.
  if (account.email !== '' && account.email_confirmed_at === null) return refuse(400, 'email_not_confirmed', 'Email not confirmed');
  return succeed(account);
}

async function grantSession(
  tools: AuthTools,
  call: AuthCall,
  { account, device, reserved, password }: Attempt & { readonly account: Account; readonly password: string },
): Promise<Outcome<Response>> {
  const { context, passwords } = tools;
  const renewedHash = passwords.isOutdated(account.encrypted_password) ? await passwords.hash(password, placeOf(device)) : undefined;
  const begun = await inTransaction(context.database.auth, async (client) => {
    const locked = await lockAccount(client, account.id);
    // The password may have been changed, or the account shut, while the hash was computed.
    if (locked === undefined || locked.encrypted_password !== account.encrypted_password) return undefined;
    const now = new Date(context.clock.nowMs());
    await client.query('update auth.users set last_sign_in_at = $2, updated_at = $2, encrypted_password = $3 where id = $1', [
      account.id,
      now,
      renewedHash?.ok ? renewedHash.value : account.encrypted_password,
    ]);
    await client.query('update auth.identities set last_sign_in_at = $2, updated_at = $2 where user_id = $1', [account.id, now]);
    const ended = await client.query<{ id: string }>(
      'delete from auth.sessions where user_id = $1 and (not_after <= $2 or coalesce(refreshed_at, created_at) <= $3) returning id',
      [account.id, now, new Date(now.getTime() - sessionInactivityMs)],
    );
    const from = { address: call.requestContext.address, userAgent: userAgentOf(call.request) };
    const granted = await beginSession(client, context, locked, from);
    const signedIn = { ...locked, last_sign_in_at: now, updated_at: now };
    return {
      ended: ended.rows,
      body: await describeSession(client, context, { account: signedIn, ...granted }),
      needsFactor: locked.factor_required,
    };
  });
  if (begun === undefined) return refuse(400, 'invalid_credentials', 'Invalid login credentials');
  if (begun.ended.length > 0) context.authEvents.sessionsEnded(begun.ended.map(({ id }) => id));
  if (begun.needsFactor) {
    // Half a sign-in: whoever knows the password alone clears no counter with it.
    await reserved.address.giveBack();
    await reserved.account.giveBack();
    return succeed(answer(begun.body));
  }
  await reserved.address.succeed();
  await reserved.account.succeed();
  return succeed(answer(begun.body, await deviceCookie(context, call.requestContext, account.id, device)));
}

function placeOf(device: KnownDevice | undefined): Place {
  return device === undefined ? 'in the queue' : 'at its head';
}
