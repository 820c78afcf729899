import { useSyncExternalStore } from 'react';
import { fetchedPart } from '../../../ui/fetched-part.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { type OpenState, useVault } from './vault-context.ts';
import { Notice } from './vault-notice.tsx';

type WaitingProps = { readonly state: OpenState; readonly onContinue: (draftId: string) => void; readonly onSecurity: () => void };

// Fetched when there is something of it: the list opens without it.
const KeptNotices = fetchedPart(async () => (await import('./kept-notices.tsx')).KeptNotices);

/** What was typed and is in no entry or note yet: held for the master while there is none, and the inbox once it was given. */
export function WaitingNotices({ state, onContinue, onSecurity }: WaitingProps) {
  const { inbox } = useVault();
  const captures = useSyncExternalStore(inbox.subscribe, inbox.read);
  const { tier, pending, drafts, unreadableDrafts, legacyRemoved, unkeptKey, verification } = state;
  const isOpen = tier === 'secrets';
  const isTold = unkeptKey || legacyRemoved || unreadableDrafts > 0 || verification.changedWays.length > 0;
  const waits = isOpen && captures.length + pending.length + drafts.length > 0;
  return (
    <>
      {(isOpen ? [] : pending).map(({ id, title, isKept }) => (
        <Notice key={id}>
          <StatusMark kind={isKept ? 'info' : 'warning'}>
            {isKept
              ? `“${title}” is held and will be saved when you enter the master password.`
              : `“${title}” is held in this page only: enter the master password before the vault locks or the page closes, or it is lost.`}
          </StatusMark>
        </Notice>
      ))}
      {waits || isTold ? <KeptNotices state={state} waits={waits} onContinue={onContinue} onSecurity={onSecurity} /> : null}
    </>
  );
}
