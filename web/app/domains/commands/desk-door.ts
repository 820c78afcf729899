/** What of the command desk is open. */
export type DeskSheet = 'palette' | 'keys';

let open: DeskSheet | undefined;
const listeners = new Set<() => void>();

/** Opens the palette or the sheet of keys, from anywhere on a private page; `undefined` closes. */
export function openDesk(sheet: DeskSheet | undefined): void {
  open = sheet;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`: what is open. */
export const deskDoor = {
  read: (): DeskSheet | undefined => open,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
