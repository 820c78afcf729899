import { VaultPageInbox } from '../../../domains/notes/inbox/vault-page-inbox.tsx';
import type { VaultVerification } from '../../../domains/vault/contract/vault-state.ts';
import { QuietButton } from '../../../ui/button.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { type OpenState, useVault } from './vault-context.ts';
import { Notice } from './vault-notice.tsx';

type KeptProps = {
  readonly state: OpenState;
  readonly waits: boolean;
  readonly onContinue: (draftId: string) => void;
  /** Leads to the list of ways in. */
  readonly onSecurity: () => void;
};

/** What this browser kept: the inbox, what no key opens any more, and that the older product's traces are gone; and which ways in are new. */
export function KeptNotices({ state, waits, onContinue, onSecurity }: KeptProps) {
  const { actions, inbox, showDialog } = useVault();
  const { pending, drafts, unreadableDrafts, legacyRemoved, tier, unkeptKey, verification } = state;
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
      {unkeptKey && tier === 'secrets' ? (
        <Notice>
          <StatusMark kind="warning">
            A new recovery key was made on this device, and it was not confirmed that you wrote it down. Earlier recovery keys no longer
            work.
          </StatusMark>
          <div className="flex flex-wrap gap-x-4">
            <QuietButton onClick={() => showDialog({ kind: 'recovery-key' })}>Make a new recovery key</QuietButton>
            <QuietButton onClick={actions.recoveryKeyKept}>I have written it down</QuietButton>
          </div>
        </Notice>
      ) : null}
      {verification.changedWays.length === 0 ? null : (
        <Notice>
          <StatusMark kind="info">{`${changesText(verification.changedWays)} If that was not you, rotate the vault key.`}</StatusMark>
          {tier === 'secrets' ? <QuietButton onClick={onSecurity}>Review unlock methods</QuietButton> : null}
        </Notice>
      )}
      {unreadableDrafts === 0 ? null : (
        <Notice>
          <StatusMark kind="warning">
            {`${texts} kept on this device cannot be opened. Either the vault key was changed since, or someone replaced the key that this device encrypts to and may have read ${them}.`}
          </StatusMark>
        </Notice>
      )}
    </>
  );
}

/** How many ways in other devices added, changed and took away: each of these writes was made with the vault's key. */
function changesText(changes: VaultVerification['changedWays']): string {
  const count = (wanted: string) => changes.filter(({ change }) => change === wanted).length;
  const parts = [
    [count('added'), 'added'],
    [count('replaced'), 'changed'],
    [count('removed'), 'removed'],
  ] as const;
  const said = parts.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]));
  return `Unlock methods changed on another device since this one last checked: ${said.join(', ')}.`;
}
