import * as z from 'zod/mini';
import type { Change } from './change.ts';
import { type RawRecord, rawRecordSchema } from './record.ts';
import type { RecordsStore } from './records-store.ts';

/** The browser database that holds the owner's rows and what waits to be sent. */
export const recordsDatabaseName = 'castellan-records';

const keptRow = z.object({ collection: z.string(), id: z.string(), row: rawRecordSchema });
const fields = z.record(z.string(), z.unknown());
const keptChange = z.object({
  sequence: z.number(),
  collection: z.string(),
  recordId: z.string(),
  kind: z.enum(['create', 'change']),
  values: fields,
  base: fields,
  madeAtMs: z.number(),
  whole: z.optional(z.string()),
  isDoubtful: z.optional(z.literal(true)),
  step: z.optional(
    z.object({
      ...{ id: z.string(), of: z.number() },
      ...{ isImport: z.optional(z.boolean()), isBack: z.optional(z.boolean()), isEnd: z.optional(z.boolean()) },
    }),
  ),
  trouble: z.optional(
    z.union([z.object({ kind: z.literal('refused'), reason: z.string() }), z.object({ kind: z.literal('conflict'), theirs: fields })]),
  ),
});
const keptFact = z.object({ key: z.string(), value: z.string() });

/** Opens the store in the browser's own database. Rejects where the browser refuses one. */
export async function openIndexedDbStore(factory: IDBFactory): Promise<RecordsStore> {
  const database = await openRecordsDatabase(factory);
  return {
    outlivesPage: true,
    claim: (userId) =>
      transact(database, 'readwrite', async (write) => {
        const facts = write.objectStore('facts');
        const known = await factOf(facts, 'user');
        if (known !== undefined && known !== userId) forgetIn(write, 'everything');
        facts.put({ key: 'user', value: userId });
      }),
    load: (collection) =>
      transact(database, 'readonly', async (read) => {
        const kept = await answer(read.objectStore('rows').getAll(IDBKeyRange.bound([collection], [collection, []])));
        const cursor = await factOf(read.objectStore('facts'), `cursor:${collection}`);
        const rows = kept.flatMap((one: unknown) => {
          const parsed = keptRow.safeParse(one);
          return parsed.success ? [parsed.data.row] : [];
        });
        return { rows, cursor };
      }),
    row: (collection, id) =>
      transact(database, 'readonly', async (read) => {
        const kept = keptRow.safeParse(await answer(read.objectStore('rows').get([collection, id])));
        return kept.success ? kept.data.row : undefined;
      }),
    ids: (collection) =>
      transact(database, 'readonly', async (read) => {
        const keys = await answer(read.objectStore('rows').getAllKeys(IDBKeyRange.bound([collection], [collection, []])));
        return keys.flatMap((key) => (Array.isArray(key) && typeof key[1] === 'string' ? [key[1]] : []));
      }),
    putRows: (collection, rows, cursor) =>
      transact(database, 'readwrite', async (write) => {
        await putNewer(write.objectStore('rows'), collection, rows);
        if (cursor !== undefined) write.objectStore('facts').put({ key: `cursor:${collection}`, value: cursor });
      }),
    drop: (collection, ids) =>
      transact(database, 'readwrite', async (write) => {
        for (const id of ids) {
          write.objectStore('rows').delete([collection, id]);
          write.objectStore('facts').delete(pictureKey(collection, id));
        }
      }),
    changes: () =>
      transact(database, 'readonly', async (read) => {
        const kept = await answer(read.objectStore('changes').getAll());
        return kept.flatMap((one: unknown): readonly Change[] => {
          const parsed = keptChange.safeParse(one);
          return parsed.success ? [parsed.data] : [];
        });
      }),
    append: (changes) =>
      transact(database, 'readwrite', async (write) => {
        const store = write.objectStore('changes');
        return Promise.all(changes.map(async (change) => ({ ...change, sequence: Number(await answer(store.add({ ...change }))) })));
      }),
    exchange: (sequences, changes) =>
      transact(database, 'readwrite', async (write) => {
        const store = write.objectStore('changes');
        for (const sequence of sequences) store.delete(sequence);
        for (const change of changes) store.add({ ...change });
      }),
    settle: (collection, sequences, rows) =>
      transact(database, 'readwrite', async (write) => {
        await putNewer(write.objectStore('rows'), collection, rows);
        for (const sequence of sequences) write.objectStore('changes').delete(sequence);
      }),
    replace: (change) =>
      transact(database, 'readwrite', async (write) => {
        const store = write.objectStore('changes');
        if ((await answer(store.count(change.sequence))) > 0) store.put({ ...change });
      }),
    forget: (what) => transact(database, 'readwrite', async (write) => forgetIn(write, what)),
  };
}

async function factOf(facts: IDBObjectStore, key: string): Promise<string | undefined> {
  const kept = keptFact.safeParse(await answer(facts.get(key)));
  return kept.success ? kept.data.value : undefined;
}

/** From how many rows on it is cheaper to ask first which of them are there. */
const manyRows = 50;

/** Puts the rows that are not older than what is there. */
async function putNewer(rows: IDBObjectStore, collection: string, fresh: readonly RawRecord[]): Promise<void> {
  const keys = fresh.length < manyRows ? undefined : await answer(rows.getAllKeys(IDBKeyRange.bound([collection], [collection, []])));
  const there = keys && new Set(keys.flatMap((key) => (Array.isArray(key) ? [String(key[1])] : [])));
  const put = (row: RawRecord) => rows.put({ collection, id: row.id, row });
  await Promise.all(
    fresh.map(async (row) => {
      if (there?.has(row.id) === false) return void put(row);
      const known = keptRow.safeParse(await answer(rows.get([collection, row.id])));
      if (!known.success || known.data.row.version <= row.version) put(row);
    }),
  );
}

function forgetIn(write: IDBTransaction, what: 'rows' | 'everything'): void {
  write.objectStore('rows').clear();
  write.objectStore('facts').clear();
  if (what === 'everything') write.objectStore('changes').clear();
}

/** Where the picture of a row is kept among the facts: it goes with its row, and when everything is forgotten. */
export const pictureKey = (collection: string, id: string) => `picture:${collection}:${id}`;

/** Opens the browser's database itself. Rejects where the browser refuses one. */
export async function openRecordsDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  const opening = factory.open(recordsDatabaseName, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('rows', { keyPath: ['collection', 'id'] });
    opening.result.createObjectStore('changes', { keyPath: 'sequence', autoIncrement: true });
    opening.result.createObjectStore('facts', { keyPath: 'key' });
  };
  const database = await answer(opening);
  // Another tab that deletes or upgrades the database must not wait for this one for ever.
  database.onversionchange = () => database.close();
  return database;
}

/** Runs the work in one transaction over everything; resolves with its value once the disk has it. */
export function transact<Value>(
  database: IDBDatabase,
  mode: 'readonly' | 'readwrite',
  work: (transaction: IDBTransaction) => Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    // Strict: an acknowledged change survives the browser being killed and the power going.
    const transaction = database.transaction(['rows', 'changes', 'facts'], mode, { durability: 'strict' });
    const working = work(transaction);
    transaction.oncomplete = () => working.then(resolve, reject);
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser took the transaction back'));
    working.catch((cause: unknown) => {
      reject(cause);
      transaction.abort();
    });
  });
}

/** What a request comes to. */
export function answer<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
