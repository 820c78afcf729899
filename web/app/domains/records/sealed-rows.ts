import { type Result, succeed } from '@castellan/foundation/result';
import type { Change, NewChange } from './change.ts';
import type { Fields, RawRecord } from './record.ts';
import type { Asked, RecordsServer } from './records-server.ts';
import type { RecordsStore } from './records-store.ts';
import { type ChangePlace, type SealedPlace, type Sealer, vaultClosed } from './sealer.ts';

/**
 * The row as store, server and other tabs may have it: what is readable of it, and the sealed text. Of a row that was opened
 * the readable fields go.
 */
export function closeRow(row: RawRecord): RawRecord {
  const { id, version, updated_at, deleted_at } = row;
  return { id, version, created_at: row['created_at'] ?? updated_at, updated_at, deleted_at, sealed: row['sealed'] ?? '' };
}

/** What the engine needs of sealed collections: rows are opened on the way in and sealed on the way out. */
export type Sealing = {
  /** Opens what can be opened; the others come back closed, or with a refusal where they are not what was sealed. */
  readonly openRows: (collection: string, rows: readonly RawRecord[]) => Promise<readonly RawRecord[]>;
  readonly isOpened: (row: RawRecord) => boolean;
  /** Why an opened vault does not open this row: a code. */
  readonly refusalOf: (row: RawRecord) => string | undefined;
  readonly store: (store: RecordsStore) => RecordsStore;
  readonly server: (server: RecordsServer) => RecordsServer;
  /** Lets go of what it keeps of waiting changes that were opened. */
  readonly closeChanges: () => void;
};

/** Raised where a write finds the vault closed; nothing was written. */
export class VaultClosed extends Error {}

/** The collections of this page, by name: which of them are sealed, and the row that there is of a record. */
type KnownRows = {
  readonly isSealed: (collection: string) => boolean;
  readonly rowOf?: (collection: string, id: string) => RawRecord | undefined;
};

/** Makes it. */
export function createSealing(sealer: Sealer, { isSealed, rowOf = () => undefined }: KnownRows): Sealing {
  const opened = new WeakSet<RawRecord>();
  const refusals = new WeakMap<RawRecord, string>();
  const isOpened = (row: RawRecord) => opened.has(row);
  const refusalOf = (row: RawRecord) => refusals.get(row);

  /** What was opened before and comes again as it was need not be opened again: a reading begins a while before what is new. */
  const openedBefore = (collection: string, row: RawRecord): RawRecord | undefined => {
    const known = rowOf(collection, row.id);
    if (known === undefined || !opened.has(known) || refusals.has(known)) return undefined;
    const same = (['version', 'sealed', 'updated_at', 'deleted_at', 'created_at'] as const).every(
      (column) => known[column] === row[column],
    );
    return same ? known : undefined;
  };
  const openRows = async (collection: string, rows: readonly RawRecord[]): Promise<readonly RawRecord[]> => {
    if (!isSealed(collection) || rows.length === 0) return rows;
    const closedRows = rows.map((row) => openedBefore(collection, row) ?? closeRow(row));
    const fresh = closedRows.filter((row) => !opened.has(row));
    if (fresh.length === 0 && sealer.sealState() === 'open') return closedRows;
    const answers = await sealer.open(fresh.map((row) => ({ place: rowPlace(collection, row), text: String(row['sealed']) })));
    if (!answers.ok) return closedRows.map(closeRow);
    const byRow = new Map(fresh.map((row, index) => [row, answers.value[index]]));
    return closedRows.map((row) => {
      if (!byRow.has(row)) return row;
      const answer = byRow.get(row);
      // The clear columns are the database's word, whatever is inside.
      const whole: RawRecord = answer?.ok === true ? { ...answer.value, ...row } : row;
      opened.add(whole);
      if (answer?.ok !== true) refusals.set(whole, answer?.failure.code ?? 'unreadable');
      return whole;
    });
  };
  let openedChanges: OpenedChanges = new Map();
  return {
    openRows,
    isOpened,
    refusalOf,
    store: (store) =>
      sealedStore(store, {
        ...{ sealer, isSealed, openRows },
        known: () => openedChanges,
        keep: (changes) => {
          openedChanges = changes;
        },
      }),
    server: (server) => sealedServer(server, { sealer, isSealed, openRows, refusalOf, isOpened }),
    closeChanges: () => {
      openedChanges = new Map();
    },
  };
}

