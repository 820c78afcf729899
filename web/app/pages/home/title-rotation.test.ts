import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTitleRotation, titleAfter } from './title-rotation.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the title goes Application, Cyber, System and begins again, a word every 2000 ms', () => {
  let steps = 0;
  const shown: string[] = [titleAfter(steps).word];
  const stop = startTitleRotation(() => {
    steps += 1;
  });
  for (let turn = 0; turn < 4; turn += 1) {
    vi.advanceTimersByTime(2_000);
    shown.push(titleAfter(steps).word);
  }
  stop();
  expect(shown).toEqual(['Application', 'Cyber', 'System', 'Application', 'Cyber']);
});

test('a word stands for the whole 2000 ms, and for good once stopped', () => {
  const step = vi.fn();
  const stop = startTitleRotation(step);
  vi.advanceTimersByTime(1_999);
  expect(step).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(step).toHaveBeenCalledTimes(1);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(step).toHaveBeenCalledTimes(1);
});
