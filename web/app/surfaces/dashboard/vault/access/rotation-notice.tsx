import { useState } from 'react';
import type { HeldItem } from '../../../../domains/vault/contract/held-item.ts';
import type { Rotation } from '../../../../domains/vault/contract/vault-security.ts';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { QuietButton } from '../../../../ui/button.tsx';
import { ProgressBar } from '../../../../ui/progress.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { type OpenState, useVault } from '../vault-context.ts';
import { heldCount, heldNames } from './held-text.ts';

/** How a rotation of the vault key stands, with the ways to pause it, to go on, and to finish without what cannot be read. */
export function RotationNotice({ rotation, state }: { readonly rotation: Rotation; readonly state: OpenState }) {
  const { security } = useVault().actions;
  const { running, left, total, blocked } = rotation;
  const done = total - left;
  if (state.tier !== 'secrets') return <StatusMark kind="info">Vault key rotation is waiting for the master password.</StatusMark>;
  return (
    <>
      <div className="min-w-0 flex-1 basis-72">
        {blocked.length > 0 ? (
          <BlockedText blocked={blocked} state={state} />
        ) : (
          <StatusMark kind={running ? 'info' : 'warning'}>
            {running
              ? `Rotating the vault key: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} entries`
              : 'Vault key rotation is paused. Both keys are kept until it finishes.'}
          </StatusMark>
        )}
        {running ? (
          <p className="mt-1.5 mb-1 flex">
            <ProgressBar label="Rotating the vault key" done={done} total={Math.max(total, 1)} />
          </p>
        ) : null}
      </div>
      {running ? (
        <QuietButton onClick={security.stopRotation}>Pause</QuietButton>
      ) : (
        <QuietButton disabled={state.offline} onClick={security.resumeRotation}>
          Continue
        </QuietButton>
      )}
      {blocked.length > 0 && blocked.every(({ collection }) => collection !== undefined) ? (
        <FinishWithout blocked={blocked} state={state} />
      ) : null}
    </>
  );
}

type BlockedProps = { readonly blocked: readonly HeldItem[]; readonly state: OpenState };

function BlockedText({ blocked, state }: BlockedProps) {
  const [what, them] =
    blocked.length === 1 ? ['does not open as the vault lists it', 'it'] : ['do not open as the vault lists them', 'them'];
  return (
    <StatusMark kind="warning">
      {`The old vault key stays: ${heldNames(blocked, state.items)} ${what}. Everything else is under the new key. Restore or remove ${them}, an entry here and a record in its app, then continue.`}
    </StatusMark>
  );
}

/** The owner's explicit word that the rotation ends without records that were not read back. */
function FinishWithout({ blocked, state }: BlockedProps) {
  const { security } = useVault().actions;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <QuietButton disabled={state.offline} onClick={() => setAsking(true)}>
        Finish without
      </QuietButton>
      <AlertDialog
        open={asking}
        title={`Finish without ${heldCount(blocked)}?`}
        description={`The rotation ends, and the old key opens nothing but what the vault lists. Not readable from then on: ${heldNames(blocked, state.items)}. If exactly the listed text comes back, the vault opens it again. Other copies under the old key, in a backup or among what is kept for 30 days, are lost.`}
        confirm={{
          label: 'Finish without',
          destroys: true,
          onConfirm: () => {
            setAsking(false);
            security.finishRotation(blocked);
          },
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
