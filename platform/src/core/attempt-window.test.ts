import { expect, test } from 'vitest';
import { createAttemptWindow } from './attempt-window.ts';

function make(capacity = 100) {
  const time = { nowMs: 0 };
  const attempts = createAttemptWindow({ nowMs: () => time.nowMs }, { limit: 3, windowMs: 10_000, capacity });
  const wait = (key = 'a') => {
    const reserved = attempts.reserve(key);
    return reserved.ok ? 0 : reserved.failure.waitSeconds;
  };
  return { time, attempts, wait };
}

test('no stretch of the window’s length holds more attempts than the limit', () => {
  const { time, wait } = make();
  const taken: number[] = [];
  for (time.nowMs = 0; time.nowMs < 60_000; time.nowMs += 700) if (wait() === 0) taken.push(time.nowMs);
  for (const start of taken) expect(taken.filter((atMs) => atMs >= start && atMs < start + 10_000).length).toBeLessThanOrEqual(3);
  expect(taken.length).toBeGreaterThan(15);
});

test('the wait is until the oldest attempt leaves the window', () => {
  const { time, wait } = make();
  wait();
  time.nowMs = 4000;
  wait();
  wait();
  expect(wait()).toBe(6);
  time.nowMs = 10_000;
  expect(wait()).toBe(0);
  expect(wait()).toBe(4);
});

test('an attempt given back counts for nothing', () => {
  const { attempts, wait } = make();
  for (let index = 0; index < 20; index += 1) {
    expect(wait()).toBe(0);
    attempts.giveBack('a');
  }
  expect([wait(), wait(), wait(), wait()]).toEqual([0, 0, 0, 10]);
});

test('beyond the capacity the longest unused key is forgotten', () => {
  const { wait } = make(2);
  for (let index = 0; index < 3; index += 1) wait('a');
  wait('b');
  expect(wait('a')).toBe(10);
  wait('c');
  expect(wait('a')).toBe(0);
});

test('a clock that is set back by a day stretches no wait', () => {
  const { time, wait } = make();
  time.nowMs = 86_400_000;
  for (let attempt = 0; attempt < 3; attempt += 1) wait();
  time.nowMs = 0;
  expect(wait()).toBe(10);
  time.nowMs = 10_000;
  expect(wait()).toBe(0);
});

test('looking says what an attempt would hear, counts none, and takes no other key’s place', () => {
  const { time, attempts, wait } = make(4);
  for (let step = 0; step < 3000; step += 1) {
    const key = `key ${(step * 7919) % 6}`;
    const seen = attempts.look(key);
    attempts.look(`stranger ${step}`);
    expect(wait(key)).toBe(seen.ok ? 0 : seen.failure.waitSeconds);
    if (step % 5 === 0) attempts.giveBack(key);
    time.nowMs += (step * 104_729) % 1900;
  }
});
