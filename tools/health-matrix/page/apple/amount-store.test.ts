import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAmountStore } from './amount-store.ts';
import type { Amount } from './overlap.ts';

test('every amount comes back on its day, in the order in which it came, to the second', () => {
  // 2016 to 2026, in seconds since 1970.
  const amounts = fc.array(
    fc.tuple(
      fc.integer({ min: 1_450_000_000, max: 1_790_000_000 }),
      fc.nat(7_200),
      fc.double({ min: 0, max: 1e5, noNaN: true }),
      fc.nat(9),
    ),
    { maxLength: 200 },
  );
  fc.assert(
    fc.property(amounts, (some) => {
      const store = createAmountStore();
      const wanted = new Map<number, Amount[]>();
      for (const [second, length, value, source] of some) {
        const day = Math.floor(second / 86_400);
        const to = Math.min(second + length, (day + 1) * 86_400);
        const amount = { from: second / 60, to: to / 60, value, source };
        expect(store.add(day, amount)).toBe(true);
        wanted.set(day, [...(wanted.get(day) ?? []), amount]);
      }
      expect([...store.days()]).toEqual([...wanted].sort(([one], [other]) => one - other));
    }),
  );
});

test('more than one block of them is kept apart from the next, and what no clock shows is refused', () => {
  const store = createAmountStore();
  for (let at = 0; at < 40_000; at += 1)
    store.add(17_000 + (at % 3), { from: (17_000 + (at % 3)) * 1440, to: (17_000 + (at % 3)) * 1440 + 1, value: at, source: 0 });
  expect([...store.days()].map(([day, some]) => [day, some.length, some[0]?.value, some.at(-1)?.value])).toEqual([
    [17_000, 13_334, 0, 39_999],
    [17_001, 13_333, 1, 39_997],
    [17_002, 13_333, 2, 39_998],
  ]);
  expect(store.add(60_000, { from: 60_000 * 1440, to: 60_000 * 1440, value: 1, source: 0 })).toBe(false);
  expect([...createAmountStore().days()]).toEqual([]);
});
