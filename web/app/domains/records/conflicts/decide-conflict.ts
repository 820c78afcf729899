import type { Change, MergeOf, NewChange, Side } from '../change.ts';
import type { Collection, KeptLoser, Lost, Merging } from '../collection.ts';
import type { Decision } from '../collection-state.ts';
import { type Fields, newRecordId, type RawRecord, sameValue } from '../record.ts';

/** What a decision comes to. */
export type Decided = {
  /** What the record becomes; `undefined` where it stays as it is there. */
  readonly fresh: NewChange | undefined;
  /** The sides of which something was not kept. They are kept before anything else of this is sent. */
  readonly lost: readonly Lost[];
};

/** Fields of a change that are the owner's, in conflict or not. */
type Conflicted = Change & { readonly trouble: { readonly kind: 'conflict'; readonly theirs: Fields } };

/** Whether a change waits because somebody else changed the same. */
export function isConflicted(change: Change): change is Conflicted {
  return change.trouble?.kind === 'conflict';
}

/**
 * What becomes of a conflict by the owner's decision, for every collection alike. A side's choice decides what both changed: whatever
 * else either of them changed is joined. `row` is the record as the server last showed it. A record that was removed elsewhere comes
 * back by every decision but `theirs`.
 */
export function decideConflict(change: Conflicted, row: RawRecord, mergeOf: MergeOf, decision: Decision, atMs: number): Decided {
  const { theirs } = change.trouble;
  const isRemoved = typeof theirs['deleted_at'] === 'string' && !('deleted_at' in change.values);
  const other: RawRecord = { ...row, ...theirs } as RawRecord;
  const own: RawRecord = { ...other, ...change.values, ...(isRemoved ? { deleted_at: null } : {}) } as RawRecord;
  const leaves = decision === 'theirs' && isRemoved;
  const values = leaves ? {} : valuesBy(change, other, mergeOf, decision);
  const back = isRemoved && !leaves ? { deleted_at: null } : {};
  const kept: RawRecord = { ...other, ...values, ...back } as RawRecord;
  const send = Object.fromEntries(Object.entries({ ...values, ...back }).filter(([field, value]) => !sameValue(value, other[field])));
  const { collection, recordId } = change;
  // What is compared with it from now on is what the owner has just seen of the other side.
  const base = Object.fromEntries([...Object.keys(send), 'deleted_at'].map((field) => [field, other[field] ?? null]));
  const fields = Object.keys(change.values);
  const lostFields: Readonly<Record<Side, readonly string[]>> = {
    mine: fields.filter((field) => !sameValue(own[field], kept[field])),
    theirs: fields.filter((field) => !sameValue(other[field], kept[field]) && !sameValue(other[field], change.base[field])),
  };
  return {
    fresh: Object.keys(send).length === 0 ? undefined : { collection, recordId, kind: 'change', values: send, base, madeAtMs: atMs },
    // By a side's choice nothing of that side is lost: at most something of the other one was joined to it.
    lost: (['mine', 'theirs'] as const)
      .filter((side) => side !== decision && lostFields[side].length > 0)
      .map((side) => ({ row: side === 'mine' ? own : other, fields: lostFields[side], base: change.base, kept, atMs })),
  };
}

/** The values of a change's fields after a decision. */
function valuesBy(change: Conflicted, other: RawRecord, mergeOf: MergeOf, decision: Decision): Fields {
  const side: Side = decision === 'theirs' ? 'theirs' : 'mine';
  const given = typeof decision === 'string' ? {} : decision.values;
  return Object.fromEntries(
    Object.entries(change.values).map(([field, mine]) => {
      if (field in given) return [field, given[field]];
      const there = other[field];
      const base = change.base[field];
      if (sameValue(there, base) || sameValue(there, mine)) return [field, mine];
      const merged = change.isDoubtful === true ? undefined : mergeOf(field)?.(base, mine, there, side);
      return [field, merged === undefined ? (side === 'mine' ? mine : there) : merged];
    }),
  );
}

/** Where what lost is kept: as its collection says, or else as a copy in the trash, under an id of its own. */
export function keptLosers(collection: Collection<RawRecord>, { keepLost }: Partial<Merging>, lost: readonly Lost[]): readonly KeptLoser[] {
  return lost.flatMap((one) => keepLost?.(one) ?? [copyInTrash(collection, one)]);
}

/** A copy of a record in the trash. It is no row of an import any more: what reads the file again does not find it. */
function copyInTrash(collection: Collection<RawRecord>, { row, atMs }: Lost): KeptLoser {
  const {
    id: _,
    version: _version,
    updated_at: _updated,
    user_id: _user,
    sealed: _sealed,
    created_at,
    ...fields
  } = row as Fields & RawRecord;
  const unbound = Object.fromEntries(
    ['import_batch_id', 'source', 'external_id'].filter((field) => field in fields).map((field) => [field, null]),
  );
  const values = { ...fields, ...unbound, ...(created_at === undefined ? {} : { created_at }), deleted_at: new Date(atMs).toISOString() };
  return { collection, kind: 'create', id: newRecordId(), values };
}
