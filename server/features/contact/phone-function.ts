import { createHash, timingSafeEqual } from 'node:crypto';
import { comparableName, type PrivateContact } from '@castellan/content/private-contact';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import type { CallLimit } from '../../functions/call-rules.ts';
import { answerJson } from '../../functions/function-answers.ts';
import { visitorFunction } from '../../functions/visitor-function.ts';

const bodySchema = z.strictObject({ name: z.string().max(200) });

/** Who asked, as the log keeps it. Nothing that was typed is in it. */
export type PhoneRequest = { readonly address: string; readonly userAgent: string };

/**
 * `POST /functions/v1/phone` {name}: the number for whoever types the owner's full name, `{ phone }`; an empty object for
 * anybody else, with the same status. The name is public, so this keeps programs away rather than people: every call counts
 * against the back-off of its address block, matching or not, and a number leaves only after its row is in the log.
 */
export function createPhoneFunction(options: {
  readonly contact: () => PrivateContact;
  readonly limit: CallLimit;
  readonly recordReveal: (request: PhoneRequest) => Promise<void>;
  readonly mismatched: (request: PhoneRequest) => void;
}): PlatformFunction {
  return visitorFunction({
    body: bodySchema,
    expects: 'The body must be JSON with a name of at most 200 characters.',
    limit: options.limit,
    maxBodyBytes: 2048,
    run: async ({ name }, { sender }) => {
      const { fullName, phone } = options.contact();
      if (!isSameName(name, fullName)) {
        options.mismatched(sender);
        return answerJson({});
      }
      await options.recordReveal(sender);
      return answerJson({ phone });
    },
  });
}

/** Compares digests, so that the time taken says nothing about how much of the name was right, or how long it is. */
function isSameName(typed: string, expected: string): boolean {
  const [left, right] = [typed, expected].map((name) => createHash('sha256').update(comparableName(name)).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
