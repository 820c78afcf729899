import { expect, test } from 'vitest';
import { pooled } from './randomness.ts';

/** Bytes that count upwards, with a note of each draw's size. */
function counting() {
  const draws: number[] = [];
  let next = 0;
  return {
    draws,
    source: (byteCount: number) => {
      draws.push(byteCount);
      return Uint8Array.from({ length: byteCount }, () => next++ & 255);
    },
  };
}

test('a pool gives each byte of its source once, and what it gave stays as it was', () => {
  const { source, draws } = counting();
  const random = pooled(source);
  const given = Array.from({ length: 700 }, () => random(12));
  const kept = given.map((bytes) => [...bytes]);
  expect(random(12)).toHaveLength(12);
  expect(given.map((bytes) => [...bytes])).toEqual(kept);
  // 4,096 bytes hold 341 times 12; the four that are left over are never used.
  expect(kept.flat()).toEqual(Array.from({ length: 700 * 12 }, (_, index) => (index + 4 * Math.floor(index / (341 * 12))) & 255));
  expect(draws).toEqual([4_096, 4_096, 4_096]);
});

test('a key is drawn by itself, when it is wanted, and no memory of it stays in a pool', () => {
  const { source, draws } = counting();
  const random = pooled(source);
  random(16);
  expect([...random(20)]).toEqual(Array.from({ length: 20 }, (_, index) => (4_096 + index) & 255));
  expect([...random(32)]).toHaveLength(32);
  expect(draws).toEqual([4_096, 20, 32]);
});
