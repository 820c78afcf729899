import { fail, type Result, succeed } from '@castellan/foundation/result';
import { createSerialQueue } from '../../lib/serial-queue.ts';
import type { Edit, EditFailure, EditHow } from '../records/collection-state.ts';
import { type BundleEdit, editsOfBundles } from './bundle-edits.ts';
import type { Bundle, BundledRecord, BundleKind } from './bundle-kind.ts';
import { type BundlesView, readBundles } from './read-bundles.ts';

/** What a change may name: fields of a record, of whichever kind. */
type ChangedFields<Kept> = Kept extends unknown ? Partial<Omit<Kept, 'id'>> : never;

type Edited = Promise<Result<undefined, EditFailure>>;

/** How bundled records are written. Each call is one step of undo. */
export type BundlesHand<Kept extends BundledRecord> = {
  /** Puts records as they are given, new ones and known ones. */
  readonly put: (...records: readonly Kept[]) => Edited;
  /** Changes fields of one record, from what it is when its turn comes. */
  readonly change: (id: string, values: ChangedFields<Kept>) => Edited;
  /** Into the trash; `restore` and Undo bring them back. */
  readonly remove: (...ids: readonly string[]) => Edited;
  readonly restore: (...ids: readonly string[]) => Edited;
  /** Deletes for good. */
  readonly drop: (...ids: readonly string[]) => Edited;
  /** Whatever belongs together, made from what is there when its turn comes. */
  readonly edit: (make: (view: BundlesView<Kept>) => BundleEdit<Kept>) => Edited;
  /**
   * Adds what a file brought, all of it or nothing: the records get the import's mark, and are shown once its end is written. `name`
   * is what the owner knows the file by.
   */
  readonly addImport: (batchId: string, name: string, records: readonly Kept[], at: Date) => Edited;
  /** Takes an import back, a complete one or what arrived of it: records that it added go for good, and others become what they were. */
  readonly takeImportBack: (batchId: string) => Edited;
};

/** Where bundles are read and written: the records layer, or a page's own memory. */
export type BundleSource = {
  readonly read: () => readonly Bundle[];
  readonly edit: (edits: readonly Edit[], how?: EditHow) => Edited;
};

/** Makes it. Edits are made one after the other, each from what the one before left. */
export function createBundlesHand<Kept extends BundledRecord>(kind: BundleKind<Kept>, source: BundleSource): BundlesHand<Kept> {
  const inTurn = createSerialQueue();
  const edit: BundlesHand<Kept>['edit'] = (make) =>
    inTurn(async () => {
      const bundles = source.read();
      const view = readBundles(kind, bundles);
      const made = make(view);
      const edits = editsOfBundles(kind, bundles, view, made);
      if (edits.length === 0) return succeed(undefined);
      return made.finish === undefined ? source.edit(edits) : source.edit(edits, { import: made.finish.id });
    });
  const mark = (ids: readonly string[], removed_at: string | null) =>
    edit((view) => {
      const from = removed_at === null ? view.removed : view.records;
      return { put: from.filter(({ id }) => ids.includes(id)).map((record) => ({ ...record, removed_at })) };
    });
  return {
    edit,
    put: (...records) => edit(() => ({ put: records })),
    change: (id, values) =>
      edit((view) => {
        const record = view.byId.get(id);
        return record === undefined ? {} : { put: [{ ...record, ...values }] };
      }),
    remove: (...ids) => mark(ids, new Date().toISOString()),
    restore: (...ids) => mark(ids, null),
    drop: (...ids) => edit(() => ({ drop: ids })),
    addImport: (batchId, name, records, at) =>
      edit(() => ({
        put: records.map((record) => ({ ...record, batch: batchId })),
        finish: { id: batchId, name, at: at.toISOString(), records: records.length },
      })),
    takeImportBack: (batchId) =>
      edit((view) => {
        const brought = [...view.records, ...view.removed, ...(view.unfinished.get(batchId) ?? [])].filter(
          ({ batch }) => batch === batchId,
        );
        const back = new Map(brought.flatMap(({ id }) => [[id, view.before.get(id)?.of(batchId)] as const]));
        return {
          forget: batchId,
          put: [...back.values()].filter((was) => was !== undefined),
          drop: [...back].flatMap(([id, was]) => (was === undefined ? [id] : [])),
        };
      }),
  };
}

/** Bundles that live as long as the page and are kept nowhere: for a first view with examples. `onChange` is told of each edit. */
export function createMemorySource(onChange: () => void): BundleSource & { readonly undo: () => boolean } {
  let bundles: readonly Bundle[] = [];
  let before: readonly (readonly Bundle[])[] = [];
  const become = (next: readonly Bundle[]) => {
    bundles = next;
    onChange();
  };
  return {
    read: () => bundles,
    edit: async (edits) => {
      const next = new Map(bundles.map((bundle) => [bundle.id, bundle]));
      for (const { id, values } of edits) {
        const known = next.get(id);
        const at = new Date().toISOString();
        const columns = {
          version: 1,
          created_at: at,
          updated_at: at,
          deleted_at: null,
          import_batch_id: null,
          source: null,
          external_id: null,
        };
        next.set(id, { month: '', ...columns, ...known, ...values, id });
      }
      if (next.size > 10_000) return fail({ code: 'not_kept' });
      before = [...before, bundles];
      become([...next.values()]);
      return succeed(undefined);
    },
    undo: () => {
      const last = before.at(-1);
      if (last === undefined) return false;
      before = before.slice(0, -1);
      become(last);
      return true;
    },
  };
}
