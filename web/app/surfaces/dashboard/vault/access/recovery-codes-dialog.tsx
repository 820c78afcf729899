import { RecoveryCodesDialog as CodesDialog } from '../../../../domains/session/recovery-codes-dialog.tsx';
import { useVault } from '../vault-context.ts';

/** The dialog that makes recovery codes, opened from the vault's security panel. */
export function RecoveryCodesDialog() {
  const { actions, dialog, showDialog } = useVault();
  return <CodesDialog open={dialog?.kind === 'recovery-codes'} copy={actions.copyOfAccount} onClose={() => showDialog(null)} />;
}
