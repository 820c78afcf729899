let isOpen = false;
const listeners = new Set<() => void>();

/** Whether this tab's vault is open with all that it keeps: known without the vault's own code, which tells it. */
export const vaultOpenness = {
  read: (): boolean => isOpen,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  tell: (open: boolean): void => {
    if (open === isOpen) return;
    isOpen = open;
    for (const listener of listeners) listener();
  },
};
