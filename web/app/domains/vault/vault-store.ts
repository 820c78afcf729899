import { fail } from '@castellan/foundation/result';
import type { VaultSealer } from '../records/sealer.ts';
import { addPasskey } from './access/add-passkey.ts';
import { changeMaster, listWaysIn, makeRecoveryKey, proveKey, removeWayIn, repairManifest } from './access/change-ways.ts';
import { letPasskeyOpen } from './access/let-passkey-open.ts';
import { watchCopy } from './away/keep-copy.ts';
import type { VaultInbox } from './captures/vault-inbox.ts';
import { toolsOf, writeInBatches } from './checks/run-tools.ts';
import { acceptLog } from './checks/seal-log.ts';
import type { HeldItem } from './contract/held-item.ts';
import type { VaultSecurity } from './contract/vault-security.ts';
import type { VaultActions, VaultState } from './contract/vault-state.ts';
import { dropDraft, keepPending } from './drafts/keep-drafts.ts';
import { keepForms, unkeptCount } from './drafts/keep-forms.ts';
import { sealDraft } from './drafts/sealed-draft.ts';
import { removedOf } from './entries/removed-entries.ts';
import {
  copyGuarded,
  copyShown,
  editEntries,
  editListed,
  openEntryForEdit,
  readEntryContents,
  readEntrySecrets,
  removeForever,
  saveEntry,
} from './entries/save-entries.ts';
import { dropEntryIcon, keepAllIcons, keepSiteIcon, readEntryIcon } from './entries/site-icons.ts';
import type { ClearCause } from './ports/clipboard-guard.ts';
import type { RestoreTools } from './restore/restore-tools.ts';
import { recordSealerOf } from './sealed-records/record-sealer.ts';
import { failureOfJob } from './session/failure-of.ts';
import { acceptState, compareStates, loadVault } from './session/load-vault.ts';
import { type LockReason, lockVault } from './session/lock-vault.ts';
import { VaultCore, type VaultStorePorts } from './session/store-core.ts';
import { watchOutage } from './session/watch-outage.ts';
import { catchUp } from './session/write-vault.ts';
import { emptyOldTrash } from './unlock/after-opening.ts';
import { unlockWithCode, unlockWithMaster, unlockWithPasskey, unlockWithRecoveryKey } from './unlock/unlock-vault.ts';
import { continueUpgrade } from './unlock/upgrade-vault.ts';

/** What the page should say that nobody asked for: the vault locked by itself, or the clipboard was emptied. */
export type VaultNotice =
  /** `lost`: what was typed and could not be kept, for lack of a key to seal it to. */
  | { readonly kind: 'locked'; readonly reason: LockReason; readonly lost: number }
  | { readonly kind: 'clipboard-cleared'; readonly cause: ClearCause };

/** The vault as an external store (`useSyncExternalStore`), with everything that can be done to it. */
export type VaultStore = {
  readonly read: () => VaultState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly actions: VaultActions;
  /** Seals and opens the records of other apps. */
  readonly records: VaultSealer;
  /** What was captured while it was locked. */
  readonly inbox: VaultInbox;
  /** What exports of other apps work on. They come with whoever shows one, and not with the vault. */
  readonly core: VaultCore;
  readonly onNotice: (listener: (notice: VaultNotice) => void) => () => void;
  /** Reads what there is to open, and listens to other tabs; returns the way to stop, which locks. */
  readonly start: () => () => void;
  /** Locks for a reason of its own and tells when the errands that follow are done. */
  readonly lockFor: (reason: LockReason) => Promise<void>;
  /** When it locks by itself, for the page to show. */
  readonly setLocksAt: (locksAtMs: number | undefined) => void;
  /** Told of a lock before anything else is: what holds readable texts is dropped by then. */
  readonly onEmptying: (listener: () => void) => () => void;
  /** Seals what is typed, as before a page that is out of sight may be ended without a word. */
  readonly keepTyped: () => void;
  /** Whether something typed would be lost if the page were closed now. */
  readonly wouldLose: () => boolean;
  /** What opens and restores a file; fetched when it is first asked for. */
  readonly restoring: () => Promise<RestoreTools>;
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
    const lost = wasOpen ? unkeptCount(core) : 0;
    const errands = lockVault(core, reason);
    if (wasOpen) notify({ kind: 'locked', reason, lost });
    return errands;
  };
  const emptying = new Set<() => void>();
  core.onEmptying = () => {
    for (const listener of [...emptying]) listener();
  };
  core.resumeRotation = () => goOnRotating(core);
  core.onSuperseded = () => void lockFor('rotated').then(() => loadVault(core));
  return {
    core,
    read: core.read,
    subscribe: core.subscribe,
    actions: actionsOf(core, lockFor),
    records: recordSealerOf(core),
    inbox: { read: () => core.captures, subscribe: core.subscribe, core, seal: sealDraft },
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
        watchOutage(core),
        watchCopy(core, () => void lockFor('away').then(() => loadVault(core))),
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
    onEmptying: (listener) => {
      emptying.add(listener);
      return () => emptying.delete(listener);
    },
    keepTyped: () => void keepForms(core),
    wouldLose: () => core.pending.some(({ isKept }) => !isKept) || [...core.forms].some((read) => read() !== undefined),
    restoring: async () => (await import('./restore/restore-tools.ts')).restoreToolsOf(core, writeInBatches),
    catchUp: () => void catchUp(core),
  };
}

