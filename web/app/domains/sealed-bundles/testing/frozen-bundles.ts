import type { FrozenRows } from '../../records/testing/frozen-rows.ts';
import type { BundledRecord, BundleKind } from '../bundle-kind.ts';
import { readBundles } from '../read-bundles.ts';

/** Reads all that a bundle holds, by the kind's schema. */
export function bundledBy<Kept extends BundledRecord>(kind: BundleKind<Kept>): FrozenRows['read'] {
  return (row) => {
    const { records, removed, batches, unreadable } = readBundles(kind, [kind.collection.schema.parse(row)]);
    return { records, removed, batches, unreadable };
  };
}
