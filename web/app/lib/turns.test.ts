import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** Tasks that end by hand. */
function byHand() {
  const ends: (() => void)[] = [];
  return {
    nextTask: () => new Promise<void>((resolve) => void ends.push(resolve)),
    endTask: async () => {
      ends.shift()?.();
      await settle();
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('what is wanted at once begins in the order in which it was wanted, one in each task', async () => {
  const { nextTask, endTask } = byHand();
  const take = createTurns(nextTask);
  const begun: string[] = [];
  for (const name of ['one', 'two', 'three']) void take().then(() => begun.push(name));
  await settle();
  expect(begun).toEqual(['one']);
  await endTask();
  expect(begun).toEqual(['one', 'two']);
  void take().then(() => begun.push('four'));
  await endTask();
  expect(begun).toEqual(['one', 'two', 'three']);
  await endTask();
  expect(begun).toEqual(['one', 'two', 'three', 'four']);
});

test('what is wanted when nothing waits begins at once', async () => {
  const { nextTask, endTask } = byHand();
  const take = createTurns(nextTask);
  await take();
  await endTask();
  let isBegun = false;
  void take().then(() => {
    isBegun = true;
  });
  await Promise.resolve();
  expect(isBegun).toBe(true);
});

test('a task of the platform’s own ends by itself', async () => {
  const take = createTurns();
  await take();
  await take();
  await take();
});
