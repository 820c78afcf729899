import type { Change, NewChange } from './change.ts';
import type { RawRecord } from './record.ts';

/** What this browser knows of a collection. */
export type StoredCollection = {
  readonly rows: readonly RawRecord[];
  /** `updated_at` of the newest row that the server told of; `undefined` before the first answer. */
  readonly cursor: string | undefined;
};

/** Where rows and waiting changes outlive the page. Every promise resolves once the write is durable. */
export type RecordsStore = {
  /** Makes the store this user's; what another user left in it goes. */
  readonly claim: (userId: string) => Promise<void>;
  readonly load: (collection: string) => Promise<StoredCollection>;
  readonly row: (collection: string, id: string) => Promise<RawRecord | undefined>;
  /** The ids of all rows that are kept of a collection. */
  readonly ids: (collection: string) => Promise<readonly string[]>;
  /** Keeps newer versions of rows; an older one than is kept changes nothing. */
  readonly putRows: (collection: string, rows: readonly RawRecord[], cursor: string | undefined) => Promise<void>;
  /** Forgets rows that the server does not have any more. */
  readonly drop: (collection: string, ids: readonly string[]) => Promise<void>;
  readonly changes: () => Promise<readonly Change[]>;
  readonly append: (changes: readonly NewChange[]) => Promise<readonly Change[]>;
  /** In one step: some changes gone, and others in their place at the end. */
  readonly exchange: (sequences: readonly number[], changes: readonly NewChange[]) => Promise<void>;
  /** In one step: the rows that the server answered with, and the changes that they are the outcome of gone. */
  readonly settle: (collection: string, sequences: readonly number[], rows: readonly RawRecord[]) => Promise<void>;
  /** Puts a change in the place of the one with its sequence; does nothing where that is gone. */
  readonly replace: (change: Change) => Promise<void>;
  /** Forgets the rows, or everything, also what the server does not know yet. */
  readonly forget: (what: 'rows' | 'everything') => Promise<void>;
  /** Whether what is kept survives the page. */
  readonly outlivesPage: boolean;
};

/** A store that lives as long as the page: for browsers that refuse a database, and for tests. */
export function createMemoryStore(): RecordsStore {
  const rows = new Map<string, Map<string, RawRecord>>();
  const cursors = new Map<string, string>();
  let waiting: readonly Change[] = [];
  let sequence = 0;
  let user: string | undefined;

  const put = (collection: string, fresh: readonly RawRecord[]) => {
    const known = rows.get(collection) ?? new Map<string, RawRecord>();
    for (const row of fresh) if ((known.get(row.id)?.version ?? -1) <= row.version) known.set(row.id, row);
    rows.set(collection, known);
  };
  const append = (changes: readonly NewChange[]) => {
    const placed = changes.map((change) => {
      sequence += 1;
      return { ...change, sequence };
    });
    waiting = [...waiting, ...placed];
    return placed;
  };
  const forget = async (what: 'rows' | 'everything') => {
    rows.clear();
    cursors.clear();
    if (what === 'everything') waiting = [];
  };
  return {
    outlivesPage: false,
    claim: async (userId) => {
      if (user !== undefined && user !== userId) await forget('everything');
      user = userId;
    },
    load: async (collection) => ({ rows: [...(rows.get(collection)?.values() ?? [])], cursor: cursors.get(collection) }),
    row: async (collection, id) => rows.get(collection)?.get(id),
    ids: async (collection) => [...(rows.get(collection)?.keys() ?? [])],
    putRows: async (collection, fresh, cursor) => {
      put(collection, fresh);
      if (cursor !== undefined) cursors.set(collection, cursor);
    },
    drop: async (collection, ids) => {
      for (const id of ids) rows.get(collection)?.delete(id);
    },
    changes: async () => waiting,
    append: async (changes) => append(changes),
    exchange: async (sequences, changes) => {
      waiting = waiting.filter((change) => !sequences.includes(change.sequence));
      append(changes);
    },
    settle: async (collection, sequences, fresh) => {
      put(collection, fresh);
      waiting = waiting.filter((change) => !sequences.includes(change.sequence));
    },
    replace: async (change) => {
      waiting = waiting.map((other) => (other.sequence === change.sequence ? change : other));
    },
    forget,
  };
}
