import { VaultPageInbox } from '../../../domains/notes/inbox/vault-page-inbox.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { type OpenState, useVault } from './vault-context.ts';
import { Notice } from './vault-notice.tsx';

type KeptProps = { readonly state: OpenState; readonly waits: boolean; readonly onContinue: (draftId: string) => void };

/** What this browser kept: the inbox, what no key opens any more, and that the older product's traces are gone. */
export function KeptNotices({ state: { pending, drafts, unreadableDrafts, legacyRemoved }, waits, onContinue }: KeptProps) {
  const { actions, inbox } = useVault();
  const [texts, them] = unreadableDrafts === 1 ? ['1 text', 'it'] : [`${unreadableDrafts} texts`, 'them'];
  return (
    <>
      {waits ? (
        <VaultPageInbox inbox={inbox} pending={pending} drafts={drafts} onContinue={onContinue} onDropDraft={actions.dropDraft} />
      ) : null}
      {legacyRemoved ? (
        <Notice>
          <StatusMark kind="warning">
            The older product’s traces were removed from this browser. The old master’s key was among them: with a backup from before the
            upgrade it opens every password that was not changed since. Change the important ones.
          </StatusMark>
        </Notice>
      ) : null}
      {unreadableDrafts === 0 ? null : (
        <Notice>
          <StatusMark kind="warning">
            {`${texts} kept on this device cannot be opened. Either the vault was given another key since, or somebody exchanged the key that this device seals to, and may have read ${them}.`}
          </StatusMark>
        </Notice>
      )}
    </>
  );
}
