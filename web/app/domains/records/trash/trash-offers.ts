import type { MenuItem } from '../../owner-page/page-tools.ts';

let offers: readonly MenuItem[] = [];
const listeners = new Set<() => void>();

/** Has the menu offer other ones. */
export function offerTrash(to: readonly MenuItem[]): void {
  offers = to;
  for (const listener of listeners) listener();
}

/** What the page's menu offers of trash, for `useSyncExternalStore`: records may be drawn in a root of their own, which no context reaches. */
export const trashOffers = {
  read: (): readonly MenuItem[] => offers,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
