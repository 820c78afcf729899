import { fail } from '@castellan/foundation/result';
import type { VaultSealer } from '../records/sealer.ts';
import { addPasskey } from './add-passkey.ts';
import { savePending } from './after-opening.ts';
import { changeMaster, listWaysIn, makeRecoveryKey, removeWayIn, repairManifest } from './change-ways.ts';
import type { ClearCause } from './clipboard-guard.ts';
import { failureOfJob } from './failure-of.ts';
import { replaceVault, setMaster, upgradeVault } from './found-vault.ts';
import { letPasskeyOpen } from './let-passkey-open.ts';
import { acceptState, loadVault } from './load-vault.ts';
import { type LockReason, lockVault } from './lock-vault.ts';
import { recordSealerOf } from './record-sealer.ts';
import { continueRotation, rotateKey } from './rotate-key.ts';
import { toolsOf } from './run-tools.ts';
import {
  copyGuarded,
  copyShown,
  editEntries,
  entryOfDraft,
  openEntryForEdit,
  readEntrySecrets,
  removeForever,
  saveEntry,
} from './save-entries.ts';
import { acceptLog } from './seal-log.ts';
import { dropEntryIcon, keepSiteIcon, readEntryIcon } from './site-icons.ts';
import { VaultCore, type VaultStorePorts } from './store-core.ts';
import { unlockWithCode, unlockWithMaster, unlockWithPasskey, unlockWithRecoveryKey } from './unlock-vault.ts';
import { continueUpgrade } from './upgrade-vault.ts';
import type { VaultSecurity } from './vault-security.ts';
import type { VaultActions, VaultState } from './vault-state.ts';
import { catchUp } from './write-vault.ts';

/** What the page should say that nobody asked for: the vault locked by itself, or the clipboard was emptied. */
export type VaultNotice =
  | { readonly kind: 'locked'; readonly reason: LockReason }
  | { readonly kind: 'clipboard-cleared'; readonly cause: ClearCause };

/** The vault as an external store (`useSyncExternalStore`), with everything that can be done to it. */
export type VaultStore = {
  readonly read: () => VaultState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly actions: VaultActions;
  /** Seals and opens the records of other apps. */
  readonly records: VaultSealer;
  readonly onNotice: (listener: (notice: VaultNotice) => void) => () => void;
  /** Reads what there is to open, and listens to other tabs; returns the way to stop, which locks. */
  readonly start: () => () => void;
  /** Locks for a reason of its own and tells when the errands that follow are done. */
  readonly lockFor: (reason: LockReason) => Promise<void>;
  /** When it locks by itself, for the page to show. */
  readonly setLocksAt: (locksAtMs: number | undefined) => void;
  /** Reads what was changed elsewhere, as when the page is looked at again. */
  readonly catchUp: () => void;
};

/** Makes a store over what is handed in; nothing happens before it is started. */
export function createVaultStore(ports: VaultStorePorts): VaultStore {
  const core = new VaultCore(ports);
  const listeners = new Set<(notice: VaultNotice) => void>();
  const notify = (notice: VaultNotice) => {
    for (const listener of listeners) listener(notice);
  };
  const lockFor = (reason: LockReason) => {
    const wasOpen = core.opened !== undefined;
    const errands = lockVault(core, reason);
    if (wasOpen) notify({ kind: 'locked', reason });
    return errands;
  };
  core.resumeRotation = () => continueRotation(core);
  core.onSuperseded = () => void lockFor('rotated').then(() => loadVault(core));
  return {
    read: core.read,
    subscribe: core.subscribe,
    actions: actionsOf(core, (reason) => void lockFor(reason)),
    records: recordSealerOf(core),
    onNotice: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => {
      const stops = [
        ports.tabs.listen((message) => {
          if (message.kind === 'locked') void lockFor('elsewhere');
          else void catchUp(core, message.epoch);
        }),
        ports.clipboard.onCleared((cause) => notify({ kind: 'clipboard-cleared', cause })),
      ];
      void loadVault(core);
      return () => {
        for (const stop of stops) stop();
        void lockFor('leaving');
      };
    },
    lockFor,
    setLocksAt: (locksAtMs) => {
      if (core.opened === undefined || core.locksAtMs === locksAtMs) return;
      core.locksAtMs = locksAtMs;
      core.publish();
    },
    catchUp: () => void catchUp(core),
  };
}

