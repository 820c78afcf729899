import { commonFailureText } from '../../../../domains/vault/access/failure-text.ts';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import { AlertDialog } from '../../../../ui/alert-dialog.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { useVault } from '../vault-context.ts';

type DeleteDialogProps = { readonly item: VaultItem | null; readonly onClose: () => void; readonly onDeleted: () => void };

/** Asks before an entry goes to the trash, and before one goes from there for ever. */
export default function DeleteDialog({ item, onClose, onDeleted }: DeleteDialogProps) {
  const { actions } = useVault();
  const toast = useToast();
  const forEver = item !== null && item.details.trashedAt !== null;
  const title = item?.details.title ?? '';
  const remove = async (present: VaultItem) => {
    const removed = await (forEver ? actions.removeForever(present.id) : actions.trash(present.id));
    onClose();
    if (!removed.ok) {
      toast({ title: 'Failed to delete password entry', description: commonFailureText(removed.failure), tone: 'alert' });
      return;
    }
    toast({
      title: 'Entry Deleted',
      description: forEver ? 'Restore it within 30 days under Security.' : 'It stays in the trash for 30 days.',
    });
    onDeleted();
  };
  return (
    <AlertDialog
      open={item !== null}
      title={forEver ? `Delete “${title}” permanently?` : `Delete “${title}”?`}
      description={
        forEver
          ? 'It is deleted with its history. You can restore it within 30 days under Security.'
          : 'It moves to the trash, where you can restore it for 30 days.'
      }
      confirm={{ label: 'Delete', destroys: true, onWork: async () => item !== null && remove(item) }}
      onClose={onClose}
    />
  );
}
