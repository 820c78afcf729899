import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleShares, shareOut, sharesByPercent } from './split-shares.ts';

const amount = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
const weights = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 50 });

test('shares come to the amount exactly, each less than one unit from its proportion, and equal weights differ by a unit at most', () => {
  fc.assert(
    fc.property(amount, weights, (minor, given) => {
      const shares = shareOut(minor, given) ?? [];
      const total = given.reduce((sum, weight) => sum + weight, 0);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(minor);
      for (const [at, share] of shares.entries()) {
        const off = BigInt(share) * BigInt(total) - BigInt(minor) * BigInt(given[at] ?? 0);
        expect(off > -BigInt(total) && off < BigInt(total)).toBe(true);
      }
      const same =
        shareOut(
          minor,
          given.map(() => 1),
        ) ?? [];
      expect(Math.max(...same) - Math.min(...same)).toBeLessThanOrEqual(1);
    }),
  );
});

test('a split amount keeps its parts where it stays the same, also parts that go the other way', () => {
  const shares = fc.array(fc.record({ category: fc.string({ maxLength: 5 }), minor: fc.integer({ min: -100_000, max: 100_000 }) }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(shares, amount, (given, minor) => {
      const sum = given.reduce((total, share) => total + share.minor, 0);
      expect(scaleShares(given, sum)).toEqual(given);
      const scaled = scaleShares(given, minor);
      // Parts that all but cancel out may grow beyond what is counted exactly: then there are none.
      const most = Math.max(0, ...given.map((share) => Math.abs(share.minor)));
      const isCounted = sum !== 0 && (BigInt(most) * BigInt(Math.abs(minor))) / BigInt(Math.abs(sum)) < BigInt(Number.MAX_SAFE_INTEGER);
      if (scaled.length > 0) expect(scaled.reduce((total, share) => total + share.minor, 0)).toBe(minor);
      if (isCounted) expect(scaled.map(({ category }) => category)).toEqual(given.map(({ category }) => category));
    }),
  );
});

test('what is left over goes to the parts that lost most', () => {
  const parts = [
    { category: 'Food', percent: 34 },
    { category: 'House', percent: 33 },
    { category: '', percent: 33 },
  ];
  expect(sharesByPercent(-1_00, parts).map(({ minor }) => minor)).toEqual([-34, -33, -33]);
  expect(sharesByPercent(-10, parts).map(({ minor }) => minor)).toEqual([-4, -3, -3]);
  expect(shareOut(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(shareOut(100, [1, -1])).toBeUndefined();
  expect(shareOut(2 ** 52, [1_000_000, -999_999])).toBeUndefined();
});
