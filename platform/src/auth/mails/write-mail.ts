import { succeed } from '@castellan/foundation/result';
import type pg from 'pg';
import { inTransaction } from '../../core/database.ts';
import type { Account } from '../account.ts';
import { isOwner } from '../admin/require-admin.ts';
import { type Outcome, refuseMail } from '../auth-failure.ts';
import type { AuthCall, AuthTools } from '../auth-tools.ts';
import { issueOneTimeToken, type TokenPurpose, tokenLifeMs } from '../one-time-tokens.ts';
import { returnAddress } from '../return-address.ts';
import { insertMail, takeMailTurn } from './mail-rows.ts';
import { writeText } from './mail-text.ts';

/** One mail to be written: for whom, to which of their addresses, and where its link leads in the end. */
export type WantedMail = { readonly account: Account; readonly purpose: TokenPurpose; readonly recipient: string };

/**
 * Counts a request for a mail, before anybody looks whether the address has an account: by address block, and by e-mail address. The
 * refusal is the same for every address. Nothing is counted where this server keeps no mails.
 */
export async function reserveMail({ context, limits }: AuthTools, call: AuthCall, email: string): Promise<Outcome<void>> {
  if (context.mails === undefined) return succeed(undefined);
  const byAddress = await limits.reserveMailSender(call.requestContext.address);
  if (!byAddress.ok) return refuseMail(byAddress.failure);
  const byPerson = await limits.reserveMail(email);
  return byPerson.ok ? succeed(undefined) : refuseMail(byPerson.failure);
}

/**
 * Writes the mails that a request comes to, with their tokens, in one transaction; `find` says which, and may say none. Where this
 * server keeps no mails, nothing is done. Refused with 429 where too many wait, whether or not there would be one.
 */
export async function writeMails(
  tools: AuthTools,
  call: AuthCall,
  find: (client: pg.PoolClient) => Promise<readonly WantedMail[]>,
): Promise<Outcome<void>> {
  const { context } = tools;
  const { mails } = context;
  if (mails === undefined) return succeed(undefined);
  const redirectTo = returnAddress(context, wantedAddress(call)).href;
  const written = await inTransaction(context.database.auth, async (client) => {
    if (!(await takeMailTurn(client, context))) return refuseMail({ waitSeconds: 600 });
    for (const wanted of await find(client)) await writeMail(client, tools, { ...wanted, redirectTo });
    return succeed(undefined);
  });
  if (written.ok) mails.onWritten();
  return written;
}

/** What the owner's mails may be for: a first factor, beside which the authenticator is asked for. */
const signsIn: readonly TokenPurpose[] = ['signup', 'invite', 'magiclink', 'recovery'];

async function writeMail(
  client: pg.PoolClient,
  tools: AuthTools,
  { account, purpose, recipient, redirectTo }: WantedMail & { readonly redirectTo: string },
): Promise<void> {
  const { context } = tools;
  const isOwners = await isOwner(tools, account);
  // Before there is an authenticator a link would be the whole of the owner's sign-in, and no mail changes the owner's address or password.
  if (isOwners && (!account.factor_required || !signsIn.includes(purpose))) return;
  // Six digits are few, and strangers may have them made again and again: the owner has the link alone.
  const digits = isOwners ? { digits: Buffer.from(context.randomBytes(32)).toString('hex') } : {};
  const token = await issueOneTimeToken(client, context, { userId: account.id, purpose, ...digits });
  const mail = writeText(tools, { purpose, token, redirectTo, hasDigits: !isOwners });
  await insertMail(client, context, {
    kind: purpose,
    userId: account.id,
    forLink: token.forLink,
    recipient,
    mail,
    lifeMs: tokenLifeMs,
  });
}

/** Where the link is to lead: as the client library says it, and cut before it is looked at. */
function wantedAddress({ url }: AuthCall): string | null {
  const wanted = url.searchParams.get('redirect_to');
  return wanted === null || wanted.length > 700 ? null : wanted;
}
