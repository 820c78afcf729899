import { useState } from 'react';
import { RecoveryCodesDialog } from '../../../web/app/domains/session/recovery-codes-dialog.tsx';
import { GhostButton } from '../../../web/app/ui/button.tsx';

/** Makes a new set of recovery codes, which voids the earlier one. */
export function RecoveryCodesPanel() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <GhostButton onClick={() => setOpen(true)}>New recovery codes</GhostButton>
      <RecoveryCodesDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}
