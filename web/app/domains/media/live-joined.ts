import type { Live, LiveState } from '../../lib/live.ts';

/** What two lives come to together: ready once both are, stale while one of them is. */
export function liveJoined<One, Other, Value>(one: Live<One>, other: Live<Other>, join: (one: One, other: Other) => Value): Live<Value> {
  let known: { readonly of: readonly [LiveState<One>, LiveState<Other>]; readonly state: LiveState<Value> } | undefined;
  return {
    read: () => {
      const [first, second] = [one.read(), other.read()];
      if (known?.of[0] !== first || known.of[1] !== second) known = { of: [first, second], state: joined(first, second, join) };
      return known.state;
    },
    subscribe: (listener) => {
      const stops = [one.subscribe(listener), other.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    refresh: async () => void (await Promise.all([one.refresh(), other.refresh()])),
  };
}

function joined<One, Other, Value>(
  one: LiveState<One>,
  other: LiveState<Other>,
  join: (one: One, other: Other) => Value,
): LiveState<Value> {
  if (one.status !== 'ready') return one;
  if (other.status !== 'ready') return other;
  return { status: 'ready', value: join(one.value, other.value), stale: one.stale || other.stale };
}
