import { expect, test } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';

test('work begins when the work before it has ended, in the order it was given', async () => {
  const inTurn = createSerialQueue();
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = inTurn(async () => {
    seen.push('one begins');
    await first.promise;
    seen.push('one ends');
    return 1;
  });
  const two = inTurn(async () => {
    seen.push('two');
    return 2;
  });
  await Promise.resolve();
  first.resolve();
  expect(await Promise.all([one, two])).toEqual([1, 2]);
  expect(seen).toEqual(['one begins', 'one ends', 'two']);
});

test('work that fails rejects for its own giver alone', async () => {
  const inTurn = createSerialQueue();
  const broken = inTurn(() => Promise.reject(new Error('broken')));
  const after = inTurn(async () => 'done');
  await expect(broken).rejects.toThrow('broken');
  await expect(after).resolves.toBe('done');
});
