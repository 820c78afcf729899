import { TrashIcon } from '@castellan/icons/signs/trash';
import { useEffect, useRef, useState } from 'react';
import type { MenuItem } from '../../owner-page/page-tools.ts';
import { offerTrash, trashOffers } from './trash-offers.ts';

/** Has the page's menu offer a trash for as long as this is drawn. */
export function useTrashOffer(label: string, count: number) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  useEffect(() => {
    const own: MenuItem = {
      label,
      drawing: TrashIcon,
      count,
      onChoose: () => {
        setOpened(true);
        setOpen(true);
      },
    };
    offerTrash([...trashOffers.read(), own].sort((one, other) => one.label.localeCompare(other.label)));
    return () => offerTrash(trashOffers.read().filter((one) => one !== own));
  }, [label, count]);
  // A question in between has had the focus: it goes back to where the trash was opened.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) document.querySelector<HTMLElement>('.page-menu-button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { isOpen, wasOpened, close: () => setOpen(false) };
}
