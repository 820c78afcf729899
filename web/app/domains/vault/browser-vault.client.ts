import { fail } from '@castellan/foundation/result';
import { newIdentifier } from '@castellan/vault-core/identifier';
import { momentMs, reach } from '../../lib/backend-parts/reach.ts';
import { watchSessionEnd } from '../../lib/backend-parts/watch.ts';
import { clearClipboard } from '../../lib/clear-clipboard.ts';
import { copyText } from '../../lib/clipboard.ts';
import { browserTimer } from '../../lib/clock.ts';
import { watchWorker } from '../release/watch-worker.ts';
import { beforeLeaving } from '../session/leave-session.ts';
import { storedUnkeptKeys } from './access/unkept-keys.ts';
import { browserCopyMemory } from './away/copy-memory.ts';
import { storedSiteIcons } from './entries/icon-choice.ts';
import { lockSignal } from './lock-signal.ts';
import { createClipboardGuard } from './ports/clipboard-guard.ts';
import { onCopied } from './ports/copied-here.ts';
import { datedDeviceLabel } from './ports/device-label.ts';
import { browserDeviceMemory, makeDeviceKey } from './ports/device-memory.ts';
import { browserDraftMemory } from './ports/draft-memory.ts';
import { legacyProduct } from './ports/legacy-product.ts';
import { storedLockTimes, usualLockTimes } from './ports/lock-times.ts';
import { browserPasskeys } from './ports/passkey-client.ts';
import { accountPasskeys } from './ports/passkey-factors.ts';
import { vaultBackend } from './ports/vault-backend.ts';
import { vaultLog } from './ports/vault-log.ts';
import { browserTabs } from './ports/vault-tabs.ts';
import { browserPageEvents, watchLocking } from './session/watch-locking.ts';
import { vaultOpenness } from './vault-openness.ts';
import { createVaultStore, type VaultStore } from './vault-store.ts';
import { openVaultWorker } from './worker/open-vault-worker.client.ts';

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

/** The same where it was started already. */
export function browserVaultIfStarted(): VaultStore | undefined {
  return present;
}

function createBrowserVault(): VaultStore {
  const clipboard = createClipboardGuard({ timer: browserTimer, write: copyText, clear: clearClipboard });
  const tabs = browserTabs();
  const store = createVaultStore({
    backend: vaultBackend,
    memory: browserDeviceMemory(),
    drafts: browserDraftMemory(),
    copy: browserCopyMemory(),
    openClient: openVaultWorker,
    // Fetched with the first file.
    readForeignFile: (request, signal) =>
      import('./import-file/read-in-own-worker.client.ts').then(
        ({ readInOwnWorker }) => readInOwnWorker(request, signal),
        () => fail({ code: 'reader_failed' }),
      ),
    timer: browserTimer,
    newId: () => newIdentifier((count) => crypto.getRandomValues(new Uint8Array(count))),
    makeDeviceKey,
    deviceLabel: () => datedDeviceLabel(navigator.userAgent, browserTimer.nowMs()),
    log: vaultLog,
    tabs,
    clipboard,
    passkeys: browserPasskeys,
    passkeyFactors: accountPasskeys,
    legacyProduct,
    unkeptKeys: storedUnkeptKeys,
    feed: () => import('../health-feed/feed-client.ts'),
    wantsIcons: () => storedSiteIcons.read() ?? false,
  });
  store.onEmptying(lockSignal.tell);
  const onReturn = () => {
    if (document.hidden) return store.keepTyped();
    void clipboard.onReturn();
    store.catchUp();
  };
  document.addEventListener('visibilitychange', onReturn);
  // The browser asks in words of its own whether the page may go.
  addEventListener('beforeunload', (event) => {
    if (store.wouldLose()) event.preventDefault();
  });
  addEventListener('focus', () => void clipboard.onReturn());
  addEventListener('online', () => store.catchUp());
  reach.onHeard(() => store.catchUp(), momentMs);
  onCopied(clipboard.onOtherCopy);
  store.subscribe(() => {
    const state = store.read();
    tabs.reachDevices(state.stage === 'open' && state.tier !== 'none');
    const isOpen = state.stage === 'open' && state.tier === 'secrets';
    vaultOpenness.tell(isOpen, isOpen && store.inbox.read().length + state.pending.length + state.drafts.length > 0);
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
  // A page that this site's own worker does not stand before is in somebody else's hands.
  if ('serviceWorker' in navigator) watchWorker(navigator.serviceWorker, location.origin, () => void store.lockFor('elsewhere'));
  store.start();
  return store;
}
