import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createResizeBlock } from './resize-block.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('motion is off from the first resize event until 250 ms after the last', () => {
  const changes: boolean[] = [];
  const block = createResizeBlock((blocked) => changes.push(blocked));
  block.onResize();
  expect(changes).toEqual([true]);
  vi.advanceTimersByTime(249);
  block.onResize();
  vi.advanceTimersByTime(249);
  expect(changes).toEqual([true]);
  vi.advanceTimersByTime(1);
  expect(changes).toEqual([true, false]);
});

test('a second resize blocks again', () => {
  const changes: boolean[] = [];
  const block = createResizeBlock((blocked) => changes.push(blocked));
  block.onResize();
  vi.advanceTimersByTime(250);
  block.onResize();
  expect(changes).toEqual([true, false, true]);
});

test('stopping while blocked unblocks, and stopping otherwise says nothing', () => {
  const changes: boolean[] = [];
  const block = createResizeBlock((blocked) => changes.push(blocked));
  block.stop();
  block.onResize();
  block.stop();
  vi.runAllTimers();
  expect(changes).toEqual([true, false]);
});
