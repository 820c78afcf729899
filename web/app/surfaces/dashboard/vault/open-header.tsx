import { MemoryIcon } from '@castellan/icons/devices/memory';
import { PlusIcon } from '@castellan/icons/signs/plus';
import { QuestionIcon } from '@castellan/icons/signs/question';
import { use } from 'react';
import { createPortal } from 'react-dom';
import { HeadSlotsContext } from '../../../domains/owner-page/head-slots.ts';
import { HeadTools } from '../../../domains/owner-page/head-tools.tsx';
import { asOfText } from '../../../domains/vault/away/as-of-text.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { Button, QuietButton } from '../../../ui/button.tsx';
import { fetchedPart } from '../../../ui/fetched-part.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { VerificationLine } from './checks/verification-line.tsx';
import { CopyQuestion } from './entries/copy-question.tsx';
import { IconQuestion } from './entries/icon-question.tsx';
import { LockButton } from './lock-button.tsx';
import { LocksIn } from './tools/locks-in.tsx';
import { masterModeOf } from './unlock/master-mode.ts';
import { type OpenState, useVault } from './vault-context.ts';
import { Notice } from './vault-notice.tsx';
import { WaitingNotices } from './waiting-notices.tsx';

// Fetched when a rotation is under way: the list opens without it.
const RotationNotice = fetchedPart(async () => (await import('./access/rotation-notice.tsx')).RotationNotice);

/** What the open vault says and offers in the head of the view: how it stands, when it locks, and the one action. */
export function OpenHead({ state, onAdd }: { readonly state: OpenState; readonly onAdd: () => void }) {
  const { showDialog } = useVault();
  const { state: stateSlot, tools: toolSlot } = use(HeadSlotsContext);
  const { tier, kind, verification, memory, offline, copyAtMs } = state;
  const stands = (
    <>
      {kind === 'present' && tier !== 'none' ? <VerificationLine verification={verification} /> : null}
      {copyAtMs === null ? null : <StatusMark kind="warning">{asOfText(copyAtMs, browserTimer.nowMs())}</StatusMark>}
      <LocksIn memory={memory} />
    </>
  );
  return (
    <>
      {stateSlot === null ? null : createPortal(stands, stateSlot)}
      {toolSlot === null
        ? null
        : createPortal(
            <>
              <LockButton />
              <HeadTools
                menu={{
                  own: [
                    { label: 'Session details', drawing: MemoryIcon, onChoose: () => showDialog({ kind: 'memory' }) },
                    { label: 'Lost something?', drawing: QuestionIcon, onChoose: () => showDialog({ kind: 'help' }) },
                  ],
                  hasKeys: true,
                }}
              />
              <Button icon={PlusIcon} className="page-action" onClick={onAdd} disabled={offline}>
                <span className="page-action-words is-long">Add Entry</span>
              </Button>
            </>,
            toolSlot,
          )}
    </>
  );
}

type OpenNoticesProps = {
  readonly state: OpenState;
  /** Leads to the list of ways in. */
  readonly onSecurity: () => void;
  /** Goes on with what a lock left half-typed. */
  readonly onContinue: (draftId: string) => void;
};

/** What wants the owner before the list does, a line each; mostly nothing. */
export function OpenNotices({ state, onSecurity, onContinue }: OpenNoticesProps) {
  const { actions, showDialog } = useVault();
  const { tier, kind, offline, rotation } = state;
  return (
    <>
      {offline ? (
        <Notice>
          <StatusMark kind="warning">The server does not answer. This is what was last read; entries cannot be saved.</StatusMark>
          <QuietButton onClick={actions.retry}>Try again</QuietButton>
        </Notice>
      ) : null}
      {tier === 'secrets' ? null : (
        <Notice>
          <StatusMark kind="info">{lockedRest(state)}</StatusMark>
          <QuietButton onClick={() => showDialog({ kind: 'master', mode: masterModeOf(kind) })}>
            {kind === 'none' ? 'Set master password' : kind === 'older' ? 'Upgrade the vault' : 'Enter master password'}
          </QuietButton>
        </Notice>
      )}
      {rotation === null ? null : (
        <Notice>
          <RotationNotice rotation={rotation} state={state} />
        </Notice>
      )}
      <CopyQuestion state={state} />
      <IconQuestion state={state} />
      <WaitingNotices state={state} onContinue={onContinue} onSecurity={onSecurity} />
    </>
  );
}

function lockedRest({ kind, tier }: OpenState): string {
  if (kind === 'none') return 'There is no master password yet. Set one to save entries.';
  if (kind === 'older') return 'Set a new master password to open the entries.';
  if (tier === 'none') return 'This device does not know the vault yet. The master password opens it.';
  return 'The list is open. Viewing and copying need the master password.';
}
