import { AlertDialog } from '../../ui/alert-dialog.tsx';
import type { Logout } from './use-logout.ts';

/** Asks before a sign-out that would lose what the server does not know yet. */
export function UnsentQuestion({ session }: { readonly session: Logout }) {
  const { unsent, leaveAnyway, stay } = session;
  const changes = unsent === 1 ? '1 change made in this browser is' : `${unsent ?? 0} changes made in this browser are`;
  return (
    <AlertDialog
      open={unsent !== undefined}
      title="Not everything is saved"
      description={`${changes} not known to have reached the server, and would be lost. A sealed change is sent once its app and the vault are open.`}
      confirm={{ label: 'Sign out and lose them', onConfirm: leaveAnyway, destroys: true }}
      closeLabel="Stay signed in"
      onClose={stay}
    />
  );
}
