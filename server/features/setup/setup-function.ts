import { addressBlock } from '@castellan/platform/core/address-block';
import type { AuthEvents } from '@castellan/platform/core/platform-context';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { refuse } from '../../functions/function-answers.ts';
import { visitorFunction } from '../../functions/visitor-function.ts';
import type { Owners, SetupFailure } from '../../owner/owners.ts';

const bodySchema = z.strictObject({ secret: z.string().min(1).max(200), email: z.string().max(254), password: z.string().max(200) });

const answers: Readonly<Record<SetupFailure['code'], { readonly status: number; readonly message: string }>> = {
  setup_closed: { status: 409, message: 'This installation has its owner already.' },
  setup_secret_invalid: { status: 403, message: 'This setup link is not valid any more. Start the server again for a new one.' },
  email_invalid: { status: 422, message: 'The e-mail address is not one.' },
  weak_password: { status: 422, message: 'The password is too weak.' },
  email_exists: { status: 422, message: 'The e-mail address has an account already.' },
  project_away: { status: 503, message: 'The project does not answer.' },
};

/** `POST /functions/v1/setup`: the holder of the setup link becomes the owner. The only call of the product without a session that writes. */
export function createSetupFunction(options: {
  readonly owners: Owners;
  readonly signInFailed: AuthEvents['signInFailed'];
}): PlatformFunction {
  const { owners, signInFailed } = options;
  return visitorFunction({
    body: bodySchema,
    expects: 'The body must be JSON with secret, email and password.',
    limit: owners.guesses,
    run: async (body, { sender }) => {
      const block = addressBlock(sender.address);
      const created = await owners.create(body);
      if (created.ok) {
        await owners.guesses.succeed(block);
        return Response.json({}, { status: 201 });
      }
      // A typing error is the person's own business; a wrong secret is somebody trying.
      if (created.failure.code === 'setup_secret_invalid') signInFailed({ ...sender, method: 'setup' });
      else await owners.guesses.giveBack(block);
      return answerFailure(created.failure);
    },
  });
}

function answerFailure(failure: SetupFailure): Response {
  const { status, message } = answers[failure.code];
  if (failure.code !== 'weak_password') return refuse(status, failure.code, message);
  return refuse(status, failure.code, failure.message, { reasons: failure.reasons });
}
