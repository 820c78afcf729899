import { type Change, type NewChange, overlay } from '../change.ts';
import type { Edit } from '../collection-state.ts';
import type { Fields, RawRecord } from '../record.ts';

/** What edits mean for the outbox, and what would take them back. */
export type EditsAsChanges = {
  readonly fresh: readonly NewChange[];
  /** Changes that the server refused and that an edit mends: each is tried again with the edit's values. */
  readonly mended: readonly Change[];
  /** Edits that take all of it back. */
  readonly inverse: readonly Edit[];
};

/** Makes changes of edits, against what the page shows: `rows` with the queue's changes over them. */
export function changesOfEdits(
  collection: string,
  edits: readonly Edit[],
  rows: ReadonlyMap<string, RawRecord>,
  queue: readonly Change[],
  nowMs: number,
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
    inverse.push({ kind: 'change', id: edit.id, values: before });
    const refused = queue.find(
      ({ recordId, trouble, unread }) => recordId === edit.id && trouble?.kind === 'refused' && unread === undefined,
    );
    if (refused === undefined) fresh.push(change);
    else mended.push({ ...refused, values: { ...refused.values, ...values }, base: joinedBase(refused, base), trouble: undefined });
  }
  return { fresh, mended, inverse };
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
  const base = Object.fromEntries(fields.map((field) => [field, row?.[field] ?? null]));
  return { collection, recordId: edit.id, kind, values, base, madeAtMs: nowMs };
}

function withoutCreation({ created_at: _, ...values }: Fields): Fields {
  return values;
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
