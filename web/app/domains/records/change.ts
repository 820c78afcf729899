import { type Fields, type RawRecord, sameValue } from './record.ts';

/** Why a change has not been made although the server was asked: it waits for the owner, and is never dropped by itself. */
export type SyncConflict =
  /** `reason` is a sentence. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Somebody else changed the same fields; `theirs` is what the server has in them. */
  | { readonly kind: 'conflict'; readonly theirs: Fields };

/** One change of one record that the server may not know of yet. */
export type Change = {
  /** Its place among the changes of this browser; given by the store. */
  readonly sequence: number;
  readonly collection: string;
  readonly recordId: string;
  readonly kind: 'create' | 'change';
  /** What the fields become. */
  readonly values: Fields;
  /** What whoever made the change saw in the same fields and in `deleted_at`; empty for `create`. */
  readonly base: Fields;
  readonly madeAtMs: number;
  readonly trouble?: SyncConflict | undefined;
  /** The same for changes that the server makes together, or none of them: those of one import. */
  readonly whole?: string | undefined;
  /** What was seen was not as the vault lists it: nothing is merged from it, and the owner is asked where another text is there by then. */
  readonly isDoubtful?: true | undefined;
  /** The edit that it is a part of, where that has more parts. */
  readonly step?: ChangeStep | undefined;
  /** A sealed change whose values are not to be had: the vault is closed, or they do not open any more. */
  readonly unread?: 'locked' | 'unreadable' | undefined;
};

/** What several changes belong to: one edit of the owner's. As far as they fit, they are sent with one request. */
export type ChangeStep = {
  readonly id: string;
  /** How many changes it has in all. */
  readonly of: number;
  /** It brings what a file held; the id is the import's. */
  readonly isImport?: boolean | undefined;
  /** It takes an import back. */
  readonly isBack?: boolean | undefined;
  /** The change that ends an import: sent after all others of it, and not while one of them waits for the owner. */
  readonly isEnd?: boolean | undefined;
};

/** A change before the store gave it its place. */
export type NewChange = Omit<Change, 'sequence'>;

/** Which side counts where both changed the same thing. */
export type Side = 'mine' | 'theirs';

/**
 * Joins two values that both differ from what they came from; `undefined` where only the owner can tell. With a `side`, what both
 * changed is that side's, and everything else of either is joined still.
 */
export type Merge = (base: unknown, mine: unknown, theirs: unknown, side?: Side) => unknown;

/** The merge of a field; `undefined` for a field whose values stand for themselves. */
export type MergeOf = (field: string) => Merge | undefined;

/** The merges of a list by their fields. */
export const mergesBy =
  (merges: Readonly<Record<string, Merge>> | undefined): MergeOf =>
  (field) =>
    merges !== undefined && Object.hasOwn(merges, field) ? merges[field] : undefined;

/** What is left to do of a change, seen against the row that the server has. */
export type Reconciled = {
  /** To be written now; empty where the row says all of it already. */
  readonly send: Fields;
  /** Fields that were changed here and elsewhere, as they are there; `undefined` where there are none. */
  readonly theirs: Fields | undefined;
};

/**
 * Compares a change with the row it meets, field by field: what nobody else touched is sent, what is so already needs
 * nothing, what a merge can join is joined, and the rest is a conflict. A change to a record that was removed meanwhile
 * conflicts as a whole.
 */
export function reconcile(change: Change, row: RawRecord, mergeOf: MergeOf): Reconciled {
  const send: Record<string, unknown> = {};
  const theirs: Record<string, unknown> = {};
  for (const [field, mine] of Object.entries(change.values)) {
    const there = row[field];
    if (sameValue(there, mine)) continue;
    if (sameValue(there, change.base[field])) {
      send[field] = mine;
      continue;
    }
    // Removed here and there is removed, whenever that was.
    if (field === 'deleted_at' && typeof mine === 'string' && typeof there === 'string' && mergeOf(field) === undefined) continue;
    const merged = change.isDoubtful === true ? undefined : mergeOf(field)?.(change.base[field], mine, there);
    if (merged === undefined) theirs[field] = there;
    else if (!sameValue(merged, there)) send[field] = merged;
  }
  const removedThere = row.deleted_at !== null && (change.base['deleted_at'] ?? null) === null && !('deleted_at' in change.values);
  if (removedThere && Object.keys(send).length + Object.keys(theirs).length > 0) {
    const touched = [...Object.keys(send), ...Object.keys(theirs)];
    return { send: {}, theirs: { ...Object.fromEntries(touched.map((field) => [field, row[field]])), deleted_at: row.deleted_at } };
  }
  return { send, theirs: Object.keys(theirs).length === 0 ? undefined : theirs };
}

/** Rows with a change over them, by the values of the change: the same change over the same row is the same row. */
const overlaid = new WeakMap<Fields, { readonly id: string; readonly under: RawRecord | undefined; readonly row: RawRecord }>();

/** Puts the waiting changes over the rows, in order: what the owner sees, whether or not the server knows. */
export function overlay(rows: ReadonlyMap<string, RawRecord>, changes: readonly Change[]): ReadonlyMap<string, RawRecord> {
  if (changes.length === 0) return rows;
  const seen = new Map(rows);
  for (const { recordId, kind, values, madeAtMs, unread } of changes) {
    if (unread !== undefined) continue;
    const under = seen.get(recordId);
    if (under === undefined && kind === 'change') continue;
    const before = overlaid.get(values);
    const row = before?.id === recordId && before.under === under ? before.row : over(under, recordId, values, madeAtMs);
    overlaid.set(values, { id: recordId, under, row });
    seen.set(recordId, row);
  }
  return seen;
}

function over(under: RawRecord | undefined, id: string, values: Fields, madeAtMs: number): RawRecord {
  if (under !== undefined) return { ...under, ...values };
  const at = new Date(madeAtMs).toISOString();
  return { created_at: at, updated_at: at, deleted_at: null, version: 0, ...values, id };
}

/** The sets of two sides joined: what either added is in, what either took away is out. */
export function mergeSets(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return undefined;
  const kept = theirs.filter((item) => mine.includes(item) || !base.includes(item));
  return [...kept, ...mine.filter((item) => !base.includes(item) && !kept.includes(item))];
}

/** What is dropped with a change: a record that is never made takes the later changes of it along. */
export function droppedWith(change: Change, queue: readonly Change[]): readonly number[] {
  const later = queue.filter((other) => change.kind === 'create' && other.recordId === change.recordId);
  return [change.sequence, ...later.map(({ sequence }) => sequence)];
}
