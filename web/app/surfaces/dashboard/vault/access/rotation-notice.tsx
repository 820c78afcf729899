import type { Rotation } from '../../../../domains/vault/contract/vault-security.ts';
import { QuietButton } from '../../../../ui/button.tsx';
import { ProgressBar } from '../../../../ui/progress.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { type OpenState, useVault } from '../vault-context.ts';

/** How a rotation of the vault key stands, with the ways to pause it and to go on. */
export function RotationNotice({ rotation, state }: { readonly rotation: Rotation; readonly state: OpenState }) {
  const { security } = useVault().actions;
  const { running, left, total, blocked } = rotation;
  const titles = new Map(state.items.map(({ id, details }) => [id, details.title]));
  const done = total - left;
  if (state.tier !== 'secrets') return <StatusMark kind="info">A rotation of the vault key waits for the master password.</StatusMark>;
  return (
    <>
      <div className="min-w-0 flex-1">
        {blocked.length > 0 ? (
          <StatusMark kind="warning">
            {`The old vault key stays: ${blocked.map((id) => `“${titles.get(id) ?? id}”`).join(', ')} cannot be sealed again. Remove or restore what is named, then go on.`}
          </StatusMark>
        ) : (
          <StatusMark kind={running ? 'info' : 'warning'}>
            {running
              ? `Rotating the vault key: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} entries`
              : 'The rotation of the vault key is paused. Both keys are kept until it ends.'}
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
          Go on
        </QuietButton>
      )}
    </>
  );
}
