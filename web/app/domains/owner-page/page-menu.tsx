import { ArrowUUpLeftIcon } from '@castellan/icons/arrows/arrow-u-up-left';
import { DownloadSimpleIcon } from '@castellan/icons/arrows/download-simple';
import { UploadSimpleIcon } from '@castellan/icons/arrows/upload-simple';
import { KeyboardIcon } from '@castellan/icons/devices/keyboard';
import { DotsThreeIcon } from '@castellan/icons/signs/dots-three';
import { EyeIcon } from '@castellan/icons/signs/eye';
import { type KeyboardEvent, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { usePopup } from '../../ui/hooks/use-popup.ts';
import { Icon } from '../../ui/icon.tsx';
import { openPalette } from '../commands/palette-state.ts';
import { trashOffers } from '../records/trash/trash-offers.ts';
import type { MenuItem, PageMenu as Offers } from './page-tools.ts';

const none: readonly MenuItem[] = [];
const noTrash = () => none;

/** The menu of a page: a button, and what it offers. Nothing where it offers nothing. */
export function PageMenu({ offers }: { readonly offers: Offers }) {
  const { isOpen, setOpen, host, button } = usePopup<HTMLDivElement>();
  const id = useId();
  const trash = useSyncExternalStore(trashOffers.subscribe, trashOffers.read, noTrash);
  const items = itemsOf(offers, trash);
  if (items.length === 0) return null;
  return (
    <div ref={host} className="page-menu">
      <button
        ref={button}
        type="button"
        aria-label="Page menu"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="page-menu-button"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon drawing={DotsThreeIcon} />
      </button>
      {isOpen ? (
        <MenuSheet
          id={id}
          items={items}
          onChoose={({ onChoose }) => {
            setOpen(false);
            // What is opened takes the focus from here, and gives it back to here.
            button.current?.focus();
            onChoose();
          }}
        />
      ) : null}
    </div>
  );
}

type MenuSheetProps = { readonly id: string; readonly items: readonly MenuItem[]; readonly onChoose: (item: MenuItem) => void };

function MenuSheet({ id, items, onChoose }: MenuSheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const choices = () => [...(sheet.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  useEffect(() => sheet.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus(), []);
  const move = (event: KeyboardEvent) => {
    const all = choices();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all[next % all.length]?.focus();
  };
  return (
    <div ref={sheet} id={id} role="menu" aria-label="Page menu" tabIndex={-1} className="page-menu-sheet" onKeyDown={move}>
      {items.map((item) => (
        <button key={item.label} type="button" role="menuitem" className="page-menu-item" onClick={() => onChoose(item)}>
          <Icon drawing={item.drawing} />
          {item.label}
          {item.count === undefined ? null : (
            <span aria-hidden="true" className="ml-auto text-muted tabular-nums">
              {item.count.toLocaleString('en-GB')}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

/** In the order in which every page has them. */
function itemsOf(
  { own = [], onUndo, onImport, onExport, hasKeys = false, sample }: Offers,
  trash: readonly MenuItem[],
): readonly MenuItem[] {
  const offered = (label: string, drawing: MenuItem['drawing'], onChoose: (() => void) | undefined): readonly MenuItem[] =>
    onChoose === undefined ? [] : [{ label, drawing, onChoose }];
  return [
    ...own,
    ...offered('Undo', ArrowUUpLeftIcon, onUndo),
    ...offered('Import', UploadSimpleIcon, onImport),
    ...offered('Export', DownloadSimpleIcon, onExport),
    ...trash,
    ...offered('Keys', KeyboardIcon, hasKeys ? () => openPalette('keys') : undefined),
    ...offered('Show sample data', EyeIcon, sample?.onShow),
    ...offered('Leave the sample', EyeIcon, sample?.onLeave),
  ];
}
