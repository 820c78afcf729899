import type { CollectionState, Feed } from '../collection-state.ts';
import type { RawRecord } from '../record.ts';

/**
 * A feed that hides what an import brought until the import's end is there. `ends` is listened to only where rows of imports are, so
 * that whoever never imported does not pay for it.
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

const isImported = (row: RawRecord) => typeof row['batch'] === 'string';

function withoutUnfinished<Row extends RawRecord>(of: CollectionState<Row>, by: CollectionState<RawRecord>): CollectionState<Row> {
  const ended = new Set(by.rows.map(({ id }) => id));
  const isShown = (row: Row) => !isImported(row) || ended.has(String(row['batch']));
  const rows = of.rows.filter(isShown);
  if (rows.length === of.rows.length) return of;
  // Before the ends were read nobody knows which rows are hidden for good.
  if (by.status === 'loading') return { ...of, status: 'loading', rows: [] };
  return { ...of, rows, unfinished: of.rows.filter((row) => !isShown(row)) };
}
