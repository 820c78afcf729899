import { randomUUID } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { inTransaction } from '../../core/database.ts';
import { describeAccount, findAccountByEmail, lockAccount } from '../account.ts';
import { type Outcome, refuse, refuseForNow } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, answer, userAgentOf } from '../auth-tools.ts';
import { reserveMail, writeMails } from '../mails/write-mail.ts';
import { mergeMetadata } from '../metadata.ts';
import { isTooLong, refuseWeakPassword } from '../password-rules.ts';
import { optionalText, readBody } from '../request-body.ts';
import { beginSession, describeSession, type SignInMethod } from '../sessions.ts';
import { hasOwner, insertSignedUp, reserveSignUp, signUpSettings, type WantedAccount } from './new-accounts.ts';
import { readPhone } from './phone-number.ts';

const bodySchema = z.looseObject({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: z.record(z.string(), z.unknown()).nullish(),
});

type Body = z.output<typeof bodySchema>;

const closed = refuse(422, 'signup_disabled', 'Signups not allowed for this instance');
const alreadyRegistered = refuse(422, 'user_already_exists', 'User already registered');

/** `POST /signup`: an account of one's own, where the owner of the server allows it. It opens nothing of the owner's. */
export async function signUp(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, bodySchema);
  if (!body.ok) return body;
  const { email, phone, password } = body.value;
  if (email !== '' && phone !== '') {
    return refuse(400, 'validation_failed', 'Only an email address or phone number should be provided on signup.');
  }
  if (email === '' && phone === '') return signUpWithoutName(tools, call, body.value);
  if (password === '') return refuse(400, 'validation_failed', 'Signup requires a valid password');
  if (isTooLong(password)) return refuse(400, 'validation_failed', 'Password cannot be longer than 72 characters');
  if (phone !== '') return signUpByPhone(tools, call, { ...body.value, phone });
  const address = readAddress(email);
  if (!address.ok) return address;
  if (signUpSettings(tools).signUp === 'off' || !(await hasOwner(tools))) return closed;
  return signUpByPassword(tools, call, { email: address.value, password, data: body.value.data });
}

/** An address as it is stored, or the refusal of what is none. */
export function readAddress(typed: string): Outcome<string> {
  const email = typed.trim().toLowerCase();
  if (z.email().max(255).safeParse(email).success) return succeed(email);
  return refuse(400, 'validation_failed', 'Unable to validate email address: invalid format');
}

async function signUpByPassword(
  tools: AuthTools,
  call: AuthCall,
  { email, password, data }: { readonly email: string; readonly password: string; readonly data: Body['data'] },
): Promise<Outcome<Response>> {
  const { signUp, shortestPassword } = signUpSettings(tools);
  const weak = refuseWeakPassword(password, email, shortestPassword);
  if (weak !== undefined) return weak;
  const userMetadata = mergeMetadata({}, data ?? undefined);
  if (!userMetadata.ok) return userMetadata;
  const counted = await reserveSignUp(tools, call, email);
  if (!counted.ok) return counted;
  // Before anybody looks whether there is such an account: the time taken does not tell.
  const hashed = await tools.passwords.hash(password, 'in the queue');
  if (!hashed.ok) return refuseForNow({ waitSeconds: 2 });
  const isConfirmed = signUp === 'open';
  const wanted = { email, passwordHash: hashed.value, isConfirmed, userMetadata: userMetadata.value };
  const { auth } = tools.context.database;
  if (isConfirmed) {
    const isTaken = (await findAccountByEmail(auth, email)) !== undefined;
    return isTaken ? alreadyRegistered : beginAccount(tools, call, wanted, 'password');
  }
  const mail = await reserveMail(tools, call, email);
  if (!mail.ok) return mail;
  // Not looked for before: where no more accounts are taken, that is said of every address.
  const made = await inTransaction(auth, (client) => insertSignedUp(client, tools, wanted));
  if (!made.ok) return made;
  const fresh = made.value;
  // For an address with an account there is none, and the same is done.
  const mailed = await writeMails(tools, call, async () =>
    fresh === undefined ? [] : [{ account: fresh, purpose: 'signup', recipient: email }],
  );
  if (!mailed.ok) return mailed;
  if (made.value === undefined) return succeed(answer(madeUpAccount(tools, wanted)));
  return succeed(answer(await describeAccount(auth, made.value, tools.context.clock.nowMs())));
}

/** A number always waits for its code, however addresses are confirmed: it is what signs in. */
async function signUpByPhone(tools: AuthTools, call: AuthCall, { phone: typed, password, data }: Body): Promise<Outcome<Response>> {
  const number = readPhone(tools, typed, 'Phone signups are disabled');
  if (!number.ok) return number;
  const { phone, phones } = number.value;
  const { signUp, shortestPassword } = signUpSettings(tools);
  if (signUp === 'off' || !(await hasOwner(tools))) return closed;
  const weak = refuseWeakPassword(password, phone, shortestPassword);
  if (weak !== undefined) return weak;
  const userMetadata = mergeMetadata({}, data ?? undefined);
  if (!userMetadata.ok) return userMetadata;
  const counted = await reserveSignUp(tools, call, undefined);
  if (!counted.ok) return counted;
  // For a number with an account as well: the time taken does not tell.
  const hashed = await tools.passwords.hash(password, 'in the queue');
  if (!hashed.ok) return refuseForNow({ waitSeconds: 2 });
  return phones.signUp(tools, call, { phone, passwordHash: hashed.value, userMetadata: userMetadata.value });
}

async function signUpWithoutName(tools: AuthTools, call: AuthCall, { data }: Body): Promise<Outcome<Response>> {
  if (!signUpSettings(tools).anonymous || !(await hasOwner(tools))) {
    return refuse(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  const userMetadata = mergeMetadata({}, data ?? undefined);
  if (!userMetadata.ok) return userMetadata;
  const counted = await reserveSignUp(tools, call, undefined);
  if (!counted.ok) return counted;
  // What is no hash is nobody's password.
  const wanted = { email: undefined, passwordHash: '', isConfirmed: false, userMetadata: userMetadata.value };
  return beginAccount(tools, call, wanted, 'anonymous');
}

/** Makes the account and its first session, both or neither. */
function beginAccount(tools: AuthTools, call: AuthCall, wanted: WantedAccount, method: SignInMethod): Promise<Outcome<Response>> {
  const { context } = tools;
  return inTransaction(context.database.auth, async (client) => {
    const made = await insertSignedUp(client, tools, wanted);
    if (!made.ok) return made;
    const account = made.value === undefined ? undefined : await lockAccount(client, made.value.id);
    if (account === undefined) return alreadyRegistered;
    const now = new Date(context.clock.nowMs());
    await client.query('update auth.users set last_sign_in_at = $2 where id = $1', [account.id, now]);
    await client.query('update auth.identities set last_sign_in_at = $2 where user_id = $1', [account.id, now]);
    const from = { address: call.requestContext.address, userAgent: userAgentOf(call.request) };
    const session = await beginSession(client, context, account, from, method);
    return succeed(answer(await describeSession(client, context, { account: { ...account, last_sign_in_at: now }, ...session })));
  });
}

/** What is answered where the address has an account: an account that is none, as the hosted service does. */
function madeUpAccount({ context }: AuthTools, wanted: WantedAccount): Readonly<Record<string, unknown>> {
  const now = new Date(context.clock.nowMs());
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    email: wanted.email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: JSON.parse(wanted.userMetadata ?? '{}'),
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
