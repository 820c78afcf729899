import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import type { Call } from '../../functions/call-rules.ts';
import { ownerFunction } from '../../functions/owner-function.ts';
import { type ContentEditing, refuseUnproven } from './content-functions.ts';

/** A file as a page of the owner's sends it. */
export type SentFile = {
  /** The name without its ending, which the bytes decide. */
  readonly stem: string;
  readonly base64: string;
};

type Rules<Editing> = {
  /** What it is, for the refusal. */
  readonly what: string;
  /** The longest file, its base64, and the longest body. */
  readonly maxBytes: number;
  readonly maxText: number;
  readonly maxBodyBytes: number;
  readonly add: (editing: Editing, sent: SentFile, call: Call) => Promise<Response>;
  readonly remove: (editing: Editing, name: string, call: Call) => Promise<Response>;
};

/**
 * The POST that adds a file, `{ stem, base64 }`, or takes one away, `{ remove }`: one at a time, twenty a minute, and 403
 * `verification_too_old` without a proof of the last five minutes.
 */
export function takeSentFile<Editing extends ContentEditing>(editing: Editing, rules: Rules<Editing>): PlatformFunction {
  const { what, maxBytes, maxText, maxBodyBytes, add, remove } = rules;
  const stem = z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .max(80);
  return ownerFunction({
    body: z.union([z.strictObject({ stem, base64: z.string().max(maxText) }), z.strictObject({ remove: z.string().max(120) })]),
    expects: `The body must be JSON with stem and base64, a ${what} of at most ${maxBytes} bytes, or with remove.`,
    limit: createAttemptWindow(editing.clock, { limit: 20, windowMs: 60_000, capacity: 1 }),
    maxAtOnce: 1,
    maxBodyBytes,
    run: async (body, call) => {
      if (!(await editing.isProvenLately(call))) return refuseUnproven();
      return 'remove' in body ? remove(editing, body.remove, call) : add(editing, body, call);
    },
  });
}
