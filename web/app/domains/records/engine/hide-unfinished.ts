import type { CollectionState, Edit, Feed } from '../collection-state.ts';
import type { Fields, RawRecord } from '../record.ts';

/**
 * A feed that hides what an import brought until the import's end is there: a row that the import added is not shown, and one that it
 * changed is shown as it was `before`. `ends` is listened to only where rows of imports are, so that whoever never imported does not pay
 * for it.
 */
export function hideUnfinished<Row extends RawRecord>(feed: Feed<Row>, ends: Feed<RawRecord>): Feed<Row> {
  let last:
    | { readonly of: CollectionState<Row>; readonly by: CollectionState<RawRecord> | undefined; readonly state: CollectionState<Row> }
    | undefined;
  const read = () => {
    const of = feed.read();
    if (last?.of === of && (last.by === undefined || last.by === ends.read())) return last.state;
    const by = of.rows.some(isImported) ? ends.read() : undefined;
    last = { of, by, state: by === undefined ? of : withoutUnfinished(of, by) };
    return last.state;
  };
  return {
    ...feed,
    read,
    edit: (edits, how) => feed.edit(how?.import === undefined ? asShown(edits, read().unfinished) : edits, how),
    subscribe: (listener) => {
      let stopEnds: (() => void) | undefined;
      const look = () => {
        if (stopEnds === undefined && feed.read().rows.some(isImported)) stopEnds = ends.subscribe(listener);
      };
      const stop = feed.subscribe(() => {
        look();
        listener();
      });
      look();
      return () => {
        stop();
        stopEnds?.();
      };
    },
  };
}

/** What a row that an import changed was before: its fields with their former values. `undefined` for any other row. */
export function beforeImport(row: RawRecord): Fields | undefined {
  const before = row['before'];
  return typeof before === 'object' && before !== null && !Array.isArray(before) ? (before as Fields) : undefined;
}

const isImported = (row: RawRecord) => typeof row['batch'] === 'string';

const shownBefore = new WeakMap<RawRecord, RawRecord>();

/** A row as it was before the import; the same one each time. */
function asBefore<Row extends RawRecord>(row: Row): readonly Row[] {
  const before = beforeImport(row);
  if (before === undefined) return [];
  const known = shownBefore.get(row) ?? { ...row, ...before, before: null };
  shownBefore.set(row, known);
  return [known as Row];
}

function withoutUnfinished<Row extends RawRecord>(of: CollectionState<Row>, by: CollectionState<RawRecord>): CollectionState<Row> {
  const ended = new Set(by.rows.map(({ id }) => id));
  const isShown = (row: Row) => !isImported(row) || ended.has(String(row['batch']));
  if (of.rows.every(isShown)) return of;
  // Before the ends were read nobody knows which rows are hidden for good.
  if (by.status === 'loading') return { ...of, status: 'loading', rows: [] };
  const rows = of.rows.flatMap((row) => (isShown(row) ? [row] : asBefore(row)));
  return { ...of, rows, unfinished: of.rows.filter((row) => !isShown(row)) };
}

/** Edits of rows that are shown as they were: what the owner writes is written over that, and no import's any more. */
function asShown(edits: readonly Edit[], unfinished: readonly RawRecord[]): readonly Edit[] {
  const before = new Map(unfinished.map((row) => [row.id, beforeImport(row)]));
  if (before.size === 0) return edits;
  return edits.map((edit) => {
    const fields = before.get(edit.id);
    return fields === undefined || 'batch' in edit.values ? edit : { ...edit, values: { ...fields, ...edit.values, before: null } };
  });
}
