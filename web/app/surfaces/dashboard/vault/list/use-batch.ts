import { commonFailureText } from '../../../../domains/vault/access/failure-text.ts';
import type { VaultFailure } from '../../../../domains/vault/contract/vault-failure.ts';
import type { VaultActions, VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { useVault } from '../vault-context.ts';

/** Entries changed with one write; what is larger takes several. */
const atOnce = 200;

type Write = (some: readonly VaultItem[]) => ReturnType<VaultActions['trash']>;

/** What is done with several entries, each told in a toast that names none of them: it outlives a lock. Answers whether all was done. */
export function useBatch() {
  const { actions } = useVault();
  const toast = useToast();
  const run = async (items: readonly VaultItem[], write: Write, failureTitle: string): Promise<boolean> => {
    for (let start = 0; start < items.length; start += atOnce) {
      const written = await write(items.slice(start, start + atOnce));
      if (written.ok) continue;
      toast({ title: failureTitle, description: failureText(written.failure, start, items.length), tone: 'alert' });
      return false;
    }
    return true;
  };
  const notSaved = 'Failed to save password entry';
  const restore = async (items: readonly VaultItem[]) => {
    const isDone = await run(items, (some) => actions.restore(...idsOf(some)), notSaved);
    if (isDone) toast({ title: updatedTitle(items.length), description: 'Restored from the trash.' });
    return isDone;
  };
  const amend = async (items: readonly VaultItem[], change: (item: VaultItem) => { category?: string; favorite?: boolean }) =>
    run(items, (some) => actions.amend(some.map((item) => ({ id: item.id, ...change(item) }))), notSaved);
  return {
    restore,
    trash: async (items: readonly VaultItem[]) => {
      const isDone = await run(items, (some) => actions.trash(...idsOf(some)), 'Failed to delete password entry');
      if (!isDone) return false;
      toast({
        title: items.length === 1 ? 'Entry Deleted' : `${items.length.toLocaleString('en')} Entries Deleted`,
        description: 'They stay in the trash for 30 days.',
        action: { label: 'Undo', onPress: () => void restore(items) },
      });
      return true;
    },
    removeForever: async (items: readonly VaultItem[]) => {
      const isDone = await run(items, (some) => actions.removeForever(...idsOf(some)), 'Failed to delete password entry');
      if (isDone) toast({ title: 'Entry Deleted', description: 'Restore them within 30 days under Security.' });
      return isDone;
    },
    move: async (items: readonly VaultItem[], category: string) => {
      if (!(await amend(items, () => ({ category })))) return false;
      toast({
        title: updatedTitle(items.length),
        description: 'Moved to another category.',
        action: { label: 'Undo', onPress: () => void amend(items, ({ details }) => ({ category: details.category })) },
      });
      return true;
    },
    setFavourite: async (items: readonly VaultItem[], favorite: boolean) => {
      const isDone = await amend(items, () => ({ favorite }));
      if (isDone) toast({ title: updatedTitle(items.length), description: favorite ? 'Marked as favourites.' : 'No favourites any more.' });
      return isDone;
    },
  };
}

const idsOf = (items: readonly VaultItem[]) => items.map(({ id }) => id);

function updatedTitle(count: number): string {
  return count === 1 ? 'Entry Updated' : `${count.toLocaleString('en')} Entries Updated`;
}

function failureText(failure: VaultFailure, done: number, count: number): string {
  const why = commonFailureText(failure);
  return done === 0 ? why : `${done.toLocaleString('en')} of ${count.toLocaleString('en')} were done. ${why}`;
}
