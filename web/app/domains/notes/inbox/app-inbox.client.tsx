import { useSyncExternalStore } from 'react';
import { browserVault } from '../../vault/browser-vault.client.ts';
import { VaultPageInbox } from './vault-page-inbox.tsx';

/** The vault's inbox above the open records of an app that has no notes in hand. */
export function AppInbox() {
  const { inbox, read, subscribe, actions } = browserVault();
  const state = useSyncExternalStore(subscribe, read);
  if (state.stage !== 'open' || state.tier !== 'secrets') return null;
  return (
    <div className="mb-6">
      <VaultPageInbox inbox={inbox} pending={state.pending} drafts={state.drafts} onDropDraft={actions.dropDraft} />
    </div>
  );
}
