import type { Live, LiveState, Supplier } from './live.ts';

/** Says when something is wanted: `open`, or what is to be told instead. */
export type LiveGate<Value> = {
  readonly read: () => LiveState<Value> | 'open';
  readonly subscribe: (listener: () => void) => () => void;
};

const loading = { status: 'loading' } as const;
const failed = { status: 'failed' } as const;

/** What `supply` brings, fetched once its gate is open and not before. Where its code does not come it has failed, and a refresh tries again. */
export function deferLive<Value>(gate: LiveGate<Value>, supply: Supplier<Live<Value>>): Live<Value> {
  let live: Live<Value> | undefined;
  let asked: Promise<void> | undefined;
  let isBroken = false;
  const load = () => {
    asked ??= supply().then(
      ({ default: open }) => {
        live = open();
        isBroken = false;
      },
      () => {
        isBroken = true;
        // The next one who asks tries again.
        asked = undefined;
      },
    );
    return asked;
  };
  return {
    read: () => {
      const state = gate.read();
      return state === 'open' ? (live?.read() ?? (isBroken ? failed : loading)) : state;
    },
    subscribe: (listener) => {
      let stop: (() => void) | undefined;
      let isOver = false;
      const follow = () => {
        if (gate.read() !== 'open' || stop !== undefined) return;
        void load().then(() => {
          if (isOver) return;
          stop ??= live?.subscribe(listener);
          listener();
        });
      };
      const stopWatching = gate.subscribe(() => {
        follow();
        listener();
      });
      follow();
      return () => {
        isOver = true;
        stopWatching();
        stop?.();
      };
    },
    refresh: async () => {
      if (gate.read() !== 'open') return;
      await load();
      await live?.refresh();
    },
  };
}
