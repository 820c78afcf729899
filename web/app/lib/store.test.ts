import { expect, test, vi } from 'vitest';
import { createSignal, createStore } from './store.ts';

test('a listener hears each change after the value is there, until it stops', () => {
  const store = createStore('first');
  const heard: string[] = [];
  const stop = store.subscribe(() => heard.push(store.get()));
  store.set('second');
  store.set('third');
  stop();
  store.set('fourth');
  expect(heard).toEqual(['second', 'third']);
  expect(store.get()).toBe('fourth');
});

test('what keeps a store up to date runs from the first listener to the end of the last, and again for the next', () => {
  const end = vi.fn();
  const start = vi.fn(() => end);
  const store = createStore(0, start);
  const [one, other] = [store.subscribe(() => undefined), store.subscribe(() => undefined)];
  one();
  expect([start.mock.calls.length, end.mock.calls.length]).toEqual([1, 0]);
  other();
  expect([start.mock.calls.length, end.mock.calls.length]).toEqual([1, 1]);
  store.subscribe(() => undefined);
  // Stopping twice ends nothing that a later listener began.
  other();
  expect([start.mock.calls.length, end.mock.calls.length]).toEqual([2, 1]);
});

test('a signal knows whether anybody listens', () => {
  const signal = createSignal();
  const heard = vi.fn();
  expect(signal.isWatched()).toBe(false);
  const stop = signal.subscribe(heard);
  signal.tell();
  expect([signal.isWatched(), heard.mock.calls.length]).toEqual([true, 1]);
  stop();
  signal.tell();
  expect([signal.isWatched(), heard.mock.calls.length]).toEqual([false, 1]);
});