function actionsOf(core: VaultCore, lock: (reason: LockReason) => void): VaultActions {
  return {
    retry: () => (core.opened === undefined ? void loadVault(core) : void catchUp(core)),
    unlockWithCode: (code) => unlockWithCode(core, code),
    unlockWithMaster: (master) => unlockWithMaster(core, master),
    unlockWithRecoveryKey: (key) => unlockWithRecoveryKey(core, key),
    unlockWithPasskey: (slotId) => unlockWithPasskey(core, slotId),
    setMaster: (master) => setMaster(core, master),
    upgrade: (oldMaster, newMaster) => upgradeVault(core, oldMaster, newMaster),
    replaceVault: (master) => replaceVault(core, master),
    acceptRestoredEpoch: () => acceptState(core),
    acceptLog: () => acceptLog(core),
    convertLeft: (oldMaster) => continueUpgrade(core, undefined, oldMaster),
    repairManifest: () => repairManifest(core),
    lock,
    readIcon: (id) => readEntryIcon(core, id),
    wantIcon: (id) => void keepSiteIcon(core, id),
    dropIcon: (id) => dropEntryIcon(core, id),
    readSecrets: (id, purpose) => readEntrySecrets(core, id, purpose),
    openForEdit: (id) => openEntryForEdit(core, id),
    endEdit: (id) => {
      if (core.opened !== undefined) void core.client.ask('forgetEdit', { id });
    },
    readHeld: async () => {
      const held = core.opened === undefined ? undefined : await core.client.ask('held', undefined);
      return held?.ok === true ? held.value : undefined;
    },
    copySecret: async (text) => (core.opened?.tier === 'secrets' ? copyGuarded(core, text) : fail({ code: 'locked' })),
    copyOfAccount: core.ports.clipboard.copy,
    copyShown: (id, text) => copyShown(core, id, text),
    save: async (id, draft, baseVersion) => {
      const saved = await saveEntry(core, id, draft, baseVersion);
      if (saved.ok) void keepSiteIcon(core, saved.value.id);
      return saved;
    },
    keepPending: (draft) => {
      core.pending = { draft, entry: entryOfDraft(draft, core.ports.timer.nowMs()) };
      core.publish();
      void savePending(core);
    },
    trash: (id) => editEntries(core, [{ kind: 'trash', id }]),
    restore: (id) => editEntries(core, [{ kind: 'restore', id }]),
    removeForever: (...ids) => removeForever(core, ids),
    adopt: (id) => editEntries(core, [{ kind: 'adopt', id }]),
    tools: toolsOf(core),
    security: securityOf(core),
  };
}

function securityOf(core: VaultCore): VaultSecurity {
  return {
    waysIn: () => listWaysIn(core),
    changeMaster: (proof, next) => changeMaster(core, proof, next),
    makeRecoveryKey: (proof) => makeRecoveryKey(core, proof),
    addPasskey: (proof, label) => addPasskey(core, proof, label),
    letPasskeyOpen: (proof, factor) => letPasskeyOpen(core, proof, factor),
    removeWayIn: (slotId) => removeWayIn(core, slotId),
    rotateKey: (proof, master, keep) => rotateKey(core, proof, master, keep),
    resumeRotation: () => void continueRotation(core),
    stopRotation: () => {
      core.rotationStopped = true;
    },
    selfTest: async () => {
      const asked = await core.client.ask('selfTest', undefined);
      return asked.ok ? asked : fail(failureOfJob(asked.failure.code));
    },
  };
}
