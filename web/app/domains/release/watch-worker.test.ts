import { expect, test } from 'vitest';
import { watchWorker } from './watch-worker.ts';

const origin = 'https://site.example';

function makeContainer(scriptURL?: string) {
  const listeners = new Set<() => void>();
  return {
    controller: scriptURL === undefined ? null : { scriptURL },
    addEventListener: (_: 'controllerchange', listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: 'controllerchange', listener: () => void) => void listeners.delete(listener),
    change: () => {
      for (const listener of listeners) listener();
    },
  };
}

test('a page without a worker or with ours is told nothing, and one with another is told at once', () => {
  const told: string[] = [];
  for (const url of [undefined, `${origin}/sw.js`]) watchWorker(makeContainer(url), origin, () => told.push(String(url)));
  expect(told).toEqual([]);
  for (const url of [`${origin}/other.js`, `${origin}/sw.js?x`, 'https://else.example/sw.js'])
    watchWorker(makeContainer(url), origin, () => told.push(url));
  expect(told).toHaveLength(3);
});

test('a worker that takes over an open page is told of, until nobody listens', () => {
  let told = 0;
  const container = makeContainer(`${origin}/sw.js`);
  const stop = watchWorker(container, origin, () => {
    told += 1;
  });
  container.change();
  stop();
  container.change();
  expect(told).toBe(1);
});
