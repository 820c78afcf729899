import type { z } from 'zod';

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
  readonly loadSchema: () => Promise<z.ZodType>;
  /** A record with no more columns than the table wants. The tests of the policies write it. */
  readonly smallest: Readonly<Record<string, string | number | boolean>>;
  /** The column that names another record of this kind, of which a record is a part. */
  readonly partOf?: string;
};

/** Records whose fields the vault's key seals; a row is a sealed text, whatever is in it. */
export type SealedCollection = Declared & {
  readonly sealed: true;
  /** A record may have most of a mebibyte: few are asked for at once, and a page reads them one by one. */
  readonly isLarge?: true;
};

/**
 * All that others than its own screens know of one kind of record, each a table of `private.make_owner_table` or
 * `private.make_sealed_table`: the export and its rehearsal, the data passport, the rotation of the vault's key, the toasts of a
 * capture, and the tests of the policies. Data, so that knowing of a collection brings none of its code.
 */
export type DeclaredCollection = ClearCollection | SealedCollection;
