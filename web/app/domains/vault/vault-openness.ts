let isOpen = false;
let hasWaiting = false;
const listeners = new Set<() => void>();

/** Whether this tab's vault is open with all that it keeps: known without the vault's own code, which tells it. */
export const vaultOpenness = {
  read: (): boolean => isOpen,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Whether something waits in its inbox. */
  hasWaiting: (): boolean => hasWaiting,
  tell: (open: boolean, waiting = false): void => {
    if (open === isOpen && waiting === hasWaiting) return;
    isOpen = open;
    hasWaiting = waiting;
    for (const listener of listeners) listener();
  },
};
