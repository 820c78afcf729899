import { type Change, mergesBy } from '../change.ts';
import type { Decision } from '../collection-state.ts';
import { changesOfEdits } from '../engine/changes-of-edits.ts';
import type { MirrorStore } from '../engine/mirror-store.ts';
import type { RecordsStore } from '../records-store.ts';
import { decideConflict, isConflicted, keptLosers } from './decide-conflict.ts';
import { withLater } from './later-changes.ts';

/** What settling a conflict reads and writes. */
export type SettlePorts = {
  readonly store: RecordsStore;
  readonly mirrors: Pick<MirrorStore, 'of' | 'find'>;
  readonly queue: readonly Change[];
  readonly nowMs: number;
};

/**
 * Puts what the owner decided in the place of a conflict, in one step with what keeps the side that lost, which is sent first: killed
 * anywhere, nothing is lost. Fetched when the first conflict is decided.
 */
export async function settleConflict({ store, mirrors, queue, nowMs }: SettlePorts, change: Change, decision: Decision): Promise<void> {
  const mirror = mirrors.find(change.collection);
  if (mirror === undefined || !isConflicted(change)) return;
  const { collection } = mirror;
  const merging = (await collection.loadMerging?.()) ?? { mergeOf: mergesBy(collection.merges) };
  const later = withLater(change, queue, Object.keys(change.trouble.theirs));
  const row = mirror.rows.get(change.recordId) ??
    (await store.row(change.collection, change.recordId)) ?? { id: change.recordId, version: 0, updated_at: '', deleted_at: null };
  const asked = { ...later.change, trouble: change.trouble };
  const { fresh, lost } = decideConflict(asked, row, merging.mergeOf, decision, nowMs);
  const kept = keptLosers(collection, merging, lost);
  // What is kept in the record itself is written with it.
  const isInside = (one: { readonly collection: { readonly name: string }; readonly id: string }) =>
    one.collection.name === change.collection && one.id === change.recordId;
  const inside = kept.filter(isInside);
  const values = Object.assign({}, fresh?.values, ...inside.map((one) => one.values));
  const before = Object.fromEntries(inside.flatMap((one) => Object.keys(one.values)).map((field) => [field, row[field] ?? null]));
  const decided =
    Object.keys(values).length === 0
      ? []
      : [
          {
            collection: change.collection,
            recordId: change.recordId,
            kind: 'change' as const,
            values,
            base: { deleted_at: row.deleted_at, ...before, ...fresh?.base },
            madeAtMs: nowMs,
          },
        ];
  const outside = kept
    .filter((one) => !isInside(one))
    .flatMap((one) => changesOfEdits(one.collection.name, [one], mirrors.of(one.collection).rows, queue, nowMs).fresh);
  const gone = [change, ...later.trimmed, ...later.emptied].map(({ sequence }) => sequence);
  const trimmed = later.trimmed.map(({ sequence: _, ...rest }) => rest);
  await store.exchange(gone, [...outside, ...decided, ...trimmed]);
}
