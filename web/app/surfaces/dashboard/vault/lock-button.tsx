import { LockIcon } from '@castellan/icons/security/lock';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { GhostButton } from '../../../ui/button.tsx';
import { useVault } from './vault-context.ts';

/** Locks; where that would lose what was typed, it says so first. */
export function LockButton() {
  const { requestLock } = useVault();
  return (
    <GhostButton icon={LockIcon} className="page-action" onClick={requestLock}>
      <span className="page-action-words is-long">Lock</span>
    </GhostButton>
  );
}

/** The question before a lock that this device cannot keep the typed texts over. */
export function LockDialog() {
  const { actions, dialog, showDialog } = useVault();
  return (
    <AlertDialog
      open={dialog?.kind === 'lock'}
      title="Lock and lose unsaved changes?"
      description="This device cannot keep it through a lock: the vault was never opened here. Enter the master password first to save it."
      closeLabel="Stay"
      confirm={{ label: 'Lock', destroys: true, onConfirm: () => actions.lock('button') }}
      onClose={() => showDialog(null)}
    />
  );
}
