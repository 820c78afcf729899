import type { BackOff } from '@castellan/platform/core/back-off';
import type { AuthEvents } from '@castellan/platform/core/platform-context';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import type pg from 'pg';
import { z } from 'zod';
import { refuse, refuseMethod, refuseToWait } from '../http/function-answers.ts';
import { createOwner, type OwnerFailure } from './create-owner.ts';

const bodySchema = z.strictObject({ secret: z.string().min(1).max(200), email: z.string().max(254), password: z.string().max(200) });

const answers: Readonly<Record<OwnerFailure['code'], { readonly status: number; readonly message: string }>> = {
  setup_closed: { status: 409, message: 'This installation has its owner already.' },
  setup_secret_invalid: { status: 403, message: 'This setup link is not valid any more. Start the server again for a new one.' },
  email_invalid: { status: 422, message: 'The e-mail address is not one.' },
  weak_password: { status: 422, message: 'The password is too weak.' },
};

/** `POST /functions/v1/setup`: the holder of the setup link becomes the owner. The only call of the product without a session that writes. */
export function createSetupFunction(options: {
  readonly pool: pg.Pool;
  readonly backOff: BackOff;
  readonly passwordCost: number;
  readonly signInFailed: AuthEvents['signInFailed'];
}): PlatformFunction {
  return {
    audience: 'public',
    maximumBodyBytes: 4096,
    handle: async (request, { requestContext }) => {
      if (request.method !== 'POST') return refuseMethod('POST');
      const body = bodySchema.safeParse(await request.json().catch(() => undefined));
      if (!body.success) return refuse(400, 'validation_failed', 'The body must be JSON with secret, email and password.');
      const wait = options.backOff.reserve(requestContext.address);
      if (!wait.ok) return refuseToWait(`Too many attempts. Try again in ${wait.failure.waitSeconds} s.`, wait.failure.waitSeconds);
      const created = await createOwner(options.pool, body.data, options.passwordCost);
      if (created.ok) {
        options.backOff.succeed(requestContext.address);
        return Response.json({}, { status: 201 });
      }
      // A typing error is the person's own business; a wrong secret is somebody trying.
      if (created.failure.code === 'setup_secret_invalid') {
        options.signInFailed({ address: requestContext.address, userAgent: request.headers.get('user-agent') ?? '', method: 'setup' });
      } else options.backOff.giveBack(requestContext.address);
      return answerFailure(created.failure);
    },
  };
}

function answerFailure(failure: OwnerFailure): Response {
  const { status, message } = answers[failure.code];
  if (failure.code !== 'weak_password') return refuse(status, failure.code, message);
  return Response.json({ code: failure.code, message: failure.message, reasons: failure.reasons }, { status });
}
