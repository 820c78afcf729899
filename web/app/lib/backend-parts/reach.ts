let silent = false;
const listeners = new Set<() => void>();

/** Whether the server answers, as the last request to it found; a page that has asked for nothing takes it that it does. */
export const reach = {
  isSilent: (): boolean => silent,
  /** What a request found, or a wait that nobody wants to go on with. */
  tell: (answers: boolean): void => {
    const isBack = silent && answers;
    silent = !answers;
    if (isBack) for (const listener of [...listeners]) listener();
  },
  /** Told when the server answers again; returns the way to stop. */
  onHeard: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;
