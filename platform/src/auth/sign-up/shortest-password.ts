import type { Account } from '../account.ts';
import { isOwner } from '../admin/require-admin.ts';
import type { AuthTools } from '../auth-tools.ts';
import { minimumPasswordCharacters } from '../password-rules.ts';
import { hasOwner, signUpSettings } from './new-accounts.ts';

/**
 * The shortest password of an account, in characters. What the owner of the server sets is for the others: the owner's own, and that of
 * an account that may become so while there is none, keeps its twelve.
 */
export async function shortestPasswordOf(tools: AuthTools, account: Account | undefined): Promise<number> {
  const { shortestPassword } = signUpSettings(tools);
  if (account === undefined) return shortestPassword;
  const isOthers = (await hasOwner(tools)) && !(await isOwner(tools, account));
  return isOthers ? shortestPassword : minimumPasswordCharacters;
}
