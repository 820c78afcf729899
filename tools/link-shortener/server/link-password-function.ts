import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson } from '../../../server/functions/function-answers.ts';
import { ownerFunction } from '../../../server/functions/owner-function.ts';
import { hashLinkPassword } from './link-password.ts';

const bodySchema = z.strictObject({ password: z.string().min(1).max(200) });

/** `POST /functions/v1/short-link-password` {password: 1 to 200 characters}: `{ hash }`, as the link's column takes it. */
export function createLinkPasswordFunction({ clock, randomBytes }: { clock: Clock; randomBytes: RandomBytes }): PlatformFunction {
  return ownerFunction({
    body: bodySchema,
    expects: 'The body must be JSON with a password of 1 to 200 characters.',
    limit: createAttemptWindow(clock, { limit: 120, windowMs: 60_000, capacity: 1 }),
    maxAtOnce: 2,
    run: async ({ password }) => answerJson({ hash: await hashLinkPassword(password, randomBytes) }),
  });
}
