import { fail, type Result, succeed } from '@castellan/foundation/result';
import { logAuth } from '../activity/activity-log.ts';
import { expectOwner } from './owner-mark.ts';
import { signInLogged, terminalCompleted } from './session-flags.ts';

/**
 * Sets the session flag and writes the sign-in's row, once a browser session. `unauthorized` where the log refuses the
 * row, which means that the session is not the owner's full one; any other conflict of the log keeps nobody out (spec §8).
 */
export async function enterSession(method: string): Promise<Result<undefined, { readonly code: 'unauthorized' }>> {
  if (signInLogged.read() !== true) {
    const description = 'Signed in through the authentication terminal';
    const outcome = await logAuth({ type: 'terminal_access', description, success: true, metadata: { method } });
    if (outcome.kind === 'failed' && outcome.failure.code === 'unauthorized') return fail({ code: 'unauthorized' });
    if (outcome.kind !== 'failed') signInLogged.write(true);
  }
  terminalCompleted.write(true);
  expectOwner();
  return succeed(undefined);
}
