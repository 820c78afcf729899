import type { RecordsStore } from '../records-store.ts';
import type { Sealing } from '../sealed-rows.ts';
import type { Sealer, SealState } from '../sealer.ts';
import type { Mirror } from './mirror.ts';
import type { MirrorStore } from './mirror-store.ts';
import type { Outbox } from './outbox.ts';
import type { UndoHistory } from './undo-history.ts';

/** What it needs from its neighbours. */
export type VaultLockPorts = {
  readonly sealer: Sealer;
  readonly sealing: Sealing;
  readonly start: () => Promise<RecordsStore>;
  readonly mirrors: MirrorStore;
  readonly outbox: Outbox;
  readonly history: UndoHistory;
  readonly pull: (mirror: Mirror) => Promise<void>;
};

/**
 * Keeps sealed collections in step with the vault: a lock empties memory of what was opened, opening reads it again.
 * Returns what begins it; later calls do nothing.
 */
export function createVaultLock({ sealer, sealing, start, mirrors, outbox, history, pull }: VaultLockPorts): () => void {
  let known: SealState | undefined;
  const follow = () => {
    const now = sealer.sealState();
    if (now === known) return;
    const wasOpen = known === 'open';
    known = now;
    if (now === 'open') return void openEverything();
    if (!wasOpen) return mirrors.sealed().forEach(mirrors.invalidate);
    // Nothing that was opened stays in memory: rows, changes that wait, and what could be taken back.
    mirrors.closeSealed();
    outbox.closeSealed();
    history.forgetSealed();
    mirrors.invalidateAll();
  };
  const openEverything = async () => {
    const sealed = mirrors.sealed();
    const store = await start();
    for (const mirror of sealed) {
      mirrors.takeRows(mirror.collection.name, await sealing.openRows(mirror.collection.name, [...mirror.rows.values()]));
      mirrors.invalidate(mirror);
      // The comparison with the vault's manifest needs what the server has now.
      if (mirror.listeners.size > 0) void pull(mirror);
    }
    await outbox.reload(store);
    void outbox.send();
  };
  return () => {
    if (known !== undefined) return;
    known = 'loading';
    sealer.subscribe(follow);
    follow();
  };
}
