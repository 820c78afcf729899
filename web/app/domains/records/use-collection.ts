import type { Result } from '@castellan/foundation/result';
import { useMemo, useSyncExternalStore } from 'react';
import type { Collection } from './collection.ts';
import type { CollectionState, Decision, Edit, EditFailure, EditHow } from './collection-state.ts';
import { openRecords } from './open-records.ts';
import { newRecordId, type RawRecord } from './record.ts';

type Edited = Promise<Result<undefined, EditFailure>>;

/** What a page may write of a row: everything but what the database and the layer decide. */
export type Writable<Row> = Partial<Omit<Row, 'id' | 'version' | 'updated_at'>>;

/** A collection in a component: what it holds now, and how to change it. Each call is one step of undo. */
export type CollectionInHand<Row> = {
  /** The collection's name; one that lives in memory alone has none. */
  readonly name?: string;
  readonly state: CollectionState<Row>;
  /** Adds a record and answers with its id at once; the promise resolves when this browser keeps it. */
  readonly add: (values: Writable<Row>) => { readonly id: string; readonly kept: Edited };
  /** `over`: what was seen in these fields, where that may be older than what is there by now. */
  readonly change: (id: string, values: Writable<Row>, over?: Writable<Row>) => Edited;
  /** Removes records; `undo` and `restore` bring them back. */
  readonly remove: (...ids: readonly string[]) => Edited;
  readonly restore: (...ids: readonly string[]) => Edited;
  /** Several edits that belong together, such as an import. */
  readonly edit: (edits: readonly Edit[], how?: EditHow) => Edited;
  /** Takes the tool's last edit back; `false` where there is none. */
  readonly undo: () => Promise<boolean>;
  readonly decide: (sequence: number, decision: Decision) => Promise<void>;
  readonly refresh: () => Promise<void>;
  readonly settleFault: (id: string) => Promise<void>;
};

/**
 * The collection, live: shown at once, kept while offline, sent in order, told of what other tabs and devices do. `tool` is whose Undo
 * takes back what is edited here: a tool that writes several collections gives the same word for each.
 */
export function useCollection<Row extends RawRecord>(collection: Collection<Row>, tool: string = collection.name): CollectionInHand<Row> {
  const hand = useMemo(() => {
    const engine = openRecords();
    const feed = engine.open(collection, tool);
    const mark = (ids: readonly string[], deletedAt: string | null) =>
      feed.edit(ids.map((id) => ({ kind: 'change', id, values: { deleted_at: deletedAt } })));
    return {
      name: collection.name,
      feed,
      add: (values: Writable<Row>) => {
        const id = newRecordId();
        const createdAt = new Date().toISOString();
        return { id, kept: feed.edit([{ kind: 'create', id, values: { created_at: createdAt, ...values } }]) };
      },
      change: (id: string, values: Writable<Row>, over?: Writable<Row>) =>
        feed.edit([{ kind: 'change', id, values, ...(over === undefined ? {} : { over }) }]),
      remove: (...ids: readonly string[]) => mark(ids, new Date().toISOString()),
      restore: (...ids: readonly string[]) => mark(ids, null),
      edit: feed.edit,
      undo: () => engine.undo(tool),
      decide: engine.decide,
      refresh: feed.refresh,
      settleFault: feed.settleFault,
    };
  }, [collection, tool]);
  const state = useSyncExternalStore(hand.feed.subscribe, hand.feed.read);
  return useMemo(() => ({ ...hand, state }), [hand, state]);
}
