import { OriginList } from '../../../../domains/vault/entries/origin-list.tsx';
import { useVault } from '../vault-context.ts';

/** Where other apps may send the values of an entry. */
export default function EntryOrigins({ id, origins }: { readonly id: string; readonly origins: readonly string[] }) {
  const { actions } = useVault();
  const remove = async (origin: string) => {
    const sending = await actions.sending().catch(() => undefined);
    return (await sending?.changeOrigins([{ id, remove: [origin] }]))?.ok === true;
  };
  return <OriginList origins={origins} onRemove={remove} />;
}
