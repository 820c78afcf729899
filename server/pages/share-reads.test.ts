import { expect, test } from 'vitest';
import { shareReads } from './share-reads.ts';

test('readers at the same time share one read, and whoever came after it began gets a later one', async () => {
  const begun: PromiseWithResolvers<number>[] = [];
  const read = shareReads(() => {
    const one = Promise.withResolvers<number>();
    begun.push(one);
    return one.promise;
  });
  const first = read();
  const later = [read(), read(), read()];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve(1);
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(begun).toHaveLength(2);
  begun[1]?.resolve(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
});

test('a read that fails fails for those who share it, and the next one begins anew', async () => {
  let count = 0;
  const read = shareReads(async () => {
    count += 1;
    if (count === 1) throw new Error('away');
    return count;
  });
  const [first, second] = await Promise.allSettled([read(), read()]);
  expect(first.status).toBe('rejected');
  expect(second).toEqual({ status: 'fulfilled', value: 2 });
  expect(await read()).toBe(3);
});
