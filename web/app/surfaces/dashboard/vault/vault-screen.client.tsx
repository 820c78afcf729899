import { useEffect } from 'react';
import { browserVault } from '../../../domains/vault/browser-vault.client.ts';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import { offerVaultCommands } from './vault-commands.ts';
import { VaultRoot } from './vault-root.tsx';

/** The screen over the browser's one vault. In a file that the server's build leaves out: it brings the vault's code along. */
export default function BrowserVaultScreen() {
  const vault = browserVault();
  useNotices();
  useEffect(() => offerVaultCommands(vault), [vault]);
  return <VaultRoot vault={vault} />;
}

const lockReasons = {
  button: undefined,
  idle: 'Locked after inactivity.',
  hidden: 'Locked because the page was hidden.',
  logout: 'You signed out.',
  elsewhere: 'It was locked in another tab, or the session ended.',
  rotated: 'The vault key was rotated on another device. Unlock it again.',
  leaving: undefined,
  away: 'The server has not answered for seven days. It is needed now.',
} as const;

function lostText(lost: number): string | undefined {
  if (lost === 0) return undefined;
  return lost === 1 ? 'Unsaved text is lost.' : `${lost} unsaved texts are lost.`;
}

const cleared = {
  time: { title: 'The clipboard was cleared', description: 'The 30 seconds are over.' },
  return: { title: 'The clipboard was cleared', description: 'It could not be while the page was out of sight.' },
  lock: { title: 'Vault Locked', description: 'The clipboard was cleared with it.' },
} as const;

/** Says what happens to the vault without being asked for. */
function useNotices(): void {
  const toast = useToast();
  useEffect(() => {
    return browserVault().onNotice((notice) => {
      if (notice.kind === 'clipboard-cleared') return toast(cleared[notice.cause]);
      const description = [lockReasons[notice.reason], lostText(notice.lost)].filter((text) => text !== undefined).join(' ');
      toast({ title: 'Vault Locked', ...(description === '' ? {} : { description }), ...(notice.lost > 0 ? { tone: 'alert' } : {}) });
    });
  }, [toast]);
}