function actionsOf(core: VaultCore, lockFor: (reason: LockReason) => Promise<void>): VaultActions {
  return {
    retry: () => (core.opened === undefined ? void loadVault(core) : void catchUp(core)),
    unlockWithCode: (code) => unlockWithCode(core, code),
    unlockWithMaster: (master) => unlockWithMaster(core, master),
    unlockWithRecoveryKey: (key) => unlockWithRecoveryKey(core, key),
    unlockWithPasskey: (slotId) => unlockWithPasskey(core, slotId),
    setMaster: async (master) => (await loadFounding())?.setMaster(core, master) ?? unreachable,
    upgrade: async (oldMaster, newMaster) => (await loadFounding())?.upgradeVault(core, oldMaster, newMaster) ?? unreachable,
    replaceVault: async (master) => (await loadFounding())?.replaceVault(core, master) ?? unreachable,
    acceptRestoredEpoch: (choice) => acceptState(core, choice),
    compareStates: () => compareStates(core),
    acceptLog: () => acceptLog(core),
    convertLeft: (oldMaster) => continueUpgrade(core, undefined, oldMaster),
    repairManifest: () => repairManifest(core),
    lock: (reason) => void lockFor(reason),
    readIcon: (id) => readEntryIcon(core, id),
    wantIcon: (id) => void keepSiteIcon(core, id),
    wantAllIcons: () => void keepAllIcons(core),
    dropIcon: (id) => dropEntryIcon(core, id),
    sending: async () => (await import('./entries/send-values.ts')).sendingOf(core),
    readSecrets: (id, purpose) => readEntrySecrets(core, id, purpose),
    readContents: (id) => readEntryContents(core, id),
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
    keepPending: (draft) => void keepPending(core, draft),
    watchForm: (read) => {
      core.forms.add(read);
      return () => core.forms.delete(read);
    },
    readDraft: (id) => core.halfTyped.find((draft) => draft.id === id),
    recoveryKeyKept: () => {
      core.ports.unkeptKeys.clear();
      core.publish();
    },
    dropDraft: (id) => void dropDraft(core, id),
    unkeptCount: () => unkeptCount(core),
    trash: (...ids) => editListed(core, ids, (id) => ({ kind: 'trash', id })),
    restore: (...ids) => editListed(core, ids, (id) => ({ kind: 'restore', id })),
    amend: (changes) => {
      const byId = new Map(changes.map((change) => [change.id, change]));
      return editListed(core, [...byId.keys()], (id) => ({ ...byId.get(id), kind: 'amend', id }));
    },
    removeForever: (...ids) => removeForever(core, ids),
    adopt: (id) => editEntries(core, [{ kind: 'adopt', id }]),
    answerProofs: (ask) => {
      const asking = async () => {
        const { run } = core;
        const isGiven = await ask();
        // The trash waited for it.
        if (isGiven && !core.isOver(run)) void emptyOldTrash(core);
        return isGiven;
      };
      core.askProof = asking;
      return () => {
        if (core.askProof === asking) core.askProof = undefined;
      };
    },
    removed: removedOf(core, () => lockFor('rotated')),
    tools: toolsOf(core),
    security: securityOf(core),
  };
}

const unreachable = fail({ code: 'unreachable' } as const);

// Fetched when a vault is made: one that is there opens without it.
const loadFounding = () => import('./unlock/found-vault.ts').catch(() => undefined);

// Fetched when a rotation begins or goes on: the list opens without it.
const loadRotation = () => import('./access/rotate-key.ts').catch(() => undefined);

async function goOnRotating(core: VaultCore, without?: readonly HeldItem[]): Promise<void> {
  await (await loadRotation())?.continueRotation(core, without);
}

function securityOf(core: VaultCore): VaultSecurity {
  return {
    waysIn: () => listWaysIn(core),
    changeMaster: (proof, next) => changeMaster(core, proof, next),
    makeRecoveryKey: (proof) => makeRecoveryKey(core, proof),
    addPasskey: (proof, label) => addPasskey(core, proof, label),
    letPasskeyOpen: (proof, factor) => letPasskeyOpen(core, proof, factor),
    prove: (proof) => proveKey(core, proof),
    removeWayIn: (slotId, proof) => removeWayIn(core, slotId, proof),
    rotateKey: async (...given) => (await loadRotation())?.rotateKey(core, ...given) ?? unreachable,
    resumeRotation: () => void goOnRotating(core),
    finishRotation: (without) => void goOnRotating(core, without),
    stopRotation: () => {
      core.rotationStopped = true;
    },
    selfTest: async () => {
      const asked = await core.client.ask('selfTest', undefined);
      return asked.ok ? asked : fail(failureOfJob(asked.failure));
    },
  };
}
