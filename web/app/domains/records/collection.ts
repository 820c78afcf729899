import type { z } from 'zod';
import type { Merge } from './change.ts';
import type { Fields, RawRecord } from './record.ts';

/** A kind of record: a table that `private.make_owner_table` made, and what its rows must look like. */
export type Collection<Row extends RawRecord> = {
  /** The table's name. */
  readonly name: string;
  /**
   * Judges each row at the door; begins with `recordColumns`. What the table fills by itself has the same default here, since
   * a new record is shown before the server has seen it.
   */
  readonly schema: z.ZodType<Row>;
  /** Fields that two sides may change at once without asking the owner. */
  readonly merges?: Readonly<Record<string, Merge>>;
  /** How a notice names a record; also asked of rows that the schema refused. */
  readonly nameOf: (fields: Fields) => string;
};

/** A row that came from the server or this browser's copy and is not what its schema wants. */
export type MalformedRow = { readonly id: string; readonly name: string; readonly issue: string; readonly raw: RawRecord };

/** Sorts rows by the schema; a malformed one is kept apart and hides none of the others. */
export function judgeRows<Row extends RawRecord>(
  collection: Collection<Row>,
  raw: Iterable<RawRecord>,
  known: WeakMap<RawRecord, Row | MalformedRow>,
): { readonly rows: readonly Row[]; readonly malformed: readonly MalformedRow[] } {
  const rows: Row[] = [];
  const malformed: MalformedRow[] = [];
  for (const record of raw) {
    if (record.deleted_at !== null) continue;
    const judged = known.get(record) ?? judge(collection, record);
    known.set(record, judged);
    if ('issue' in judged) malformed.push(judged as MalformedRow);
    else rows.push(judged as Row);
  }
  return { rows, malformed };
}

function judge<Row extends RawRecord>(collection: Collection<Row>, record: RawRecord): Row | MalformedRow {
  const parsed = collection.schema.safeParse(record);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return {
    id: record.id,
    name: collection.nameOf(record),
    issue: `${issue?.path.join('.') ?? 'row'}: ${issue?.message ?? 'unreadable'}`,
    raw: record,
  };
}