function rowPlace(collection: string, { id, version }: Pick<RawRecord, 'id' | 'version'>): SealedPlace {
  return { class: 'row', collection, id, version };
}

type Parts = Pick<Sealing, 'openRows'> & { readonly sealer: Sealer; readonly isSealed: (collection: string) => boolean };

// The store ---------------------------------------------------------------------------------------------------------

function changePlace({ collection, recordId, madeAtMs }: NewChange): ChangePlace {
  return { class: 'change', collection, id: recordId, version: Math.max(1, Math.trunc(madeAtMs)) };
}

type Answer = Result<Fields, { readonly code: string }>;

/** What was opened of waiting changes, by their places in the queue: while the text is the same, it is not opened again. */
type OpenedChanges = ReadonlyMap<number, { readonly text: string; readonly answer: Answer }>;

type OpenedBefore = { readonly known: () => OpenedChanges; readonly keep: (changes: OpenedChanges) => void };

function sealedStore(store: RecordsStore, { sealer, isSealed, openRows, known, keep }: Parts & OpenedBefore): RecordsStore {
  const close = (collection: string, rows: readonly RawRecord[]) => (isSealed(collection) ? rows.map(closeRow) : rows);
  const closeChanges = async <Given extends NewChange>(changes: readonly Given[]): Promise<readonly Given[]> => {
    const own = changes.filter(({ collection }) => isSealed(collection));
    if (own.length === 0) return changes;
    const texts = await sealer.seal(own.map((change) => ({ place: changePlace(change), fields: insideOf(change) })));
    if (!texts.ok) throw new VaultClosed(texts.failure.code);
    const sealed = new Map(own.map((change, index) => [change, texts.value[index] ?? '']));
    return changes.map((change) => {
      const text = sealed.get(change);
      if (text === undefined) return change;
      const { trouble } = change;
      return {
        ...change,
        values: { sealed: text },
        base: {},
        trouble: trouble?.kind === 'conflict' ? { ...trouble, theirs: {} } : trouble,
      };
    });
  };
  const openChanges = async (changes: readonly Change[]): Promise<readonly Change[]> => {
    // Whichever page reads them, sealed changes are known by their shape; only a page that knows the collection opens them.
    const own = changes.filter(isSealedChange);
    if (own.length === 0) return changes;
    const mine = own.filter(({ collection }) => isSealed(collection));
    const before = known();
    const fresh = mine.filter(({ sequence, values }) => before.get(sequence)?.text !== values['sealed']);
    const answers = await sealer.open(fresh.map((change) => ({ place: changePlace(change), text: String(change.values['sealed']) })));
    const now = new Map(
      answers.ok
        ? mine.flatMap(({ sequence, values }) => {
            const had = before.get(sequence);
            return had !== undefined && had.text === values['sealed'] ? [[sequence, had] as const] : [];
          })
        : [],
    );
    if (answers.ok)
      for (const [index, answer] of answers.value.entries()) {
        const change = fresh[index];
        if (change !== undefined) now.set(change.sequence, { text: String(change.values['sealed']), answer });
      }
    // Another page may have been asked meanwhile, or the vault closed: what it lets go of stays gone.
    if (before === known()) keep(now);
    return changes.map((change) => {
      if (!isSealedChange(change)) return change;
      const answer = now.get(change.sequence)?.answer;
      if (answer === undefined) return { ...change, values: {}, unread: 'locked' };
      return answer.ok ? (outsideOf(change, answer.value) ?? unreadableChange(change)) : unreadableChange(change, answer.failure.code);
    });
  };
  return {
    ...store,
    load: async (collection) => {
      const kept = await store.load(collection);
      return { ...kept, rows: await openRows(collection, kept.rows) };
    },
    row: async (collection, id) => {
      const row = await store.row(collection, id);
      return row && (await openRows(collection, [row]))[0];
    },
    putRows: (collection, rows, cursor) => store.putRows(collection, close(collection, rows), cursor),
    changes: async () => openChanges(await store.changes()),
    append: async (changes) => {
      const placed = await store.append(await closeChanges(changes));
      return placed.map((change, index) => ({ ...change, ...changes[index] }));
    },
    settle: (collection, sequences, rows) => store.settle(collection, sequences, close(collection, rows)),
    replace: async (change) => {
      // What was not read cannot be written again: it stays as it is.
      if (change.unread !== undefined) return;
      const [closed] = await closeChanges([change]);
      if (closed !== undefined) await store.replace(closed);
    },
  };
}

