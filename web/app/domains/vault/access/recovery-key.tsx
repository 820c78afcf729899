import { PrinterIcon } from '@castellan/icons/devices/printer';
import type { ComponentProps } from 'react';
import { QuietButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../session/copy-button.tsx';

type RecoveryKeyProps = { readonly recoveryKey: string; readonly copy: ComponentProps<typeof CopyButton>['copy'] };

/** A recovery key, shown this once, to be copied or printed. */
export function RecoveryKey({ recoveryKey, copy }: RecoveryKeyProps) {
  return (
    <div>
      <p
        translate="no"
        className="recovery-key rounded-control border border-edge bg-plate p-4 font-mono text-lg leading-loose tracking-wide wrap-anywhere text-ink select-all"
      >
        {recoveryKey}
      </p>
      <p className="mt-3 text-sm text-muted">
        It opens the vault if the master password is lost, and it is shown only now. Keep it on paper, away from this device. A copy is
        cleared from the clipboard after 30 seconds, but clipboard histories may keep it.
      </p>
      <div className="mt-2 -ml-2 flex flex-wrap gap-x-4">
        <CopyButton text={recoveryKey} copy={copy}>
          Copy key
        </CopyButton>
        <QuietButton icon={PrinterIcon} onClick={() => window.print()}>
          Print
        </QuietButton>
      </div>
    </div>
  );
}
