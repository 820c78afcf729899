import type { Change } from '../change.ts';
import type { Collection, MalformedRow } from '../collection.ts';
import type { CollectionState } from '../collection-state.ts';
import type { RawRecord } from '../record.ts';

/** One collection as this browser has it, with whoever looks at it. */
export type Mirror = {
  readonly collection: Collection<RawRecord>;
  rows: Map<string, RawRecord>;
  cursor: string | undefined;
  loaded: boolean;
  failed: boolean;
  updatedAtMs: number | undefined;
  readonly verified: WeakMap<RawRecord, RawRecord | MalformedRow>;
  /** Records of which the server showed an earlier version than this browser has. */
  readonly rolledBack: Map<string, number>;
  /** Records whose rows are not as the vault lists them, by id. */
  faults: ReadonlyMap<string, string>;
  readonly listeners: Set<() => void>;
  stop: () => void;
  snapshot: CollectionState<RawRecord> | undefined;
  pulling: Promise<void> | undefined;
  pullAgain: boolean;
  /** How often everything was forgotten: what was asked for before is not taken in afterwards. */
  forgotten: number;
  callOffPull: () => void;
};

/** A collection of which nothing is known yet. */
export function newMirror(collection: Collection<RawRecord>): Mirror {
  return {
    collection,
    rows: new Map(),
    cursor: undefined,
    loaded: false,
    failed: false,
    updatedAtMs: undefined,
    verified: new WeakMap(),
    rolledBack: new Map(),
    faults: new Map(),
    listeners: new Set(),
    stop: () => undefined,
    snapshot: undefined,
    pulling: undefined,
    pullAgain: false,
    forgotten: 0,
    callOffPull: () => undefined,
  };
}

/** How many records there are, as far as this browser knows while it cannot read them. */
export function countLocked(rows: ReadonlyMap<string, RawRecord>, own: readonly Change[]): number {
  const there = [...rows.values()].filter((row) => row.deleted_at === null).length;
  return there + new Set(own.filter(({ kind, recordId }) => kind === 'create' && !rows.has(recordId)).map(({ recordId }) => recordId)).size;
}

/** Records that the server has taken back; what this browser has of them is what is shown. */
export function rollbacksOf({ collection, rolledBack }: Mirror, seen: ReadonlyMap<string, RawRecord>): readonly MalformedRow[] {
  return [...rolledBack].flatMap(([id, version]) => {
    const row = seen.get(id);
    if (row === undefined) return [];
    const issue = version < row.version ? 'earlier' : 'other';
    return [{ id, name: collection.nameOf(row), issue, raw: row, isShown: true }];
  });
}

/** Records whose rows are not as the vault lists them: none of these is shown as if it were. */
export function faultsOf({ collection, faults }: Mirror, seen: ReadonlyMap<string, RawRecord>): readonly MalformedRow[] {
  return [...faults].flatMap(([id, fault]) => {
    const row = seen.get(id);
    // What is in the trash and was never listed concerns nobody.
    if (row !== undefined && row.deleted_at !== null && fault === 'unlisted') return [];
    const raw = row ?? { id, version: 0, updated_at: '', deleted_at: null };
    return [{ id, name: collection.nameOf(raw), issue: fault, raw, fault }];
  });
}
