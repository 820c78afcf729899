import { PrinterIcon } from '@castellan/icons/devices/printer';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../../domains/session/copy-button.tsx';
import { Button, QuietButton } from '../../../../ui/button.tsx';
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
  return (
    <Dialog
      role="alertdialog"
      open={recoveryKey !== null}
      title="Your recovery key"
      onClose={() => undefined}
      actions={<Button onClick={onKept}>I have kept it</Button>}
    >
      {recoveryKey === null ? null : <RecoveryKeySheet recoveryKey={recoveryKey} />}
      {children}
    </Dialog>
  );
}

/** The recovery key, shown this once, to be copied or printed. */
function RecoveryKeySheet({ recoveryKey }: { readonly recoveryKey: string }) {
  const { actions } = useVault();
  return (
    <div>
      <p
        translate="no"
        className="recovery-key rounded-control border border-edge bg-plate p-4 font-mono text-lg leading-loose tracking-wide wrap-anywhere text-ink select-all"
      >
        {recoveryKey}
      </p>
      <p className="mt-3 text-sm text-muted">
        It opens the vault if the master password is lost, and it is shown only now. Keep it on paper, away from this device: a copy leaves
        the clipboard after 30 seconds, though not what clipboard histories and other programs keep of it.
      </p>
      <div className="mt-2 -ml-2 flex flex-wrap gap-x-4">
        <CopyButton text={recoveryKey} copy={actions.copySecret}>
          Copy key
        </CopyButton>
        <QuietButton icon={PrinterIcon} onClick={() => window.print()}>
          Print
        </QuietButton>
      </div>
    </div>
  );
}
