import { createHash, timingSafeEqual } from 'node:crypto';
import { comparableName, type PrivateContact } from '@castellan/content/private-contact';
import type { BackOff } from '@castellan/platform/core/back-off';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { refuse, refuseMethod, refuseToWait } from '../http/function-answers.ts';

const bodySchema = z.strictObject({ name: z.string().max(200) });

/** Who asked, as the log keeps it. Nothing that was typed is in it. */
export type PhoneRequest = { readonly address: string; readonly userAgent: string };

/**
 * `POST /functions/v1/phone` {name}: the number for whoever types the owner's full name, `{ phone }`; an empty object for
 * anybody else, with the same status. The name is public, so this keeps programs away rather than people: every call of an
 * address counts against its back-off, matching or not, and a number leaves only after its row is in the log.
 */
export function createPhoneFunction(options: {
  readonly contact: () => PrivateContact;
  readonly backOff: BackOff;
  readonly recordReveal: (request: PhoneRequest) => Promise<void>;
  readonly mismatched: (request: PhoneRequest) => void;
}): PlatformFunction {
  return {
    audience: 'public',
    maximumBodyBytes: 2048,
    handle: async (request, { requestContext: { address } }) => {
      if (request.method !== 'POST') return refuseMethod('POST');
      const body = bodySchema.safeParse(await request.json().catch(() => undefined));
      if (!body.success) return refuse(400, 'validation_failed', 'The body must be JSON with a name of at most 200 characters.');
      const from = { address, userAgent: request.headers.get('user-agent') ?? '' };
      const turn = options.backOff.reserve(address);
      if (!turn.ok) {
        const { waitSeconds } = turn.failure;
        return refuseToWait(`Too many attempts. Try again in ${waitSeconds} s.`, waitSeconds);
      }
      const { fullName, phone } = options.contact();
      if (!isSameName(body.data.name, fullName)) {
        options.mismatched(from);
        return answer({});
      }
      await options.recordReveal(from);
      return answer({ phone });
    },
  };
}

/** Compares digests, so that the time taken says nothing about how much of the name was right, or how long it is. */
function isSameName(typed: string, expected: string): boolean {
  const [left, right] = [typed, expected].map((name) => createHash('sha256').update(comparableName(name)).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

function answer(body: { readonly phone?: string }): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store' } });
}
