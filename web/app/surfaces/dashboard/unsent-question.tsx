import { AlertDialog } from '../../ui/alert-dialog.tsx';
import type { Logout } from './use-logout.ts';

/** Asks before a sign-out that would lose what the server does not know yet. */
export function UnsentQuestion({ session }: { readonly session: Logout }) {
  const { unsent, leaveAnyway, stay } = session;
  const changes = unsent === 1 ? '1 change' : `${unsent ?? 0} changes`;
  return (
    <AlertDialog
      open={unsent !== undefined}
      title="Not everything is saved"
      description={`${changes} made in this browser did not reach the server. Signing out now loses them.`}
      confirm={{ label: 'Sign out and lose them', onConfirm: leaveAnyway, destroys: true }}
      closeLabel="Stay signed in"
      onClose={stay}
    />
  );
}
