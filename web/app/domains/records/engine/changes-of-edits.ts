import { type Change, type NewChange, overlay } from '../change.ts';
import type { Edit } from '../collection-state.ts';
import { type Fields, type RawRecord, sameValue } from '../record.ts';

/** What edits mean for the outbox, and what would take them back. */
export type EditsAsChanges = {
  readonly fresh: readonly NewChange[];
  /** Changes that the server refused and that an edit mends: each is tried again with the edit's values. */
  readonly mended: readonly Change[];
  /** Edits that take all of it back. */
  readonly inverse: readonly Edit[];
};

/**
 * Makes changes of edits, against what the page shows: `rows` with the queue's changes over them. What was shown is a change's base,
 * which it is compared with later.
 */
export function changesOfEdits(
  collection: string,
  edits: readonly Edit[],
  rows: ReadonlyMap<string, RawRecord>,
  queue: readonly Change[],
  nowMs: number,
  /** What an undo takes back is its own edit alone, also where somebody else changed the same since. For fields that the server keeps as they are. */
  isOver = false,
): EditsAsChanges {
  const shown = overlay(
    rows,
    queue.filter((change) => change.collection === collection),
  );
  const fresh: NewChange[] = [];
  const mended: Change[] = [];
  const inverse: Edit[] = [];
  for (const edit of edits) {
    const row = shown.get(edit.id);
    const change = changeOf(collection, edit, row, nowMs);
    const { kind, values, base } = change;
    const before = kind === 'create' ? { deleted_at: new Date(nowMs).toISOString() } : pick(base, Object.keys(values));
    inverse.push({ kind: 'change', id: edit.id, values: before, ...(isOver && kind === 'change' ? { over: values } : {}) });
    const refused = queue.find(
      ({ recordId, trouble, unread }) => recordId === edit.id && trouble?.kind === 'refused' && unread === undefined,
    );
    if (refused === undefined) fresh.push(change);
    else mended.push({ ...refused, values: { ...refused.values, ...values }, base: joinedBase(refused, base), trouble: undefined });
  }
  return { fresh, mended, inverse };
}

/** Whether a change may have come from this row, by what was seen of it. */
export function comesFrom({ base, trouble }: Change, row: RawRecord): boolean {
  if (trouble?.kind === 'conflict') return false;
  return Object.entries(base).some(([field, seen]) => field !== 'deleted_at' && field in row && sameValue(seen, row[field]));
}

/** What was seen before a change and the edit that mends it: of a new record nothing. */
function joinedBase(refused: Change, base: Fields): Fields {
  return refused.kind === 'create' ? {} : { ...base, ...refused.base };
}

/** One edit as a change. To create a record that exists, perhaps in the trash, means to give it these values and bring it back. */
function changeOf(collection: string, edit: Edit, row: RawRecord | undefined, nowMs: number): NewChange {
  const kind = row === undefined ? edit.kind : 'change';
  const values = kind === edit.kind ? edit.values : { ...withoutCreation(edit.values), deleted_at: null };
  const fields = kind === 'create' ? [] : [...Object.keys(values), 'deleted_at'];
  const seen: Fields = edit.kind === 'change' && edit.over !== undefined ? { ...row, ...edit.over } : { ...row };
  const base = Object.fromEntries(fields.map((field) => [field, seen[field] ?? null]));
  return { collection, recordId: edit.id, kind, values, base, madeAtMs: nowMs };
}

function withoutCreation({ created_at: _, ...values }: Fields): Fields {
  return values;
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
