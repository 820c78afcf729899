import { succeed } from '@castellan/foundation/result';
import type { Queryable } from '../../core/database.ts';
import { type Account, findAccountByEmail, isBanned } from '../account.ts';
import type { Outcome } from '../auth-failure.ts';
import { type AuthCall, type AuthTools, answer } from '../auth-tools.ts';
import { reserveMail, type WantedMail, writeMails } from './write-mail.ts';

/** Writes the mails that an address is to have, if it has an account. */
export async function mailTo(
  tools: AuthTools,
  call: AuthCall,
  typed: string,
  wantedBy: (client: Queryable, account: Account) => Promise<readonly WantedMail[]>,
): Promise<Outcome<Response>> {
  const email = typed.trim().toLowerCase();
  const counted = await reserveMail(tools, call, email);
  if (!counted.ok) return counted;
  const written = await writeMails(tools, call, async (client) => {
    const account = await findAccountByEmail(client, email);
    return account === undefined || isBanned(account, tools.context.clock.nowMs()) ? [] : wantedBy(client, account);
  });
  return written.ok ? succeed(answer({})) : written;
}
