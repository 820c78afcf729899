import type { Collection } from '../collection.ts';
import type { RawRecord } from '../record.ts';
import { closeRow } from '../sealed-rows.ts';
import { type Mirror, newMirror } from './mirror.ts';

/** The collections of this page with their rows, and whoever watches them. */
export type MirrorStore = {
  /** The collection's mirror, made when it is first asked for. */
  readonly of: (collection: Collection<RawRecord>) => Mirror;
  readonly find: (name: string) => Mirror | undefined;
  readonly isSealed: (name: string) => boolean;
  readonly sealed: () => readonly Mirror[];
  /** Those whose rows come with imports that this collection ends, as far as they were read. */
  readonly endedBy: (name: string) => readonly Mirror[];
  /** Those that somebody looks at. */
  readonly watched: () => readonly Mirror[];
  /** Takes rows that are newer than what is there, or that are open now and were not. */
  readonly takeRows: (name: string, rows: readonly RawRecord[]) => void;
  /** Forgets rows that are not on the server any more. */
  readonly dropRows: (name: string, ids: readonly string[]) => void;
  readonly forgetAllRows: () => void;
  /** Takes every readable field of sealed rows out of memory. Does not tell anybody yet. */
  readonly closeSealed: () => void;
  /** Has the collection drawn again. */
  readonly invalidate: (mirror: Mirror) => void;
  readonly invalidateAll: () => void;
};

/** What it asks of the vault. */
type VaultPorts = { readonly isVaultOpen: () => boolean; readonly isOpened: (row: RawRecord) => boolean };

/** Makes an empty one. */
export function createMirrorStore({ isVaultOpen, isOpened }: VaultPorts): MirrorStore {
  const mirrors = new Map<string, Mirror>();
  const isSealed = (name: string) => mirrors.get(name)?.collection.sealed === true;
  const sealed = () => [...mirrors.values()].filter(({ collection }) => collection.sealed === true);
  const invalidate = (mirror: Mirror) => {
    mirror.snapshot = undefined;
    for (const listener of mirror.listeners) listener();
  };
  const isNews = (known: RawRecord | undefined, row: RawRecord) =>
    known === undefined || known.version < row.version || (known.version === row.version && isOpened(row) && !isOpened(known));
  return {
    of: (collection) => {
      const mirror = mirrors.get(collection.name) ?? newMirror(collection);
      mirrors.set(collection.name, mirror);
      return mirror;
    },
    find: (name) => mirrors.get(name),
    isSealed,
    sealed,
    endedBy: (name) => [...mirrors.values()].filter(({ collection, loaded }) => loaded && collection.imports?.name === name),
    watched: () => [...mirrors.values()].filter(({ listeners }) => listeners.size > 0),
    takeRows: (name, rows) => {
      const mirror = mirrors.get(name);
      if (mirror === undefined) return;
      const given = isSealed(name) && !isVaultOpen() ? rows.map(closeRow) : rows;
      const fresh = given.filter((row) => isNews(mirror.rows.get(row.id), row));
      if (fresh.length === 0) return;
      mirror.rows = new Map([...mirror.rows, ...fresh.map((row) => [row.id, row] as const)]);
      // These rows changed, so what the last check against the manifest found in them no longer counts.
      const changed = new Set(fresh.map(({ id }) => id));
      mirror.faults = new Map([...mirror.faults].filter(([id]) => !changed.has(id)));
      invalidate(mirror);
    },
    dropRows: (name, ids) => {
      const mirror = mirrors.get(name);
      if (mirror === undefined) return;
      mirror.rows = new Map([...mirror.rows].filter(([id]) => !ids.includes(id)));
      invalidate(mirror);
    },
    forgetAllRows: () => {
      for (const mirror of mirrors.values())
        Object.assign(mirror, { rows: new Map(), cursor: undefined, updatedAtMs: undefined, forgotten: mirror.forgotten + 1 });
    },
    closeSealed: () => {
      for (const mirror of sealed()) {
        mirror.rows = new Map([...mirror.rows].map(([id, row]) => [id, closeRow(row)]));
        mirror.faults = new Map();
      }
    },
    invalidate,
    invalidateAll: () => mirrors.forEach(invalidate),
  };
}
