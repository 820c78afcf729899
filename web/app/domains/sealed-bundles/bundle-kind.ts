import * as z from 'zod/mini';
import type { Collection } from '../records/collection.ts';
import type { SealedCollection } from '../records/declared-collection.ts';
import { type Fields, recordColumns } from '../records/record.ts';

/**
 * Records that are small and many, sealed as one bundle for each month.
 *
 * How to use it:
 * 1. Make the table with `private.make_sealed_table` and declare it (`X.collection.ts`, a `SealedCollection`), as notes are.
 * 2. Write the schema of one record, beginning with `bundledColumns`, and `defineBundles(declared, { schema, … })`. Several
 *    kinds of records may share a table: a discriminated union is a schema, too.
 * 3. In a page: `useBundles(kind, tool)`. It reads (`view.records`), puts, changes, removes, restores, undoes and imports, also
 *    offline; `SealedGate` draws what is to be seen while the vault is closed, `BundleNotices` what wants the owner's word, and
 *    `BundlesTrash` the last 30 days.
 *    Elsewhere: `liveCollection(kind.collection, (rows) => readBundles(kind, rows))`.
 *
 * What it is made of: a bundle is a row of the sealed table, and each record is one field of it, as text. So whatever holds for
 * the fields of a sealed record (`domains/records`) holds for each record by itself: a save carries the records that changed, two
 * devices' changes of one bundle are merged record by record, and of a record that both changed field by field; the owner is asked
 * about a field that both changed, and the side that is not kept goes into the trash as a record of its own (`merge-records.ts`). A bundle
 * has a random id, so that two devices that begin a month at once make two bundles of it, which are read as one.
 */
export type BundleKind<Kept extends BundledRecord> = BundleWords<Kept> & {
  /** The bundles, as the records layer opens them. */
  readonly collection: Collection<Bundle>;
};

/** What a kind of bundled record must say of itself. */
export type BundleWords<Kept extends BundledRecord> = {
  readonly schema: z.ZodMiniType<Kept>;
  /** The month that a new record is bundled under, `YYYY-MM`, or another short word for what belongs to none. It stays there. */
  readonly monthOf: (record: Kept) => string;
  /** How a notice names a record. */
  readonly nameOf: (record: Kept) => string;
};

/** Columns that every bundled record has, for its schema to begin with. */
export const bundledColumns = {
  /** Unique among all records of the kind; an import derives it from what the file says, so that the same line is the same record. */
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  /** When it was put into the trash, as an ISO moment. */
  removed_at: z._default(z.nullable(z.string()), null),
  /** The record of which this is a side that was not kept when two devices had changed it. It begins in the trash. */
  lost_to: z.optional(z.string()),
  /** The import that brought it. Until that is known to be complete, the record is not shown. */
  batch: z._default(z.nullable(z.string()), null),
};

/** A record as its bundle keeps it. */
export type BundledRecord = {
  readonly id: string;
  readonly removed_at: string | null;
  readonly lost_to?: string | undefined;
  readonly batch: string | null;
};

const bundleSchema = z.catchall(z.object({ ...recordColumns, month: z._default(z.string(), '') }), z.unknown());

/** One row of the table: the month, and a field for each record. */
export type Bundle = z.infer<typeof bundleSchema>;

/** Declares a kind of bundled records over its sealed table. */
export function defineBundles<Kept extends BundledRecord>(declared: SealedCollection, words: BundleWords<Kept>): BundleKind<Kept> {
  const nameOf = (fields: Fields) => `${declared.title}, ${typeof fields['month'] === 'string' ? fields['month'] : 'a month'}`;
  const loadMerging = async () => (await import('./merge-records.ts')).recordMergingOf(words.schema, collection);
  const collection: Collection<Bundle> = { ...declared, schema: bundleSchema, nameOf, loadMerging };
  return { ...words, collection };
}

/** The field of a record in its bundle. */
export const recordField = (id: string) => `r:${id}`;

/** The field of a finished import in its bundle. */
export const batchField = (id: string) => `b:${id}`;

/** The bundle in which finished imports are written. */
export const importsMonth = 'imports';

/** An import all of which was written. */
export const batchSchema = z.object({
  id: z.string().check(z.minLength(1)),
  /** The file, or whatever else the owner knows it by. */
  name: z.string(),
  /** When it was confirmed, as an ISO moment. */
  at: z.string(),
  /** How many records it brought. */
  records: z.number().check(z.int(), z.nonnegative()),
});

/** An import all of which was written: without this beside them, the records that it brought stay hidden. */
export type Batch = z.infer<typeof batchSchema>;
