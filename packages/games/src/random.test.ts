import { expect, test } from 'vitest';
import { dailySeed } from './daily-seed.ts';
import { drawBelow } from './random.ts';

function draws(seed: number, limit: number, count: number): readonly number[] {
  const values: number[] = [];
  let state = seed;
  for (let index = 0; index < count; index += 1) {
    const [value, next] = drawBelow(state, limit);
    values.push(value);
    state = next;
  }
  return values;
}

test('the first draws of a seed never change: replays depend on them', () => {
  expect(draws(1, 1000, 8)).toEqual([627, 2, 527, 981, 968, 281, 612, 720]);
});

test('every value below the limit is drawn about as often, and none beyond it', () => {
  const counts = new Array<number>(10).fill(0);
  for (const value of draws(42, 10, 20_000)) counts[value] = (counts[value] ?? 0) + 1;
  expect(counts).toHaveLength(10);
  for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200);
});

test('a day has one seed for each game, and the next day another', () => {
  expect(dailySeed('snake', '2026-11-22')).toBe(dailySeed('snake', '2026-11-22'));
  const seeds = [dailySeed('snake', '2026-11-22'), dailySeed('snake', '2026-11-23'), dailySeed('counterfeit', '2026-11-22')];
  expect(new Set(seeds).size).toBe(3);
  for (const seed of seeds) expect(seed).toBe(seed >>> 0);
});
