import type * as z from 'zod/mini';
import type { Fields } from './record.ts';

type Declared = {
  /** The table's name. */
  readonly name: string;
  /** What the owner calls its records, more than one of them. */
  readonly title: string;
  /** Its list in the export file. */
  readonly exportKey: string;
};

/** Records in clear. */
export type ClearCollection = Declared & {
  readonly sealed: false;
  /** Brings what each of its rows must look like. */
  readonly loadSchema: () => Promise<z.ZodMiniType>;
  /** A record with no more columns than the table wants. The tests of the policies write it. */
  readonly smallest: Readonly<Record<string, string | number | boolean>>;
  /** The column that names another record of this kind, of which a record is a part. */
  readonly partOf?: string;
};

/**
 * Brings the function that makes the fields of one schema version those of the next. Pure, and each field for itself: it is handed
 * whole records, and the few fields of a change that waits.
 */
export type LoadUpgrade = () => Promise<(fields: Fields) => Fields>;

/** Records whose fields the vault's key seals; a row is a sealed text, whatever is in it. */
export type SealedCollection = Declared & {
  readonly sealed: true;
  /** A record may have most of a mebibyte: few are asked for at once, and a page reads them one by one. */
  readonly isLarge?: true;
  /**
   * From schema version 1 to 2, from 2 to 3, and so on: the present version is one more than there are. Entries are only added; the
   * vault's Worker applies them when a record is read.
   */
  readonly upgrade: readonly LoadUpgrade[];
};

/**
 * All that others than its own screens know of one kind of record, each a table of `private.make_owner_table` or
 * `private.make_sealed_table`: the export and its rehearsal, the data passport, the rotation of the vault's key, the toasts of a
 * capture, and the tests of the policies. Data, so that knowing of a collection brings none of its code.
 */
export type DeclaredCollection = ClearCollection | SealedCollection;
