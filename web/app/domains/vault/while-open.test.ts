import { afterEach, expect, test } from 'vitest';
import { createSignal } from '../../lib/store.ts';
import { vaultOpenness } from './vault-openness.ts';
import { whileOpen } from './while-open.ts';

afterEach(() => vaultOpenness.tell(false));

test('while the vault is closed nothing is fetched and nothing is told; once it opens, what is live is; a lock hides it at once', async () => {
  let fetched = 0;
  const signal = createSignal();
  const inner = {
    read: () => ({ status: 'ready', value: 3, stale: false }) as const,
    subscribe: signal.subscribe,
    refresh: async () => {},
  };
  const live = (
    await whileOpen(async () => {
      fetched += 1;
      return { default: () => inner };
    })()
  ).default();
  const told: string[] = [];
  const stop = live.subscribe(() => told.push(live.read().status));
  await live.refresh();
  expect([fetched, live.read().status]).toEqual([0, 'locked']);
  vaultOpenness.tell(true);
  await live.refresh();
  expect([fetched, live.read()]).toEqual([1, { status: 'ready', value: 3, stale: false }]);
  signal.tell();
  vaultOpenness.tell(false);
  expect(live.read().status).toBe('locked');
  expect(told).toEqual(['loading', 'ready', 'ready', 'locked']);
  stop();
  signal.tell();
  expect(told).toHaveLength(4);
});

test('where the code does not come it says so, and asks again when it is asked again', async () => {
  vaultOpenness.tell(true);
  let comes = false;
  const inner = { read: () => ({ status: 'ready', value: 3, stale: false }) as const, subscribe: () => () => {}, refresh: async () => {} };
  const live = (await whileOpen(() => (comes ? Promise.resolve({ default: () => inner }) : Promise.reject(new Error('away'))))()).default();
  await live.refresh();
  expect(live.read().status).toBe('failed');
  comes = true;
  await live.refresh();
  expect(live.read().status).toBe('ready');
});
