import { DeviceMobileIcon } from '@castellan/icons/devices/device-mobile';
import { CheckIcon } from '@castellan/icons/signs/check';
import { CopyIcon } from '@castellan/icons/signs/copy';
import { UserIcon } from '@castellan/icons/things/user';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import type { IconDrawing } from '../../../../ui/icon.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { useCopied } from '../entries/record/use-copied.ts';
import type { EntryActions } from '../entries/use-entry-actions.ts';

type RowToolsProps = {
  readonly item: VaultItem;
  /** Pixels from the list's top. */
  readonly top: number;
  readonly height: number;
  /** What its password is called, in small letters. Handed in: what the list has already stays in one piece with it. */
  readonly secretName: string;
  /** Everything that can be copied; otherwise the password alone. */
  readonly isWhole: boolean;
  readonly entryActions: EntryActions;
};

/** What can be copied from a row without opening it. By the keyboard it is `c`, `u` and `t`, so that the way through the page stays short. */
export default function RowTools({ item, top, height, secretName, isWhole, entryActions }: RowToolsProps) {
  const { title, username, kind, hasTotp } = item.details;
  return (
    <div className="pointer-events-none absolute right-1 flex items-center justify-end pl-6" style={{ top, height }}>
      <span className="pointer-events-auto flex bg-raised pl-1 [@media(hover:none)]:bg-transparent">
        {isWhole && username !== '' ? (
          <RowTool label={`Copy the username of “${title}”`} drawing={UserIcon} onCopy={() => entryActions.copyUsername(item)} />
        ) : null}
        {isWhole && hasTotp ? (
          <RowTool label={`Copy the code of “${title}”`} drawing={DeviceMobileIcon} onCopy={() => entryActions.copyCode(item)} />
        ) : null}
        {kind === 'note' ? null : (
          <RowTool label={`Copy the ${secretName} of “${title}”`} drawing={CopyIcon} onCopy={() => entryActions.copyPassword(item)} />
        )}
      </span>
    </div>
  );
}

type RowToolProps = { readonly label: string; readonly drawing: IconDrawing; readonly onCopy: () => Promise<boolean> };

function RowTool({ label, drawing, onCopy }: RowToolProps) {
  const { shown, copy } = useCopied(onCopy);
  return <IconButton drawing={shown ? CheckIcon : drawing} label={label} title={label} onClick={() => void copy()} />;
}
