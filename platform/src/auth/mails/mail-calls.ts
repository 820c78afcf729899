import { z } from 'zod';
import type { Account } from '../account.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import type { AuthCall, AuthTools } from '../auth-tools.ts';
import { changeOf } from '../email-change.ts';
import { optionalText, readBody } from '../request-body.ts';
import { readPhone } from '../sign-up/phone-number.ts';
import { mailTo } from './mail-to.ts';
import type { WantedMail } from './write-mail.ts';

/**
 * The calls that only ask for a mail. What is answered is the same for every address, so that nobody learns which one has an account;
 * it never says that a mail was sent.
 */

const addressSchema = z.looseObject({ email: optionalText.pipe(z.string().max(255)), phone: optionalText });
const resendSchema = addressSchema.extend({ type: optionalText });

const badAddress = refuse(400, 'validation_failed', 'Unable to validate email address: invalid format');

/** `POST /recover`: as the hosted service answers for an address without an account. */
export async function answerRecovery(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, addressSchema);
  if (!body.ok) return body;
  if (body.value.email === '') return refuse(400, 'validation_failed', 'Password recovery requires an email');
  if (!isAddress(body.value.email)) return badAddress;
  return mailTo(tools, call, body.value.email, async (_client, account) => [{ account, purpose: 'recovery', recipient: account.email }]);
}

/** `POST /resend`: for an account that was never confirmed, or an address that it waits for. */
export async function answerResend(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, resendSchema);
  if (!body.ok) return body;
  const { email, phone, type } = body.value;
  if (email === '' && phone === '') return refuse(400, 'validation_failed', 'Type provided requires an email address or a phone number');
  if (email !== '' && phone !== '') {
    return refuse(400, 'validation_failed', 'Only an email address or phone number should be provided.');
  }
  if (type === 'sms' || type === 'phone_change') {
    if (phone === '') return refuse(400, 'validation_failed', 'Type provided requires a phone number');
    const number = readPhone(tools, phone, 'Unsupported phone provider');
    return number.ok ? number.value.phones.askAgain(tools, call, { phone: number.value.phone, purpose: type }) : number;
  }
  if (type !== 'signup' && type !== 'email_change') {
    return refuse(400, 'validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (email === '') return refuse(400, 'validation_failed', 'Type provided requires an email address');
  if (!isAddress(email)) return badAddress;
  return mailTo(tools, call, email, async (client, account) => (type === 'signup' ? confirmationOf(account) : changeOf(client, account)));
}

function confirmationOf(account: Account): readonly WantedMail[] {
  if (account.email_confirmed_at !== null) return [];
  return [{ account, purpose: account.invited_at === null ? 'signup' : 'invite', recipient: account.email }];
}

function isAddress(text: string): boolean {
  return z.email().safeParse(text.trim()).success;
}
