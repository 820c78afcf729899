import { useEffect, useState } from 'react';
import { recordTypeOf } from '../../../../domains/vault/contract/vault-entry.ts';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import { whileWanted } from '../../../../lib/while-wanted.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { plate } from '../../../../ui/tokens/colour-tokens.ts';
import { useVault } from '../vault-context.ts';
import { kindFaces } from './kind-names.ts';
import { letterOf } from './letter-mark.ts';

type EntryIconProps = { readonly item: VaultItem; readonly className?: string };

/** The icon of the entry's site; where there is none, its letter in the app's own, or what it is where it leads to no site. */
export function EntryIcon({ item: { id, details }, className }: EntryIconProps) {
  const address = useEntryIcon(id);
  const letter = details.kind === 'login' ? letterOf(details.title) : undefined;
  return (
    <span
      aria-hidden="true"
      data-icon={address !== undefined ? 'site' : letter !== undefined ? 'letter' : 'kind'}
      className={classNames(
        'grid size-9 shrink-0 place-items-center overflow-hidden rounded-control border border-hairline',
        address === undefined && 'bg-plate text-copper',
        className,
      )}
      // Icons are drawn for paper; this is the app's, in both inks.
      style={address === undefined ? undefined : { backgroundColor: plate.light }}
    >
      {address !== undefined ? (
        <img src={address} alt="" width={20} height={20} decoding="async" draggable={false} className="size-[60%] object-contain" />
      ) : letter !== undefined ? (
        <span className="lettering text-lg leading-none">{letter}</span>
      ) : (
        <Icon drawing={kindFaces[recordTypeOf(details.kind, details.type)].icon} />
      )}
    </span>
  );
}

/** An entry's icon, opened by the Worker while it is in sight. */
function useEntryIcon(id: string): string | undefined {
  const { actions, icons } = useVault();
  const [shown, setShown] = useState<{ readonly id: string; readonly address: string | undefined }>();
  useEffect(() => {
    if (icons === null) return undefined;
    return whileWanted(actions.readIcon(id), (address) => setShown({ id, address }));
  }, [actions, icons, id]);
  return icons !== null && shown?.id === id ? shown.address : undefined;
}
