import type { VaultWays } from '../../../domains/vault/contract/vault-state.ts';
import { PasskeyDialog } from './access/passkey-dialog.tsx';
import { RecoveryCodesDialog } from './access/recovery-codes-dialog.tsx';
import { RecoveryKeyDialog } from './access/recovery-key-dialog.tsx';
import { RotateDialog } from './access/rotate-dialog.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { SetupDialog } from './unlock/setup-dialog.tsx';
import { useVault } from './vault-context.ts';

/** The dialogs that most visits never open: fetched together when the first of them is asked for. */
export function RareDialogs({ ways }: { readonly ways: VaultWays | null }) {
  const { dialog, showDialog } = useVault();
  return (
    <>
      <SetupDialog purpose={dialog?.kind !== 'setup' ? 'closed' : dialog.reset ? 'reset' : 'first'} />
      <RecoveryKeyDialog ways={ways} />
      <RecoveryCodesDialog />
      <PasskeyDialog ways={ways} />
      <RotateDialog ways={ways} />
      <HelpDialog open={dialog?.kind === 'help'} onClose={() => showDialog(null)} />
    </>
  );
}
