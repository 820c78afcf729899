import { newIdentifier } from '@castellan/vault-core/identifier';
import { watchSessionEnd } from '../../lib/backend.ts';
import { clearClipboard, copyText } from '../../lib/clipboard.ts';
import { browserTimer } from '../../lib/clock.ts';
import { beforeLeaving } from '../session/leave-session.ts';
import { createClipboardGuard } from './clipboard-guard.ts';
import { onCopied } from './copied-here.ts';
import { deviceLabelOf } from './device-label.ts';
import { browserDeviceMemory, makeDeviceKey } from './device-memory.ts';
import { storedSiteIcons } from './icon-choice.ts';
import { storedLockTimes, usualLockTimes } from './lock-times.ts';
import { olderProduct } from './older-product.ts';
import { openVaultWorker } from './open-vault-worker.client.ts';
import { browserPasskeys } from './passkey-door.ts';
import { accountPasskeys } from './passkey-factors.ts';
import { vaultBackend } from './vault-backend.ts';
import { vaultLog } from './vault-log.ts';
import { vaultOpenness } from './vault-openness.ts';
import { createVaultStore, type VaultStore } from './vault-store.ts';
import { browserTabs } from './vault-tabs.ts';
import { browserPageEvents, watchLocking } from './watch-locking.ts';

let present: VaultStore | undefined;

/**
 * The browser's one vault: `read` and `subscribe` for `useSyncExternalStore`, `actions` for everything else, `onNotice` for what
 * nobody asked for. Made and started at the first call, when a view of it is first shown; leaving the view leaves it open until
 * it locks. Import this file only where the vault is shown (`await import(…)`): it brings the vault's code along.
 */
export function browserVault(): VaultStore {
  present ??= createBrowserVault();
  return present;
}

function createBrowserVault(): VaultStore {
  const clipboard = createClipboardGuard({ timer: browserTimer, write: copyText, clear: clearClipboard });
  const tabs = browserTabs();
  const store = createVaultStore({
    backend: vaultBackend,
    memory: browserDeviceMemory(),
    openClient: openVaultWorker,
    timer: browserTimer,
    newId: () => newIdentifier((count) => crypto.getRandomValues(new Uint8Array(count))),
    makeDeviceKey,
    deviceLabel: () => deviceLabelOf(navigator.userAgent),
    log: vaultLog,
    tabs,
    clipboard,
    passkeys: browserPasskeys,
    passkeyFactors: accountPasskeys,
    olderProduct,
    wantsIcons: () => storedSiteIcons.read() ?? true,
  });
  const onReturn = () => {
    if (document.hidden) return;
    void clipboard.onReturn();
    store.catchUp();
  };
  document.addEventListener('visibilitychange', onReturn);
  addEventListener('focus', () => void clipboard.onReturn());
  addEventListener('online', () => store.catchUp());
  onCopied(clipboard.onOtherCopy);
  store.subscribe(() => {
    const state = store.read();
    tabs.reachDevices(state.stage === 'open' && state.tier !== 'none');
    vaultOpenness.tell(state.stage === 'open' && state.tier === 'secrets');
  });
  watchLocking({
    timer: browserTimer,
    steadyMs: () => performance.now(),
    page: browserPageEvents,
    times: () => storedLockTimes.read() ?? usualLockTimes,
    isOpen: () => store.read().stage === 'open',
    onChange: store.subscribe,
    lock: (reason) => void store.lockFor(reason),
    tellLocksAt: store.setLocksAt,
  });
  // The session's end takes the keys along, whoever ended it.
  beforeLeaving(() => store.lockFor('logout'));
  watchSessionEnd(() => void store.lockFor('elsewhere'));
  store.start();
  return store;
}
