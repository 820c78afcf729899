import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askTable } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { type CheckpointVerdict, verifyCheckpoint } from './chain-checkpoint.ts';

/** What is wrong with the first broken row. */
export type ChainProblem = 'row_missing' | 'link_broken' | 'content_changed' | 'tail_missing' | 'head_mismatch';

/** How a walk along the chain ended. */
export type ChainVerdict = {
  readonly checkedRows: number;
  readonly broken: { readonly sequence: number; readonly problem: ChainProblem } | undefined;
  readonly checkpoint: CheckpointVerdict;
};

/** The answer about one part of the chain. */
export type ChainPart = {
  readonly complete: boolean;
  readonly checkedRows: number;
  readonly lastSequence: number;
  readonly broken: ChainVerdict['broken'];
};

/** Asks for the part that begins with a row. */
export type CheckPart = (fromSequence: number) => Promise<Result<ChainPart, BackendFailure>>;

/** As many rows as the backend checks in one request. */
const rowsPerPart = 20_000;

/**
 * Walks the whole chain in parts, tells how many rows were good so far, stops at the first broken one, and compares the
 * sealed checkpoint. `isStopped` ends the walk early with `undefined`.
 */
export async function verifyChain(
  tell: (checkedRows: number) => void,
  isStopped: () => boolean = () => false,
  check: CheckPart = askPart,
  verifier: () => Promise<CheckpointVerdict> = verifyCheckpoint,
): Promise<Result<ChainVerdict | undefined, BackendFailure>> {
  let checkedRows = 0;
  let from = 1;
  for (;;) {
    const part = await check(from);
    if (isStopped()) return succeed(undefined);
    if (!part.ok) return part;
    checkedRows += part.value.checkedRows;
    tell(checkedRows);
    if (part.value.broken !== undefined || part.value.complete)
      return succeed({ checkedRows, broken: part.value.broken, checkpoint: await verifier() });
    // A part that neither ends nor goes on would be asked for forever.
    if (part.value.lastSequence < from) return fail({ code: 'answer_unreadable' });
    from = part.value.lastSequence + 1;
  }
}

/** The problem in a sentence. */
export function describeProblem({ sequence, problem }: { readonly sequence: number; readonly problem: ChainProblem }): string {
  switch (problem) {
    case 'row_missing':
      return `Row ${sequence} is missing: it was removed, and later rows are still there.`;
    case 'link_broken':
      return `Row ${sequence} does not continue the row before it: one of the two was replaced.`;
    case 'content_changed':
      return `Row ${sequence} was changed after it was written.`;
    case 'tail_missing':
      return `The newest rows are gone, from row ${sequence} on.`;
    case 'head_mismatch':
      return `From row ${sequence} on the log does not end where the recorded head of the chain says.`;
  }
}

const partSchema = z.pipe(
  z
    .array(
      z.object({
        ok: z.boolean(),
        complete: z.boolean(),
        checked_rows: z.number(),
        last_sequence: z.number(),
        broken_sequence: z.nullable(z.number()),
        problem: z.nullable(z.enum(['row_missing', 'link_broken', 'content_changed', 'tail_missing', 'head_mismatch'])),
      }),
    )
    .check(z.length(1)),
  z.transform(([part], context): ChainPart => {
    const isWhole = part !== undefined && (part.ok ? part.problem === null : part.problem !== null && part.broken_sequence !== null);
    if (part === undefined || !isWhole) {
      context.issues.push({ code: 'custom', message: 'half an answer', input: part });
      return z.NEVER;
    }
    return {
      complete: part.complete,
      checkedRows: part.checked_rows,
      lastSequence: part.last_sequence,
      broken: part.problem === null ? undefined : { sequence: part.broken_sequence ?? 0, problem: part.problem },
    };
  }),
);

const askPart: CheckPart = (fromSequence) =>
  askTable((client) => client.rpc('verify_activity_log_chain', { from_sequence: fromSequence, row_limit: rowsPerPart }), partSchema);
