import { CheckIcon } from '@castellan/icons/signs/check';
import { StarFillIcon } from '@castellan/icons/signs/star-fill';
import { WarningIcon } from '@castellan/icons/signs/warning';
import { type MouseEvent, memo } from 'react';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { EntryIcon } from '../entries/entry-icon.tsx';
import { kindFaces } from '../entries/kind-names.ts';

/** Pixels of a row: two lines, and a thumb. */
export const rowHeight = 52;

/** The id of a row's element, which the listbox names as its active one. */
export function rowId(id: string): string {
  return `vault-entry-${id}`;
}

/** What a press on a row wants: the entry, its mark, or the marks of everything up to it. */
export type RowPress = 'pick' | 'mark' | 'extend';

type EntryRowProps = {
  readonly item: VaultItem;
  readonly position: number;
  readonly count: number;
  readonly selected: boolean;
  readonly canMark: boolean;
  /** `undefined` while nothing is being marked. */
  readonly marked: boolean | undefined;
  readonly onPress: (id: string, press: RowPress) => void;
  readonly onHover: (id: string) => void;
};

/** One entry of the list: its seal or its box, what it is called, and what is to be known of it. */
export const EntryRow = memo(function EntryRow({ item, position, count, selected, canMark, marked, onPress, onHover }: EntryRowProps) {
  const { id, details, finding } = item;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it takes the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus and names its active row.
    <div
      id={rowId(id)}
      role="option"
      aria-selected={selected}
      aria-checked={marked}
      aria-posinset={position + 1}
      aria-setsize={count}
      className={classNames(
        'group absolute inset-x-0 flex cursor-pointer items-center gap-3 border-b border-hairline px-3 select-none',
        selected ? 'bg-raised before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:bg-copper' : 'hover:bg-raised',
      )}
      style={{ top: position * rowHeight, height: rowHeight }}
      onClick={(event) => onPress(id, pressOf(event))}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') onHover(id);
      }}
    >
      <span data-box="" className="relative grid shrink-0 place-items-center">
        <EntryIcon
          item={item}
          className={marked !== undefined ? 'opacity-25' : canMark ? '[@media(hover:hover)]:group-hover:opacity-25' : undefined}
        />
        <span
          aria-hidden="true"
          className={classNames(
            'absolute grid size-5 place-items-center rounded-control border text-sm',
            marked === true ? 'border-copper bg-copper text-on-copper' : 'border-edge bg-plate',
            marked === undefined && 'invisible',
            marked === undefined && canMark && '[@media(hover:hover)]:group-hover:visible',
          )}
        >
          {marked === true ? <Icon drawing={CheckIcon} /> : null}
        </span>
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate leading-snug text-ink">{details.title}</span>
        <span className="block truncate text-sm leading-snug text-muted">
          {details.username || hostOf(details.url) || kindFaces[details.kind].name}
        </span>
      </span>
      {finding === null ? null : <Icon drawing={WarningIcon} label="Has a problem" className="text-amber" />}
      {details.favorite ? <Icon drawing={StarFillIcon} label="Favourite" className="text-ink" /> : null}
    </div>
  );
});

function pressOf({ target, shiftKey, ctrlKey, metaKey }: MouseEvent): RowPress {
  if (shiftKey) return 'extend';
  const isOnBox = target instanceof Element && target.closest('[data-box]') !== null;
  const hovers = window.matchMedia('(hover: hover)').matches;
  return ctrlKey || metaKey || (isOnBox && hovers) ? 'mark' : 'pick';
}

/** The host of an address, or the text itself where it is none. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
