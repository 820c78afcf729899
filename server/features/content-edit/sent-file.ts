import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import type { Call } from '../../functions/call-rules.ts';
import { refuse } from '../../functions/function-answers.ts';
import { ownerFunction } from '../../functions/owner-function.ts';
import { type ContentEditing, refuseUnproven } from './content-functions.ts';

/** A file as a page of the owner's sends it. */
export type SentFile = {
  /** The name without its ending, which the bytes decide. */
  readonly stem: string;
  readonly base64: string;
};

/** An earlier state of a file: its name, and the id of the version. */
export type KeptFile = { readonly restore: string; readonly kept: string };

type Rules<Editing> = {
  /** What it is, for the refusal. */
  readonly what: string;
  /** The longest file, its base64, and the longest body. */
  readonly maxBytes: number;
  readonly maxText: number;
  readonly maxBodyBytes: number;
  readonly add: (editing: Editing, sent: SentFile, call: Call) => Promise<Response>;
  readonly remove: (editing: Editing, name: string, call: Call) => Promise<Response>;
  /** Absent where earlier states are not brought back here. */
  readonly restore?: (editing: Editing, kept: KeptFile, call: Call) => Promise<Response>;
};

/**
 * The POST that adds a file, `{ stem, base64 }`, takes one away, `{ remove }`, or brings an earlier state back,
 * `{ restore, kept }`: one at a time, twenty a minute, and 403
 * `verification_too_old` without a proof of the last five minutes.
 */
export function takeSentFile<Editing extends ContentEditing>(editing: Editing, rules: Rules<Editing>): PlatformFunction {
  const { what, maxBytes, maxText, maxBodyBytes, add, remove, restore } = rules;
  const stem = z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .max(80);
  return ownerFunction({
    body: z.union([
      z.strictObject({ stem, base64: z.string().max(maxText) }),
      z.strictObject({ remove: z.string().max(120) }),
      z.strictObject({ restore: z.string().max(120), kept: z.string().max(60) }),
    ]),
    expects: `The body must be JSON with stem and base64, a ${what} of at most ${maxBytes} bytes, with remove, or with restore and kept.`,
    limit: createAttemptWindow(editing.clock, { limit: 20, windowMs: 60_000, capacity: 1 }),
    maxAtOnce: 1,
    maxBodyBytes,
    run: async (body, call) => {
      if (!(await editing.isProvenLately(call))) return refuseUnproven();
      if ('remove' in body) return remove(editing, body.remove, call);
      if (!('restore' in body)) return add(editing, body, call);
      return restore === undefined ? refuse(404, `${what}_unknown`, `No ${what} is brought back here.`) : restore(editing, body, call);
    },
  });
}
