import { expect, test } from 'vitest';
import { createBackOff } from './back-off.ts';

function make(changed: Partial<Omit<Parameters<typeof createBackOff>[0], 'clock'>> = {}) {
  const time = { nowMs: 0 };
  const rules = { freeAttempts: 3, baseMs: 1000, maximumMs: 8000, forgetMs: 60_000, capacity: 100, ...changed };
  const backOff = createBackOff({ clock: { nowMs: () => time.nowMs }, ...rules });
  const wait = (key = 'a') => {
    const reserved = backOff.reserve(key);
    return reserved.ok ? 0 : reserved.failure.waitSeconds;
  };
  return { time, backOff, wait };
}

test('the free attempts go through; then the wait doubles up to the longest', () => {
  const { time, wait } = make();
  expect([wait(), wait(), wait()]).toEqual([0, 0, 0]);
  for (const seconds of [1, 2, 4, 8, 8, 8]) {
    expect(wait()).toBe(seconds);
    time.nowMs += seconds * 1000 - 1;
    expect(wait()).toBe(1);
    time.nowMs += 1;
    expect(wait()).toBe(0);
  }
});

test('a refused attempt does not lengthen the wait', () => {
  const { time, wait } = make();
  for (let index = 0; index < 3; index += 1) wait();
  for (let index = 0; index < 50; index += 1) wait();
  time.nowMs += 1000;
  expect(wait()).toBe(0);
});

test('a success forgets everything, a quiet hour too', () => {
  const { time, backOff, wait } = make();
  for (let index = 0; index < 3; index += 1) wait();
  backOff.succeed('a');
  expect([wait(), wait(), wait(), wait()]).toEqual([0, 0, 0, 1]);
  time.nowMs += 60_000;
  expect([wait(), wait(), wait(), wait()]).toEqual([0, 0, 0, 1]);
});

test('an attempt given back counts for nothing, and the others still count', () => {
  const { backOff, wait } = make();
  for (let index = 0; index < 20; index += 1) {
    expect(wait()).toBe(0);
    backOff.giveBack('a');
  }
  expect(backOff.size()).toBe(0);
  backOff.giveBack('a');
  expect([wait(), wait()]).toEqual([0, 0]);
  expect(wait()).toBe(0);
  backOff.giveBack('a');
  expect([wait(), wait()]).toEqual([0, 1]);
});

test('keys do not touch each other', () => {
  const { wait } = make();
  for (let index = 0; index < 4; index += 1) wait('a');
  expect(wait('b')).toBe(0);
});

test('a hundred thousand keys take no more memory than the capacity, and do not wash out one that is guessed at', () => {
  const { backOff, wait } = make({ capacity: 1000, maximumMs: 1_000_000_000 });
  for (let index = 0; index < 3; index += 1) wait('owner');
  for (let index = 0; index < 100_000; index += 1) wait(`stranger ${index}`);
  expect(backOff.size()).toBe(1000);
  expect(wait('owner')).toBe(1);
});
