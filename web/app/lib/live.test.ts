import { expect, test } from 'vitest';
import { gatherLive, type Live, type LiveState } from './live.ts';

/** A live value that is turned by hand. */
function byHand(first: LiveState<number>) {
  let state = first;
  const listeners = new Set<() => void>();
  const live: Live<number> = {
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh: async () => {
      state = { status: 'ready', value: 99, stale: false };
      for (const listener of listeners) listener();
    },
  };
  return {
    live,
    listeners,
    set: (next: LiveState<number>) => {
      state = next;
      for (const listener of listeners) listener();
    },
  };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));

test('nothing is loaded before someone listens, and each is loading until it is there', async () => {
  let loads = 0;
  const one = byHand({ status: 'ready', value: 1, stale: false });
  const gathered = gatherLive([
    {
      id: 'one',
      supply: async () => {
        loads += 1;
        return { default: () => one.live };
      },
    },
  ]);
  expect([loads, gathered.read()]).toEqual([0, [{ id: 'one', state: { status: 'loading' } }]]);
  let told = 0;
  const stop = gathered.subscribe(() => {
    told += 1;
  });
  await turns();
  expect([loads, told, gathered.read()]).toEqual([1, 1, [{ id: 'one', state: { status: 'ready', value: 1, stale: false } }]]);
  expect(gathered.read()).toBe(gathered.read());
  one.set({ status: 'ready', value: 2, stale: true });
  expect([told, gathered.read()[0]?.state]).toEqual([2, { status: 'ready', value: 2, stale: true }]);
  stop();
  expect(one.listeners.size).toBe(0);
  gathered.subscribe(() => undefined);
  expect([loads, one.listeners.size]).toEqual([1, 1]);
});

test('one that cannot be loaded has failed and hides none of the others; a refresh tries it again', async () => {
  let works = false;
  const gathered = gatherLive([
    {
      id: 'broken',
      supply: async () => {
        if (!works) throw new Error('away');
        return { default: () => byHand({ status: 'ready', value: 7, stale: false }).live };
      },
    },
    { id: 'whole', supply: async () => ({ default: () => byHand({ status: 'ready', value: 1, stale: false }).live }) },
  ]);
  gathered.subscribe(() => undefined);
  await turns();
  expect(gathered.read().map(({ state }) => state.status)).toEqual(['failed', 'ready']);
  works = true;
  await gathered.refresh();
  expect(gathered.read().map(({ state }) => (state.status === 'ready' ? state.value : state.status))).toEqual([7, 99]);
});

test('who stops listening before it is loaded leaves nothing listening behind', async () => {
  const one = byHand({ status: 'loading' });
  const gathered = gatherLive([{ id: 'one', supply: async () => ({ default: () => one.live }) }]);
  gathered.subscribe(() => undefined)();
  await turns();
  expect(one.listeners.size).toBe(0);
});
