import type { Entry } from '@castellan/vault-core/entries/entry';
import type { Row } from '../../passport/exported-tables.ts';

/** A list of the file, its records opened. */
export type OfflineList = {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Records that no key of the vault opens. They are in the file, and not in `rows`. */
  readonly closed: number;
};

/** What a file held. */
export type OfflineFile = {
  readonly kind: 'backup' | 'export';
  readonly madeAt: string;
  readonly entries: readonly Pick<Entry, 'details' | 'secrets'>[];
  readonly lists: readonly OfflineList[];
  /** What is not as it should be, in sentences. */
  readonly doubts: readonly string[];
  /** The bytes of a file that notes hold; `undefined` where a part of it is missing or is not what its record says. */
  readonly bytesOf: (file: Row) => Promise<Uint8Array<ArrayBuffer> | undefined>;
};
