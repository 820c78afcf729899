import { useEffect, useMemo, useState } from 'react';
import { sealLines } from '../../../../domains/apps/seal-lines.ts';
import { recordTypeOf } from '../../../../domains/vault/contract/vault-entry.ts';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import { whileWanted } from '../../../../lib/while-wanted.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { plate } from '../../../../ui/tokens/colour-tokens.ts';
import { useVault } from '../vault-context.ts';
import { kindFaces } from './kind-names.ts';
import { letterOf } from './letter-mark.ts';

type EntryIconProps = { readonly item: VaultItem; readonly className?: string | undefined };

/** The icon of the entry's site; where there is none, the seal of its title around its letter, or around what it is. */
export function EntryIcon({ item: { id, details }, className }: EntryIconProps) {
  const address = useEntryIcon(id);
  const letter = details.kind === 'login' ? letterOf(details.title) : undefined;
  return (
    <span
      aria-hidden="true"
      data-icon={address !== undefined ? 'site' : letter !== undefined ? 'letter' : 'kind'}
      className={classNames(
        'relative grid size-9 shrink-0 place-items-center overflow-hidden',
        address === undefined ? 'text-ink' : 'rounded-control border border-hairline',
        className,
      )}
      // Icons are drawn for paper; this is the app's, in both inks.
      style={address === undefined ? undefined : { backgroundColor: plate.light }}
    >
      {address !== undefined ? (
        <img src={address} alt="" width={20} height={20} decoding="async" draggable={false} className="size-[60%] object-contain" />
      ) : (
        <>
          <Seal title={details.title} />
          {letter !== undefined ? (
            <span className="lettering text-sm leading-none">{letter}</span>
          ) : (
            <Icon drawing={kindFaces[recordTypeOf(details.kind, details.type)].icon} className="text-sm" />
          )}
        </>
      )}
    </span>
  );
}

/** As an app has one; drawn again at each look, since what outlives a lock may say nothing of a title. */
function Seal({ title }: { readonly title: string }) {
  const drawn = useMemo(() => sealLines(title, 'small'), [title]);
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className="absolute inset-0 size-full text-verdigris">
      <path d={drawn} fill="none" stroke="currentColor" strokeWidth="1.1" />
    </svg>
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
