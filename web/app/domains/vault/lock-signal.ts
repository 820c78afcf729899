const listeners = new Set<() => void>();

/** Tells, in this tab, that the vault is being emptied: before anything is drawn of what is left. */
export const lockSignal = {
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  tell: (): void => {
    for (const listener of [...listeners]) listener();
  },
};
