import { splitFields } from '../clear-columns.ts';
import type { Collection } from '../collection.ts';
import type { SealedCollection } from '../declared-collection.ts';
import type { Fields, RawRecord } from '../record.ts';

/**
 * Texts of a sealed collection as versions of this program sealed them, and what today's code makes of each. They stand for what lies
 * sealed in somebody's vault: rows are added with each schema version, and never changed. `reads` may change with the code.
 */
export type FrozenRows = {
  readonly collection: SealedCollection;
  /** What today's code reads of an opened row. */
  readonly read: (row: RawRecord) => unknown;
  readonly rows: readonly { readonly sealed: string; readonly reads: unknown }[];
};

/** Reads the sealed fields of a row by the collection's schema. */
export function fieldsBy<Row extends RawRecord>({ schema }: Collection<Row>): FrozenRows['read'] {
  return (row) => splitFields(schema.parse(row) as Fields).sealed;
}
