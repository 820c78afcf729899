import { useEffect, useSyncExternalStore } from 'react';
import { browserVault } from '../../../domains/vault/browser-vault.client.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import { offerVaultCommands } from './vault-commands.ts';
import { VaultScreen } from './vault-screen.tsx';

/** The screen over the browser's one vault. In a file that the server's build leaves out: it brings the vault's code along. */
export default function BrowserVaultScreen() {
  const vault = browserVault();
  const state = useSyncExternalStore(vault.subscribe, vault.read);
  useNotices();
  useEffect(() => offerVaultCommands(vault), [vault]);
  return <VaultScreen state={state} actions={vault.actions} />;
}

const lockReasons = {
  button: undefined,
  idle: 'It was not used for a while.',
  hidden: 'The page was out of sight for a while.',
  logout: 'You signed out.',
  elsewhere: 'It was locked in another tab, or the session ended.',
  rotated: 'The vault was given another key on another device. Open it anew.',
  leaving: undefined,
} as const;

/** A clipboard emptied this soon after a lock was emptied by it. */
const togetherMs = 3000;

/** Says what happens to the vault without being asked for. */
function useNotices(): void {
  const toast = useToast();
  useEffect(() => {
    let lockedAtMs = 0;
    return browserVault().onNotice((notice) => {
      if (notice.kind === 'locked') {
        lockedAtMs = browserTimer.nowMs();
        const description = lockReasons[notice.reason];
        toast({ title: 'Vault Locked', ...(description === undefined ? {} : { description }) });
        return;
      }
      const byLock = browserTimer.nowMs() - lockedAtMs < togetherMs;
      toast(byLock ? { title: 'Vault Locked', description: 'The clipboard was cleared.' } : { title: 'The clipboard was cleared' });
    });
  }, [toast]);
}
