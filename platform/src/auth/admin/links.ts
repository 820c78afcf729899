import { randomUUID } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { type Account, describeAccount, findAccountByEmail } from '../account.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, answer } from '../auth-tools.ts';
import { askForAddress } from '../email-change.ts';
import { linkOf } from '../mails/mail-text.ts';
import { writeMails } from '../mails/write-mail.ts';
import { issueOneTimeToken, type LinkPurpose, linkPurposeSchema } from '../one-time-tokens.ts';
import { optionalText, readBody } from '../request-body.ts';
import { returnAddress } from '../return-address.ts';
import { isOwner, ownerKept } from './require-admin.ts';
import { emailTaken, insertAccount, readValues } from './users.ts';

const inviteSchema = z.looseObject({ email: z.string().max(255), data: z.record(z.string(), z.unknown()).nullish() });
const linkSchema = inviteSchema.extend({ type: z.string(), password: optionalText, redirect_to: optionalText, new_email: optionalText });

/** `POST /invite`: an account that waits for its first sign-in, and the mail that brings its link. */
export async function inviteAccount(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, inviteSchema);
  if (!body.ok) return body;
  const created = await makeWaiting(tools, { ...body.value, password: '' }, true);
  if (!created.ok) return created;
  const account = created.value;
  const mailed = await writeMails(tools, call, async () => [{ account, purpose: 'invite', recipient: account.email }]);
  if (!mailed.ok) return mailed;
  return succeed(answer(await describe(tools, account)));
}

/** `POST /admin/generate_link`: the account, and a one-time link and code for it. They are in this answer and never in a later one. */
export async function makeLink(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, linkSchema);
  if (!body.ok) return body;
  const purpose = linkPurposeSchema.safeParse(body.value.type);
  if (!purpose.success) {
    return refuse(400, 'validation_failed', `Invalid email action link type requested: ${body.value.type.slice(0, 40)}`);
  }
  const found = await findAccountByEmail(tools.context.database.auth, body.value.email.trim());
  const isChange = purpose.data === 'email_change_current' || purpose.data === 'email_change_new';
  // Whoever has the secret key alone does not give the owner another address.
  if (isChange && found !== undefined && (await isOwner(tools, found))) return ownerKept;
  const account = await accountFor(tools, { purpose: purpose.data, found, wanted: body.value });
  if (!account.ok) return account;
  // Before there is an authenticator a link would be the whole of the owner's sign-in.
  if (!account.value.factor_required && (await isOwner(tools, account.value))) return ownerKept;
  const { auth } = tools.context.database;
  const token = await issueOneTimeToken(auth, tools.context, { userId: account.value.id, purpose: purpose.data });
  const redirectTo = returnAddress(tools.context, body.value.redirect_to).href;
  return succeed(
    answer({
      ...(await describe(tools, account.value)),
      action_link: linkOf(tools, { purpose: purpose.data, forLink: token.forLink, redirectTo }),
      email_otp: token.digits,
      hashed_token: token.forLink,
      verification_type: purpose.data,
      redirect_to: redirectTo,
    }),
  );
}

type Asked = {
  readonly purpose: LinkPurpose;
  readonly found: Account | undefined;
  readonly wanted: Readonly<z.output<typeof linkSchema>>;
};

async function accountFor(tools: AuthTools, { purpose, found, wanted }: Asked): Promise<Outcome<Account>> {
  const isNew = purpose === 'signup' || purpose === 'invite';
  if (found === undefined) {
    if (!isNew) return refuse(404, 'user_not_found', 'User with this email not found');
    if (purpose === 'signup' && wanted.password === '') return refuse(400, 'validation_failed', 'Signup requires a valid password');
    return makeWaiting(tools, wanted, purpose === 'invite');
  }
  if (purpose === 'email_change_current' || purpose === 'email_change_new')
    return askForAddress(tools, found, { typed: wanted.new_email, tellsTaken: true });
  return isNew && found.email_confirmed_at !== null ? emailTaken : succeed(found);
}

/** An account whose address counts as confirmed once its token is shown. */
async function makeWaiting(
  tools: AuthTools,
  {
    email,
    password,
    data,
  }: { readonly email: string; readonly password: string; readonly data?: Record<string, unknown> | null | undefined },
  isInvited: boolean,
): Promise<Outcome<Account>> {
  const values = await readValues(tools, { email, password, phone: '', ban_duration: '', user_metadata: data }, undefined);
  if (!values.ok) return values;
  if (values.value.email === undefined) return refuse(400, 'validation_failed', 'An email address is required');
  return insertAccount(tools, { ...values.value, isInvited }, randomUUID());
}

function describe({ context }: AuthTools, account: Account) {
  return describeAccount(context.database.auth, account, context.clock.nowMs());
}
