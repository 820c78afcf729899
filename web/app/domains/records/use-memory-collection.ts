import { succeed } from '@castellan/foundation/result';
import { useMemo, useRef, useState } from 'react';
import type { CollectionState, Edit } from './collection-state.ts';
import { newRecordId, type RawRecord } from './record.ts';
import type { CollectionInHand } from './use-collection.ts';

/** A collection in memory, which also takes what Undo is not to take back. */
type MemoryCollection<Row> = CollectionInHand<Row> & { readonly amend: (id: string, values: Partial<Row>) => void };

/**
 * Records that live as long as the component, to be read and written as a collection is: what a sample is made of.
 * @param begin - the first ones
 * @param create - a new one, with what a form leaves out
 */
export function useMemoryCollection<Row extends RawRecord>(
  begin: () => readonly Row[],
  create: (id: string, values: object) => Row,
): MemoryCollection<Row> {
  const [all, setAll] = useState(begin);
  const steps = useRef<(readonly Row[])[]>([]);
  const creating = useRef(create);
  return useMemo(() => {
    const edit = async (edits: readonly Edit[]) => {
      steps.current.push(all);
      setAll((present) => edits.reduce((rows, one) => applied(rows, one, creating.current), present));
      return succeed(undefined);
    };
    const mark = (ids: readonly string[], deletedAt: string | null) =>
      edit(ids.map((id) => ({ kind: 'change', id, values: { deleted_at: deletedAt } })));
    return {
      state: stateOf(all),
      edit,
      add: (values) => {
        const id = newRecordId();
        return { id, kept: edit([{ kind: 'create', id, values }]) };
      },
      change: (id, values) => edit([{ kind: 'change', id, values }]),
      remove: (...ids) => mark(ids, new Date().toISOString()),
      restore: (...ids) => mark(ids, null),
      amend: (id, values) => setAll((present) => present.map((row) => (row.id === id ? { ...row, ...values } : row))),
      undo: async () => {
        const before = steps.current.pop();
        if (before !== undefined) setAll(before);
        return before !== undefined;
      },
      decide: async () => undefined,
      refresh: async () => undefined,
      settleFault: async () => undefined,
    };
  }, [all]);
}

function applied<Row extends RawRecord>(rows: readonly Row[], { kind, id, values }: Edit, create: (id: string, values: object) => Row) {
  if (kind === 'change') return rows.map((row) => (row.id === id ? { ...row, ...values, updated_at: new Date().toISOString() } : row));
  return [...rows, create(id, values)];
}

function stateOf<Row extends RawRecord>(all: readonly Row[]): CollectionState<Row> {
  return {
    ...{ status: 'ready', vault: 'open', lockedRows: 0, link: 'reachable', malformed: [], waiting: 0, conflicted: [], stuck: 0, closed: 0 },
    ...{ unfinished: [], importing: [] },
    ...{ unsent: new Set<string>(), updatedAtMs: undefined, outlivesPage: false },
    rows: all.filter(({ deleted_at }) => deleted_at === null),
    removed: all.filter(({ deleted_at }) => deleted_at !== null),
  };
}
