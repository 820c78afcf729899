import { PrinterIcon } from '@castellan/icons/devices/printer';
import type { ComponentProps } from 'react';
import { QuietButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../session/copy-button.tsx';

type RecoveryKeyProps = { readonly recoveryKey: string; readonly copy: ComponentProps<typeof CopyButton>['copy'] };

/** Four groups of four characters to a row, each with its hyphen: eight groups are two rows, at every width. */
function rowsOf(recoveryKey: string): readonly string[] {
  return recoveryKey.match(/.{1,20}/g) ?? [];
}

/** A recovery key, shown this once, to be copied or printed. */
export function RecoveryKey({ recoveryKey, copy }: RecoveryKeyProps) {
  return (
    <div>
      <p
        translate="no"
        className="recovery-key w-min rounded-control border border-edge bg-plate px-5 py-3 font-mono leading-loose tracking-wide text-ink select-all sm:text-lg"
      >
        {rowsOf(recoveryKey).map((row) => (
          <span key={row} className="inline-block whitespace-nowrap">
            {row}
          </span>
        ))}
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
