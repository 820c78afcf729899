/** Tells listeners that something changed. */
export type Signal = {
  readonly tell: () => void;
  /** Calls the listener at each change; returns the way to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly isWatched: () => boolean;
};

/** One value that changes, in the shape of `useSyncExternalStore`. */
export type Store<Value> = {
  readonly get: () => Value;
  /** Keeps the value and tells every listener. */
  readonly set: (next: Value) => void;
  readonly subscribe: Signal['subscribe'];
};

/** Starts what keeps something up to date; returns the way to stop it. */
type Start = () => () => void;

/** Makes a signal. `start` runs with the first listener, and what it returned with the end of the last. */
export function createSignal(start?: Start): Signal {
  const listeners = new Set<() => void>();
  let stop: (() => void) | undefined;
  return {
    tell: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) stop = start?.();
      return () => {
        // A second call must not stop what a later listener started.
        if (!listeners.delete(listener) || listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    isWatched: () => listeners.size > 0,
  };
}

/** Makes a store that begins with `initial`. `start` runs with the first listener, and what it returned with the end of the last. */
export function createStore<Value>(initial: Value, start?: Start): Store<Value> {
  const { tell, subscribe } = createSignal(start);
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      value = next;
      tell();
    },
    subscribe,
  };
}
