import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Log } from '@castellan/platform/core/log';
import { z } from 'zod';
import type { Guesses } from '../functions/guesses.ts';
import { judgeWanted } from '../owner/create-owner.ts';
import type { Owners, SetupFailure } from '../owner/owners.ts';
import { findOwner, hashSetupSecret } from '../owner/setup-secret.ts';
import { bytes } from '../rows/server-rows.ts';
import { type ProjectCalls, type ProjectFailure, ProjectRowsError } from './project-calls.ts';

type Options = { readonly calls: ProjectCalls; readonly guesses: Guesses; readonly log: Log };

/**
 * The owner at a hosted project. The account is made by the administration's call once the secret was found right, and one function of the
 * database then compares the secret again and makes the owner's row; of an account that lost that race nothing is left.
 */
export function openProjectOwners({ calls, guesses, log }: Options): Owners {
  const isThere = async () => (await findOwner(calls.rows)) !== undefined;
  const create: Owners['create'] = async (wanted) => {
    const email = judgeWanted(wanted);
    if (!email.ok) return email;
    const secretHash = bytes(hashSetupSecret(wanted.secret));
    // The secret is wrong, expired or used: whoever came too late is told that there is an owner.
    const refuseSecret = async (): Promise<Result<never, SetupFailure>> =>
      fail({ code: (await isThere()) ? 'setup_closed' : 'setup_secret_invalid' });
    if (!(await calls.rows.call('server_setup_secret_matches', { secret_hash: secretHash }, z.boolean()))) return refuseSecret();
    const made = await calls.createAccount({ email: email.value, password: wanted.password });
    if (!made.ok) return fail(accountFailure(made.failure));
    let isOwner = false;
    try {
      isOwner = await calls.rows.call('server_claim_ownership', { secret_hash: secretHash, user_id: made.value }, z.boolean());
    } finally {
      if (!isOwner && !(await calls.removeAccount(made.value)).ok) {
        log.warn('an account without an owner is left at the project', { account: made.value });
      }
    }
    return isOwner ? succeed(undefined) : refuseSecret();
  };
  return {
    isThere,
    guesses: guesses.backOff('setup'),
    create: async (wanted) => {
      try {
        return await create(wanted);
      } catch (error) {
        if (error instanceof ProjectRowsError) return fail({ code: 'project_away' });
        throw error;
      }
    },
  };
}

function accountFailure(failure: ProjectFailure): SetupFailure {
  if (failure.code === 'away') return { code: 'project_away' };
  if (failure.reason === 'email_exists' || failure.reason === 'user_already_exists') return { code: 'email_exists' };
  if (failure.reason !== 'weak_password') return { code: 'project_away' };
  return { code: 'weak_password', message: 'The project wants another password.', reasons: ['characters'] };
}
