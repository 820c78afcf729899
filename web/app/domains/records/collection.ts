import type * as z from 'zod/mini';
import { issueWords } from '../exchange/issue-words.ts';
import type { Merge, MergeOf } from './change.ts';
import type { Fields, RawRecord } from './record.ts';

/** A side of a conflict that was not kept, or not whole. */
export type Lost = {
  /** The record as this side had it. */
  readonly row: RawRecord;
  /** The fields that differ from what the record became. */
  readonly fields: readonly string[];
  /** What both sides came from, as far as it is known. */
  readonly base: Fields;
  /** The record as it became, as far as this browser knows it. */
  readonly kept: RawRecord;
  readonly atMs: number;
};

/** A record, or fields of one, in which something that lost is kept. */
export type KeptLoser = {
  readonly collection: Collection<RawRecord>;
  readonly kind: 'create' | 'change';
  readonly id: string;
  readonly values: Fields;
};

/** What a collection does where two sides changed one record. */
export type Merging = {
  readonly mergeOf: MergeOf;
  /** Where what lost is kept so that the owner finds it again. Without it a copy of the record goes into the trash. */
  readonly keepLost?: (lost: Lost) => readonly KeptLoser[];
};

/** A kind of record: a table that `private.make_owner_table` made, and what its rows must look like. */
export type Collection<Row extends RawRecord> = {
  /** The table's name. */
  readonly name: string;
  /**
   * Checks each row at the boundary; begins with `recordColumns`. What the table fills by itself has the same default here, since
   * a new record is shown before the server has seen it.
   */
  readonly schema: z.ZodMiniType<Row>;
  /** Its fields are sealed in the vault's Worker: store and server see ciphertext, and a closed vault shows how many there are. */
  readonly sealed?: boolean;
  /** Its records are large: `readOne` reads one at a time, nobody listens to them, and none stays in memory. */
  readonly isLarge?: true;
  /**
   * Ends of imports: a row whose `batch` names none of its records is not shown. An import writes its record there last, so that on
   * other devices all of it appears at once.
   */
  readonly imports?: Collection<RawRecord>;
  /** Fields that two sides may change at once without asking the owner. */
  readonly merges?: Readonly<Record<string, Merge>>;
  /** Fetched where two sides changed one field, in place of `merges`. */
  readonly loadMerging?: () => Promise<Merging>;
  /** How a notice names a record; also asked of rows that the schema refused. */
  readonly nameOf: (fields: Fields) => string;
};

/**
 * A row that came from the server or this browser's copy and is not what its schema wants. `fault`: it opens, and is not as the
 * vault lists it; `missing` is one that is not there at all. Its issue is the same word. `isShown`: the server shows another than this
 * browser has, which is what is shown.
 */
export type MalformedRow = {
  readonly id: string;
  readonly name: string;
  readonly issue: string;
  readonly raw: RawRecord;
  readonly fault?: string;
  readonly isShown?: true;
};

/** Sorts rows by the schema; a malformed one is kept apart and hides none of the others. */
export function classifyRows<Row extends RawRecord>(
  collection: Collection<Row>,
  raw: Iterable<RawRecord>,
  known: WeakMap<RawRecord, Row | MalformedRow>,
  refusalOf: (record: RawRecord) => string | undefined = () => undefined,
): { readonly rows: readonly Row[]; readonly removed: readonly Row[]; readonly malformed: readonly MalformedRow[] } {
  const rows: Row[] = [];
  const removed: Row[] = [];
  const malformed: MalformedRow[] = [];
  for (const record of raw) {
    const verified = known.get(record) ?? refuse(collection, record, refusalOf(record)) ?? verify(collection, record);
    known.set(record, verified);
    if ('issue' in verified) {
      // What is in the trash and cannot be read concerns nobody.
      if (record.deleted_at === null) malformed.push(verified as MalformedRow);
    } else if (record.deleted_at === null) rows.push(verified as Row);
    else removed.push(verified as Row);
  }
  return { rows, removed, malformed };
}

const refusals: Readonly<Record<string, string>> = {
  unknown_version: 'its format is of a later version of this program',
  malformed: 'it is not a sealed record',
  stale: 'the server returned an older text than expected',
  altered: 'the server returned text that was sealed for another version',
  unknown_key: 'it was sealed under a key that this vault does not have',
  unreadable: 'it was changed, or belongs to another record',
  newer_version: 'a newer version of this program wrote it: reload the page, or update the program',
  upgrade_failed: 'it was written by an earlier version and could not be converted: it is kept unchanged',
};

/** A sealed row that the vault does not open, by the fault that it found. */
function refuse<Row extends RawRecord>(collection: Collection<Row>, record: RawRecord, code: string | undefined): MalformedRow | undefined {
  if (code === undefined) return undefined;
  return { id: record.id, name: collection.nameOf(record), issue: refusals[code] ?? code, raw: record };
}

function verify<Row extends RawRecord>(collection: Collection<Row>, record: RawRecord): Row | MalformedRow {
  const parsed = collection.schema.safeParse(record, issueWords);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return {
    id: record.id,
    name: collection.nameOf(record),
    issue: `${issue?.path.join('.') ?? 'row'}: ${issue?.message ?? 'unreadable'}`,
    raw: record,
  };
}
