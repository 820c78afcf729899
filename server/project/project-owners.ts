import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result } from '@castellan/foundation/result';
import type { Log } from '@castellan/platform/core/log';
import { judgeWanted } from '../owner/create-owner.ts';
import type { Owners, SetupFailure } from '../owner/owners.ts';
import { hashSetupSecret, makeSetupSecret, setupSecretLifeMs } from '../owner/setup-secret.ts';
import { createMemoryBackOff } from './memory-back-off.ts';
import type { ProjectCalls, ProjectFailure } from './project-calls.ts';

type Options = { readonly calls: ProjectCalls; readonly clock: Clock; readonly log: Log };

const hexOf = (secret: string) => hashSetupSecret(secret).toString('hex');

/**
 * The owner at a hosted project. The account is made by the administration's call once the secret was found right, and one function of the
 * database then compares the secret again and makes the owner's row; of an account that lost that race nothing is left.
 */
export function openProjectOwners({ calls, clock, log }: Options): Owners {
  return {
    isThere: async () => {
      const asked = await calls.hasOwner();
      if (!asked.ok) throw new Error('the project does not say whether it has an owner');
      return asked.value;
    },
    guesses: createMemoryBackOff(clock),
    create: async (wanted) => {
      const email = judgeWanted(wanted);
      if (!email.ok) return email;
      const hash = hexOf(wanted.secret);
      const matches = await calls.isSetupSecret(hash);
      if (!matches.ok) return fail({ code: 'project_away' });
      if (!matches.value) return refuseSecret(calls);
      const made = await calls.createAccount({ email: email.value, password: wanted.password });
      if (!made.ok) return fail(accountFailure(made.failure));
      const claimed = await calls.claimOwnership(hash, made.value);
      if (claimed.ok && claimed.value) return claimed;
      const removed = await calls.removeAccount(made.value);
      if (!removed.ok) log.warn('an account without an owner is left at the project', { account: made.value });
      return claimed.ok ? refuseSecret(calls) : fail({ code: 'project_away' });
    },
  };
}

/** The secret is wrong, expired or used: whoever came too late is told that there is an owner. */
async function refuseSecret(calls: ProjectCalls): Promise<Result<never, SetupFailure>> {
  const owned = await calls.hasOwner();
  return fail({ code: owned.ok && owned.value ? 'setup_closed' : 'setup_secret_invalid' });
}

function accountFailure(failure: ProjectFailure): SetupFailure {
  if (failure.code === 'away') return { code: 'project_away' };
  if (failure.reason === 'email_exists' || failure.reason === 'user_already_exists') return { code: 'email_exists' };
  if (failure.reason !== 'weak_password') return { code: 'project_away' };
  return { code: 'weak_password', message: 'The project wants another password.', reasons: ['characters'] };
}

/** Makes a new setup secret while nobody owns the project, voiding the one before; `undefined` where somebody does. */
export async function renewProjectSecret(calls: ProjectCalls, nowMs: number): Promise<Result<string | undefined, ProjectFailure>> {
  const secret = makeSetupSecret();
  const put = await calls.putSetupSecret(hexOf(secret), new Date(nowMs + setupSecretLifeMs));
  return put.ok ? { ok: true, value: put.value ? secret : undefined } : put;
}
