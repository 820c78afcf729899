import { useEffect, useRef, useState } from 'react';

/** One trash of the page that is shown: what the page's menu calls it, how much is in it, and what opens it. */
export type TrashOffer = { readonly label: string; readonly count: number; readonly open: () => void };

let offers: readonly TrashOffer[] = [];
const listeners = new Set<() => void>();

function change(to: readonly TrashOffer[]): void {
  offers = to;
  for (const listener of listeners) listener();
}

/** What the page's menu offers of trash, for `useSyncExternalStore`: records may be drawn in a root of their own, which no context reaches. */
export const trashOffers = {
  read: (): readonly TrashOffer[] => offers,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Has the page's menu offer a trash for as long as this is drawn; nothing where `isOffered` is false. */
export function useTrashOffer(label: string, count: number, isOffered: boolean) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOffered) return undefined;
    const own: TrashOffer = { label, count, open: () => setOpen(true) };
    change([...offers, own].sort((one, other) => one.label.localeCompare(other.label)));
    return () => change(offers.filter((one) => one !== own));
  }, [label, count, isOffered]);
  // A question in between has had the focus: it goes back to where the trash was opened.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) document.querySelector<HTMLElement>('.page-menu-button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { isOpen, close: () => setOpen(false) };
}
