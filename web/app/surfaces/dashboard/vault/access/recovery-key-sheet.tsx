import type { ReactNode } from 'react';
import { RecoveryKey } from '../../../../domains/vault/access/recovery-key.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useVault } from '../vault-context.ts';

type RecoveryKeyDialogProps = {
  /** `null`: none is shown. */
  readonly recoveryKey: string | null;
  readonly onKept: () => void;
  readonly children?: ReactNode;
};

/** Shows a new recovery key, which must be kept before anything goes on: there is one way out. */
export function KeepRecoveryKeyDialog({ recoveryKey, onKept, children }: RecoveryKeyDialogProps) {
  const { actions } = useVault();
  const keep = () => {
    actions.recoveryKeyKept();
    onKept();
  };
  return (
    <Dialog
      role="alertdialog"
      open={recoveryKey !== null}
      title="Your recovery key"
      onClose={() => undefined}
      actions={<Button onClick={keep}>I have saved it</Button>}
    >
      {recoveryKey === null ? null : <RecoveryKey recoveryKey={recoveryKey} copy={actions.copySecret} />}
      {children}
    </Dialog>
  );
}
