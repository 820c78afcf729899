import * as z from 'zod/mini';
import { logRow, readLogRow } from './log-row.ts';

/** One row of the log, as the pages show it. */
export type ActivityEntry = {
  readonly id: string;
  /** The row's place in the log: one more for each row. */
  readonly sequence: number;
  readonly type: string;
  readonly description: string;
  readonly success: boolean;
  readonly createdAtMs: number;
};

/** The columns that an entry is made of. */
export const activityColumns = 'id, sequence, activity_type, activity_description, success, created_at';

/** Reads a row of `activity_logs` (spec §3), from the table or from a live event. */
export const activityRowSchema = z.pipe(
  z.extend(z.pick(readLogRow, { id: true, activity_type: true, activity_description: true, success: true, created_at: true }), {
    sequence: logRow.shape.sequence,
  }),
  z.transform(
    (row): ActivityEntry => ({
      id: row.id,
      sequence: row.sequence,
      type: row.activity_type,
      description: row.activity_description ?? '',
      // The column's default, which old rows may lack.
      success: row.success ?? true,
      createdAtMs: Date.parse(row.created_at),
    }),
  ),
);

/** Joins what was had with what arrived: each row once, the newest first, at most `limit`. */
export function mergeEntries(had: readonly ActivityEntry[], arrived: readonly ActivityEntry[], limit: number): readonly ActivityEntry[] {
  const byId = new Map([...had, ...arrived].map((entry) => [entry.id, entry]));
  return [...byId.values()].sort((one, other) => other.sequence - one.sequence).slice(0, limit);
}
