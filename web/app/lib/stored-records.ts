import { copyDatabaseName } from './session-end/copy-database.ts';

/** One named set of records in the browser's database, which holds what storage cannot: keys that nobody can take out. */
export type StoredRecords<Value> = {
  /** Every record that can be read as one; none where the browser refuses its database. */
  readonly all: () => Promise<readonly Value[]>;
  /** Decides about one record from what it is now, in one transaction: the value returned is kept, `undefined` removes it. */
  readonly change: (key: string, decide: (present: Value | undefined) => Value | undefined) => Promise<void>;
  /** Keeps one record so that it outlives the page, or not at all; resolves with whether it is kept. */
  readonly keep: (key: string, value: Value) => Promise<boolean>;
  /** Puts many records in one transaction, or none of them; `undefined` removes one. */
  readonly put: (edits: ReadonlyMap<string, Value | undefined>) => Promise<void>;
};

/** Every set there is, by its database: a set is made when the database is, not when it is first used. */
const databases = {
  castellan: { version: 2, sets: ['vault-pins', 'vault-device-keys', 'vault-parts', 'vault-draft-keys', 'vault-drafts'] },
  // By itself, because a sign-out deletes it whole.
  [copyDatabaseName]: { version: 1, sets: ['vault-copy', 'vault-copy-rows'] },
} as const;

type SetName = (typeof databases)[keyof typeof databases]['sets'][number];

/**
 * Opens a set of records. They outlive sign-out. `parse` reads what anyone with the browser may have written. Where the browser
 * refuses its database, records are kept for as long as the page lives.
 */
export function openStoredRecords<Value>(name: SetName, parse: (value: unknown) => Value | undefined): StoredRecords<Value> {
  const kept = new Map<string, Value>();
  const readKept = () => [...kept.values()];
  return {
    all: async () => {
      try {
        const values = await inTransaction<readonly unknown[]>(name, 'readonly', (store, done) => {
          const asked = store.getAll();
          asked.onsuccess = () => done(asked.result);
        });
        return [...values.map(parse).filter((value) => value !== undefined), ...readKept()];
      } catch {
        return readKept();
      }
    },
    change: async (key, decide) => {
      try {
        await inTransaction<void>(name, 'readwrite', (store, done) => {
          const asked = store.get(key);
          asked.onsuccess = () => {
            const next = decide(parse(asked.result));
            if (next === undefined) store.delete(key);
            else store.put(next, key);
            done();
          };
        });
      } catch {
        const next = decide(kept.get(key));
        if (next === undefined) kept.delete(key);
        else kept.set(key, next);
      }
    },
    keep: (key, value) =>
      putAll(name, new Map([[key, value]])).then(
        () => true,
        () => false,
      ),
    put: async (edits) => {
      try {
        await putAll(name, edits);
      } catch {
        for (const [key, value] of edits) {
          if (value === undefined) kept.delete(key);
          else kept.set(key, value);
        }
      }
    },
  };
}

function putAll(name: SetName, edits: ReadonlyMap<string, unknown>): Promise<void> {
  return inTransaction<void>(name, 'readwrite', (store, done) => {
    for (const [key, value] of edits) {
      if (value === undefined) store.delete(key);
      else store.put(value, key);
    }
    done();
  });
}

async function inTransaction<Value>(
  name: SetName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore, done: (value: Value) => void) => void,
): Promise<Value> {
  const database = await openDatabase(name);
  try {
    return await new Promise<Value>((resolve, reject) => {
      const transaction = database.transaction(name, mode);
      let outcome: { readonly value: Value } | undefined;
      work(transaction.objectStore(name), (value) => {
        outcome = { value };
      });
      // Only then is it on the disk, as far as the browser tells.
      transaction.oncomplete = () => (outcome === undefined ? reject(new Error('nothing was answered')) : resolve(outcome.value));
      transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was ended'));
    });
  } finally {
    database.close();
  }
}

function openDatabase(name: SetName): Promise<IDBDatabase> {
  const isOfCopy = name === 'vault-copy' || name === 'vault-copy-rows';
  const databaseName = isOfCopy ? copyDatabaseName : 'castellan';
  const { version, sets } = databases[databaseName];
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(databaseName, version);
    asked.onupgradeneeded = () => {
      for (const store of sets) if (!asked.result.objectStoreNames.contains(store)) asked.result.createObjectStore(store);
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('the database did not open'));
    asked.onblocked = () => reject(new Error('another page keeps an older database open'));
  });
}
