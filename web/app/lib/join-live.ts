import type { Live, LiveState } from './live.ts';

/** Two that are live as one: `project` is asked again when either says something else. */
export function joinLive<One, Other, Value>(
  one: Live<One>,
  other: Live<Other>,
  project: (one: LiveState<One>, other: LiveState<Other>) => LiveState<Value>,
): Live<Value> {
  let known: { readonly one: LiveState<One>; readonly other: LiveState<Other>; readonly state: LiveState<Value> } | undefined;
  return {
    read: () => {
      const [here, there] = [one.read(), other.read()];
      if (known?.one !== here || known.other !== there) known = { one: here, other: there, state: project(here, there) };
      return known.state;
    },
    subscribe: (listener) => {
      const stops = [one.subscribe(listener), other.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    refresh: async () => {
      await Promise.all([one.refresh(), other.refresh()]);
    },
  };
}
