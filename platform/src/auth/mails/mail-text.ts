import { tokenIssuer } from '../../core/platform-context.ts';
import type { AuthTools } from '../auth-tools.ts';
import type { LinkPurpose, OneTimeToken, TokenPurpose } from '../one-time-tokens.ts';

/** A mail as its reader sees it: plain text, lines of at most 998 bytes. */
export type MailText = { readonly subject: string; readonly text: string };

/** What each mail is for. */
const leads: Readonly<Record<TokenPurpose, { readonly subject: string; readonly why: string }>> = {
  signup: { subject: 'Confirm your address', why: 'Somebody asked for an account with this address. This link confirms it:' },
  invite: { subject: 'Your invitation', why: 'You are invited to have an account. This link opens it:' },
  magiclink: { subject: 'Your sign-in link', why: 'Somebody asked to sign in with this address. This link does it, once:' },
  recovery: {
    subject: 'Your way back in',
    why: 'Somebody asked for a way back into the account of this address. This link signs in, once; the password can then be changed:',
  },
  email_change_current: {
    subject: 'Confirm the change of your address',
    why: 'Somebody asked for another address for your account. It changes when this link and the one sent there were opened:',
  },
  email_change_new: {
    subject: 'Confirm your new address',
    why: 'Somebody asked for this address for their account. It changes when this link and the one sent to the address before were opened:',
  },
  reauthentication: {
    subject: 'Confirm the change of your password',
    why: 'Somebody who is signed in to your account wants to change its password. These digits confirm it:',
  },
};

/** The link of a token. It leads to the public address alone, whatever host the request named. */
export function linkOf(
  { context }: Pick<AuthTools, 'context'>,
  wanted: { readonly purpose: LinkPurpose; readonly forLink: string; readonly redirectTo: string },
): string {
  const { purpose, forLink, redirectTo } = wanted;
  const isChange = purpose === 'email_change_current' || purpose === 'email_change_new';
  const query = new URLSearchParams({ token: forLink, type: isChange ? 'email_change' : purpose, redirect_to: redirectTo });
  return `${tokenIssuer(context)}/verify?${query}`;
}

type Wanted = { readonly purpose: TokenPurpose; readonly token: OneTimeToken; readonly redirectTo: string; readonly hasDigits: boolean };

/** The mail that brings a token. Nothing that anybody typed is in it but the path that the link leads to in the end, encoded. */
export function writeText(tools: Pick<AuthTools, 'context'>, wanted: Wanted): MailText {
  const { subject, why } = leads[wanted.purpose];
  const { host } = new URL(tools.context.publicUrl);
  return { subject: `${subject} – ${host}`, text: [why, '', ...waysOf(tools, wanted), ''].join('\n') };
}

/** How the token is shown, and what to do where nobody asked for it. */
function waysOf(tools: Pick<AuthTools, 'context'>, { purpose, token, redirectTo, hasDigits }: Wanted): readonly string[] {
  if (purpose === 'reauthentication') {
    return [token.digits, '', 'They work once, within an hour. If it was not you, somebody else is signed in to your account.'];
  }
  return [
    linkOf(tools, { purpose, forLink: token.forLink, redirectTo }),
    ...(hasDigits ? ['', `Or type these digits there: ${token.digits}`] : []),
    '',
    'It works once, within an hour. If you did not ask for it, do nothing.',
  ];
}