function isSealedChange({ values }: Change): boolean {
  return typeof values['sealed'] === 'string';
}

function insideOf({ values, base, trouble }: NewChange): Fields {
  return { values, base, ...(trouble?.kind === 'conflict' ? { theirs: trouble.theirs } : {}) };
}

function outsideOf(change: Change, { values, base, theirs }: Fields): Change | undefined {
  if (!isFields(values) || !isFields(base)) return undefined;
  const { trouble } = change;
  return {
    ...change,
    values,
    base,
    trouble: trouble?.kind === 'conflict' ? { ...trouble, theirs: isFields(theirs) ? theirs : {} } : trouble,
  };
}

const unreadableReasons: Readonly<Record<string, string>> = {
  newer_version: 'What waits here was written by a newer version of this program. Reload the page, or update the program.',
  upgrade_failed: 'What waits here was written by an earlier version of this program, and could not be taken over.',
};

function unreadableChange(change: Change, code = 'unreadable'): Change {
  const reason = unreadableReasons[code] ?? 'What waits here was sealed under a key that this vault no longer has, or was tampered with.';
  return { ...change, values: {}, base: {}, unread: 'unreadable', trouble: { kind: 'refused', reason } };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// The server --------------------------------------------------------------------------------------------------------

function sealedServer(
  server: RecordsServer,
  { sealer, isSealed, openRows, refusalOf, isOpened }: Parts & Pick<Sealing, 'refusalOf' | 'isOpened'>,
): RecordsServer {
  const opening = async (collection: string, asked: Asked<readonly RawRecord[]>): Asked<readonly RawRecord[]> => {
    const answer = await asked;
    return answer.ok ? succeed(await openRows(collection, answer.value)) : answer;
  };
  const openingOne = async (collection: string, asked: Asked<RawRecord | undefined>): Asked<RawRecord | undefined> => {
    const answer = await asked;
    if (!answer.ok || answer.value === undefined) return answer;
    const [row] = await openRows(collection, [answer.value]);
    return succeed(row);
  };
  const access = { server, openRows, refusalOf };
  return {
    ...server,
    create: (collection, records) =>
      isSealed(collection) ? sealer.create(access, collection, records) : server.create(collection, records),
    change: (collection, row, values) =>
      isSealed(collection) ? sealer.change(access, collection, row, values) : server.change(collection, row, values),
    writeTogether: (writes) =>
      writes.some(({ collection }) => isSealed(collection)) ? sealer.writeTogether(access, writes) : server.writeTogether(writes),
    readMany: (collection, ids) =>
      isSealed(collection) ? opening(collection, server.readMany(collection, ids)) : server.readMany(collection, ids),
    read: async (collection, id) => {
      if (!isSealed(collection)) return server.read(collection, id);
      const row = await openingOne(collection, server.read(collection, id));
      // Compared with a closed row, every field would look changed elsewhere.
      return row.ok && row.value !== undefined && !isOpened(row.value) ? vaultClosed : row;
    },
    writtenSince: (collection, since, offset) =>
      isSealed(collection)
        ? opening(collection, server.writtenSince(collection, since, offset))
        : server.writtenSince(collection, since, offset),
  };
}
