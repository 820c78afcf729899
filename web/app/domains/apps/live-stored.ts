import type { Live, LiveState } from '../../lib/live.ts';
import type { StoredValue } from '../../lib/stored-values.ts';

/** What a value of this browser's storage comes to, live; `project` is asked again when the value changes. */
export function liveStored<Value, Told>(stored: StoredValue<Value>, project: (value: Value | undefined) => Told): Live<Told> {
  const look = (): LiveState<Told> => ({ status: 'ready', value: project(stored.read()), stale: false });
  let state: LiveState<Told> | undefined;
  return {
    read: () => {
      state ??= look();
      return state;
    },
    subscribe: (listener) =>
      stored.subscribe(() => {
        state = look();
        listener();
      }),
    refresh: async () => undefined,
  };
}
