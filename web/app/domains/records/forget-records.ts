import { openIndexedDbStore, recordsDatabaseName } from './indexed-db-store.ts';
import { openTabs } from './tabs.ts';

/** How many changes this browser keeps that the server does not know yet; 0 where it keeps no database. */
export async function countWaiting(): Promise<number> {
  const store = await openExisting();
  return store === undefined ? 0 : (await store.changes()).length;
}

/**
 * Forgets the owner's records in this browser. `everything` also takes what waits to be sent, and is for a sign-out that
 * the owner chose; a session that merely ended takes the rows and leaves the owner's own unsent work, which is kept under
 * that owner's id.
 */
export async function forgetRecords(what: 'rows' | 'everything'): Promise<void> {
  const store = await openExisting();
  await store?.forget(what);
  openTabs().tell({ kind: 'forgotten' });
}

async function openExisting() {
  try {
    // Whoever never opened a page with records gets no database by asking.
    const known = await indexedDB.databases();
    return known.some(({ name }) => name === recordsDatabaseName) ? await openIndexedDbStore(indexedDB) : undefined;
  } catch {
    return undefined;
  }
}
