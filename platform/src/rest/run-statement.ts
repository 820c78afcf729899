import type pg from 'pg';
import { z } from 'zod';
import { type Sql, toQuery } from './compile/sql.ts';

const outcomeSchema = z.object({
  total: z.string().nullish(),
  rowCount: z.string(),
  affected: z.string().nullish(),
  body: z.string().nullish(),
  location: z.string().nullish(),
  inserted: z.string().nullish(),
});

/** What a statement of this service gives back: one row about all rows. */
export type Outcome = {
  /** How many rows there are in all, where that was asked. */
  readonly total: number | undefined;
  /** Rows of the answer. */
  readonly rowCount: number;
  /** Rows that were changed: what is asked of the answer may leave some out, or sum them up. `undefined` for a read. */
  readonly affected: number | undefined;
  readonly body: string;
  /** Filters that name the one new row. */
  readonly location: readonly string[];
  /** Rows that were new, where a statement could also change old ones. */
  readonly inserted: number | undefined;
};

/** Runs a statement of this service in the present transaction. */
export async function runStatement(client: pg.ClientBase, statement: Sql): Promise<Outcome> {
  const { rows } = await client.query(toQuery(statement));
  const { total, rowCount, affected, body, location, inserted } = outcomeSchema.parse(rows[0]);
  return {
    total: total == null ? undefined : Number(total),
    rowCount: Number(rowCount),
    affected: affected == null ? undefined : Number(affected),
    body: body ?? '',
    location: location == null ? [] : z.array(z.string()).parse(JSON.parse(location)),
    inserted: inserted == null ? undefined : Number(inserted),
  };
}
