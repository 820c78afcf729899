import { parseJson } from '@castellan/foundation/parse-json';
import type * as z from 'zod/mini';
import type { Merge, Side } from '../records/change.ts';
import type { Collection, Lost, Merging } from '../records/collection.ts';
import { newRecordId, type RawRecord } from '../records/record.ts';

/** What is read of a bundled record here (`bundle-kind.ts`). */
type Bundled = {
  readonly id: string;
  readonly removed_at: string | null;
  readonly lost_to?: string | undefined;
  readonly batch: string | null;
};

type Values = Readonly<Record<string, unknown>>;

/**
 * How bundled records are merged: each by its fields, as long as what comes of it is what its schema wants. The side that is not kept
 * goes into the trash of the same bundle, under an id of its own, so that it counts in no sum. Fetched where two sides changed one record.
 */
export function recordMergingOf<Kept extends Bundled>(schema: z.ZodMiniType<Kept>, collection: Collection<RawRecord>): Merging {
  const read = (text: unknown): Kept | undefined => {
    const parsed = typeof text === 'string' ? schema.safeParse(parseJson(text)) : undefined;
    return parsed?.success === true ? parsed.data : undefined;
  };
  const mergeRecord: Merge = (base, mine, theirs, side) => {
    const [before, own, other] = [read(base), read(mine), read(theirs)];
    if (before === undefined || own === undefined || other === undefined) return undefined;
    const merged = mergeFields(before, own, other, side);
    const parsed = merged && schema.safeParse(merged);
    return parsed?.success === true ? JSON.stringify(parsed.data) : undefined;
  };
  return {
    mergeOf: (field) => (field.startsWith('r:') ? mergeRecord : undefined),
    keepLost: ({ row, fields, atMs }) => {
      const lost = fields.flatMap((field) => {
        const record = field.startsWith('r:') ? read(row[field]) : undefined;
        return record === undefined ? [] : [copyInTrash(record, atMs)];
      });
      const values = Object.fromEntries(lost.map((copy) => [`r:${copy.id}`, JSON.stringify(copy)]));
      return lost.length === 0 ? [] : [{ collection, kind: 'change', id: row.id, values }];
    },
  };
}

/** A side that was not kept. It is part of no import, so that taking one back leaves it. */
function copyInTrash<Kept extends Bundled>(record: Kept, atMs: Lost['atMs']): Kept {
  return { ...record, id: newRecordId(), lost_to: record.id, batch: null, removed_at: new Date(atMs).toISOString() };
}

/** Joins two sides field by field; `undefined` where only the owner can tell. */
function mergeFields(base: Values, mine: Values, theirs: Values, side: Side | undefined): Values | undefined {
  const merged: Record<string, unknown> = {};
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  const changed = { mine: 0, theirs: 0 };
  for (const name of names) {
    const [before, own, other] = [base[name], mine[name], theirs[name]];
    const [isMine, isTheirs] = [!isSame(own, before), !isSame(other, before)];
    if (isMine) changed.mine += 1;
    if (isTheirs) changed.theirs += 1;
    // Removed on both sides is removed, whenever that was.
    const isBothRemoved = name === 'removed_at' && typeof own === 'string' && typeof other === 'string';
    if (isMine && isTheirs && !isSame(own, other) && !isBothRemoved && side === undefined) return undefined;
    const value = isMine && (side !== 'theirs' || !isTheirs) && !isBothRemoved ? own : other;
    if (value !== undefined) merged[name] = value;
  }
  // What was removed elsewhere while it was changed here is asked about: it would be gone without a word.
  const isRemovedThere = theirs['removed_at'] !== null && base['removed_at'] === null && mine['removed_at'] === null;
  if (!isRemovedThere || changed.mine === 0) return merged;
  return side === undefined ? undefined : { ...merged, removed_at: side === 'mine' ? null : theirs['removed_at'] };
}

/** Whether two values of JSON are the same. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
