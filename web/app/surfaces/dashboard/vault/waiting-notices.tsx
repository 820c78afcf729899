import type { KeptDraft } from '../../../domains/vault/contract/vault-state.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { type OpenState, useVault } from './vault-context.ts';
import { Notice } from './vault-notice.tsx';

type WaitingProps = { readonly state: OpenState; readonly onContinue: (draftId: string) => void };

/** What was typed and is in no entry yet: saved without a master, or left half-typed by a lock. */
export function WaitingNotices({ state: { tier, pending, drafts, unreadableDrafts, legacyRemoved }, onContinue }: WaitingProps) {
  const { actions } = useVault();
  return (
    <>
      {pending.map(({ id, title, isKept }) => (
        <Notice key={id}>
          <StatusMark kind={isKept ? 'info' : 'warning'}>
            {isKept
              ? `“${title}” is held, and saved once the master password is in.`
              : `“${title}” is held in this page only: give the master password before the vault locks or the page closes, or it is lost.`}
          </StatusMark>
        </Notice>
      ))}
      {tier === 'secrets'
        ? drafts.map((draft) => (
            <Notice key={draft.id}>
              <StatusMark kind="info">{draftText(draft)}</StatusMark>
              <span className="flex gap-x-3">
                <Button tone="quiet" onClick={() => onContinue(draft.id)}>
                  Continue
                </Button>
                <Button tone="quiet" onClick={() => actions.dropDraft(draft.id)}>
                  Discard
                </Button>
              </span>
            </Notice>
          ))
        : null}
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
            {`${unreadableDrafts === 1 ? '1 text' : `${unreadableDrafts} texts`} kept on this device cannot be opened: the vault was given another key since.`}
          </StatusMark>
        </Notice>
      )}
    </>
  );
}

function draftText({ entryId, title }: KeptDraft): string {
  const name = title.trim() === '' ? '' : ` “${title}”`;
  return entryId === null
    ? `A new entry${name} was not finished when the vault locked.`
    : `A change of${name} was not saved when the vault locked.`;
}
