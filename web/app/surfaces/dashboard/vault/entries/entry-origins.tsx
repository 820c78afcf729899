import { OriginList } from '../../../../domains/vault/entries/origin-list.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';
import { useVault } from '../vault-context.ts';

type EntryOriginsProps = {
  readonly id: string;
  readonly origins: readonly string[];
  /** The entry was saved without one of them: what is shown of it is read again. */
  readonly onChanged: () => void;
};

/** Where other apps may send the values of an entry. */
export default function EntryOrigins({ id, origins, onChanged }: EntryOriginsProps) {
  const { actions } = useVault();
  const toast = useToast();
  const remove = async (origin: string) => {
    const sending = await actions.sending().catch(() => undefined);
    const removed = await sending?.changeOrigins([{ id, remove: [origin] }]);
    if (removed?.ok !== true) return false;
    toast({ title: 'Entry Updated', description: `${origin} is no longer allowed. The next use asks.` });
    onChanged();
    // The entry is drawn anew, without the button that had the focus.
    document.getElementById('vault-entry-title')?.focus();
    return true;
  };
  return <OriginList origins={origins} onRemove={remove} />;
}
