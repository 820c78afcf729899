import { randomUUID } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { inTransaction, type Queryable } from '../../core/database.ts';
import { type Account, findAccountByEmail } from '../account.ts';
import { isOwner } from '../admin/require-admin.ts';
import { type Outcome, refuse, refuseForNow } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, answer } from '../auth-tools.ts';
import { mailTo } from '../mails/mail-to.ts';
import type { WantedMail } from '../mails/write-mail.ts';
import { mergeMetadata } from '../metadata.ts';
import { issueOneTimeToken } from '../one-time-tokens.ts';
import { optionalText, readBody } from '../request-body.ts';
import { hasOwner, insertSignedUp, reserveSignUp, signUpSettings } from './new-accounts.ts';
import { readPhone } from './phone-number.ts';
import { readAddress } from './sign-up.ts';

const bodySchema = z.looseObject({
  email: optionalText.pipe(z.string().max(255)),
  phone: optionalText,
  create_user: z.boolean().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * `POST /otp`: mails a sign-in link to an address that has an account, and makes an account that its first code confirms where the
 * owner of the server allows it. The answer is the same for every address, and never says that a mail was sent.
 */
export async function askOneTimeCode(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, bodySchema);
  if (!body.ok) return body;
  const { email: typed, phone, create_user: mayCreate, data } = body.value;
  if (typed !== '' && phone !== '') {
    return refuse(400, 'validation_failed', 'Only an email address or phone number should be provided');
  }
  if (phone !== '') {
    const number = readPhone(tools, phone, 'Unsupported phone provider');
    return number.ok
      ? number.value.phones.ask(tools, call, { phone: number.value.phone, purpose: 'sms', mayMake: mayCreate !== false, sessionId: null })
      : number;
  }
  if (typed === '') return refuse(400, 'validation_failed', 'One of email or phone must be set');
  const email = readAddress(typed);
  if (!email.ok) return email;
  if (mayCreate === false && tools.context.mails !== undefined && (await hasOwner(tools)))
    return mailTo(tools, call, email.value, signInOf);
  // Who wants no account made is told the same of every address.
  if (!signUpSettings(tools).oneTimeCodes || mayCreate === false || !(await hasOwner(tools))) {
    return refuse(422, 'otp_disabled', 'Signups not allowed for otp');
  }
  const userMetadata = mergeMetadata({}, data ?? undefined);
  if (!userMetadata.ok) return userMetadata;
  const counted = await reserveSignUp(tools, call, email.value);
  if (!counted.ok) return counted;
  const kept = await keepAccount(tools, email.value, userMetadata.value);
  if (!kept.ok) return kept;
  if (await issueFixedCode(tools, email.value)) return succeed(answer({}));
  return mailTo(tools, call, email.value, signInOf);
}

/** What signs an account in that is there. One that was invited, or never confirmed, is confirmed by it. */
async function signInOf(_client: Queryable, account: Account): Promise<readonly WantedMail[]> {
  return [{ account, purpose: 'magiclink', recipient: account.email }];
}

async function keepAccount(tools: AuthTools, email: string, userMetadata: string | undefined): Promise<Outcome<void>> {
  // A password that nobody knows, made for every address alike.
  const hashed = await tools.passwords.hash(`${randomUUID()}${randomUUID().slice(0, 30)}`, 'in the queue');
  if (!hashed.ok) return refuseForNow({ waitSeconds: 2 });
  const { auth } = tools.context.database;
  if ((await findAccountByEmail(auth, email)) !== undefined) return succeed(undefined);
  const wanted = { email, passwordHash: hashed.value, isConfirmed: false, userMetadata };
  // Where no more accounts are taken there is none for it, and the answer stays the same: who has an account asks here too.
  await inTransaction(auth, (client) => insertSignedUp(client, tools, wanted));
  return succeed(undefined);
}

/** The code of an address that the owner of the server gave a fixed one, for tests. The owner's account has none. */
async function issueFixedCode(tools: AuthTools, email: string): Promise<boolean> {
  const digits = signUpSettings(tools).fixedCodes.get(email);
  const { auth } = tools.context.database;
  const account = digits === undefined ? undefined : await findAccountByEmail(auth, email);
  if (digits === undefined || account === undefined || (await isOwner(tools, account))) return false;
  await issueOneTimeToken(auth, tools.context, { userId: account.id, purpose: 'magiclink', digits });
  return true;
}
