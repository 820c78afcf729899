import { momentMs, reach } from '../../lib/backend-parts/reach.ts';
import { watchChanges } from '../../lib/backend-parts/watch.ts';
import { browserTimer } from '../../lib/clock.ts';
import { storedUserId } from '../../lib/stored-session.ts';
import { createRecordsEngine, type RecordsEngine } from './engine/records-engine.ts';
import { openIndexedDbStore } from './indexed-db-store.ts';
import { restRecordsServer } from './records-server.ts';
import { createMemoryStore, type RecordsStore } from './records-store.ts';
import { fetchedSealer } from './sealer.ts';
import { openTabs } from './tabs.ts';

let engine: RecordsEngine | undefined;

/** The one engine of this page, on the real server and the browser's own database. */
export function openRecords(): RecordsEngine {
  engine ??= createRecordsEngine({
    store: openStore(),
    server: restRecordsServer,
    sealer: fetchedSealer(async () => {
      const [{ deviceSealerOf }, { browserVault }] = await Promise.all([
        import('./copies/device-sealer.ts'),
        import('../vault/browser-vault.client.ts'),
      ]);
      return deviceSealerOf(browserVault().records);
    }),
    tabs: openTabs(),
    timer: browserTimer,
    exclusively,
    watch: (collection, onChange) =>
      watchChanges(collection, (signal) => {
        // Also when listening begins: what changed before is not told.
        if (signal !== 'lost') onChange();
      }),
    onWake,
  });
  return engine;
}

async function openStore(): Promise<RecordsStore> {
  const store = await openIndexedDbStore(indexedDB).catch(() => createMemoryStore());
  const userId = storedUserId();
  if (userId !== undefined) await store.claim(userId);
  return store;
}

/** Where the browser has no locks (a page without TLS), two tabs may send the same at once, which is harmless: it arrives once. */
async function exclusively<Value>(work: () => Promise<Value>): Promise<Value> {
  if (navigator.locks === undefined) return work();
  return navigator.locks.request('castellan-records-sender', work);
}

function onWake(listener: () => void): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') listener();
  };
  window.addEventListener('online', listener);
  document.addEventListener('visibilitychange', onVisibility);
  const stopHearing = reach.onHeard(listener, momentMs);
  return () => {
    stopHearing();
    window.removeEventListener('online', listener);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
