import { type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askAuth } from '../../lib/backend.ts';
import { type BackendFailure, unreachableText } from '../../lib/backend-failure.ts';
import { isHostedProject } from '../../lib/stored-session.ts';
import { logAuth } from '../activity/activity-log.ts';
import { createNotification } from '../notifications/create-notification.ts';
import { weakPasswordText } from './weak-password-text.ts';

/** What the owner signs in with, beside the authenticator. */
export type SignInChange = { readonly kind: 'password'; readonly password: string } | { readonly kind: 'email'; readonly email: string };

/** `unconfirmed`: a hosted project mails a link first, and the address is the old one until it was opened. */
export type SignInOutcome = 'changed' | 'unconfirmed';

const changedSchema = z.object({ user: z.object({ new_email: z.nullish(z.string()) }) });

/**
 * Changes password or e-mail address, by a session whose proof is fresh: the service decides (`reauthentication_needed`). A new
 * password ends every other session. What was done is written into the log and under the bell.
 */
export async function changeSignIn(change: SignInChange): Promise<Result<SignInOutcome, BackendFailure>> {
  const wanted = change.kind === 'password' ? { password: change.password } : { email: change.email };
  const changed = await askAuth((auth) => auth.updateUser(wanted), changedSchema);
  if (!changed.ok) return changed;
  const outcome = change.kind === 'email' && changed.value.user.new_email ? 'unconfirmed' : 'changed';
  const done =
    change.kind === 'password'
      ? { title: 'Password changed', message: 'Every other session was ended.' }
      : outcome === 'changed'
        ? { title: 'E-mail address changed', message: 'It is the one to sign in with from now on.' }
        : { title: 'E-mail address to be confirmed', message: 'The old one signs in until the link in the mail was opened.' };
  await Promise.all([
    logAuth({ type: `auth_${change.kind}_changed`, description: done.title }),
    createNotification({ type: 'security', ...done, icon: 'shield-check', important: true }),
  ]);
  return succeed(outcome);
}

/** Why it was not changed, as a sentence; `undefined` where the proof was at fault. */
export function changeFailureText(failure: BackendFailure): string | undefined {
  if (failure.code === 'backend_unreachable') return `${unreachableText(failure)} Nothing was changed.`;
  if (failure.code === 'rate_limited') return `Too many attempts. Wait ${failure.retryAfterSeconds} s.`;
  if (failure.code === 'unauthorized') return 'The session has ended. Sign in again.';
  if (failure.code === 'answer_unreadable') return 'The server sent an unexpected answer.';
  switch (failure.reason) {
    case 'weak_password':
      return weakPasswordText(failure.details);
    case 'same_password':
      return 'This is the password you have now.';
    case 'email_exists':
      return 'Another account has this address.';
    case 'validation_failed':
      return 'This is not an e-mail address.';
    case 'insufficient_aal':
      return 'This needs an authenticator. Set one up first.';
    case 'reauthentication_needed':
      // The project looks at the age of the session, which no code renews.
      return isHostedProject() ? 'The project needs a newer sign-in. Log out, sign in and try again.' : undefined;
    default:
      return `The server refused it (${failure.reason}).`;
  }
}
