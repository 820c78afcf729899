import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToastStore } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a toast closes itself after 5 s, and its record is dropped 1,000,000 ms later', () => {
  const store = createToastStore();
  store.show({ title: 'Email copied!' });
  vi.advanceTimersByTime(4_999);
  expect(store.current()?.open).toBe(true);
  vi.advanceTimersByTime(1);
  expect(store.current()).toMatchObject({ open: false, title: 'Email copied!' });
  vi.advanceTimersByTime(999_999);
  expect(store.current()).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(store.current()).toBeUndefined();
});

test('there is at most one toast: the newer takes the place of the older, with its own 5 s', () => {
  const store = createToastStore();
  store.show({ title: 'first' });
  vi.advanceTimersByTime(4_000);
  store.show({ title: 'second' });
  vi.advanceTimersByTime(4_999);
  expect(store.current()).toMatchObject({ title: 'second', open: true });
  vi.advanceTimersByTime(1);
  expect(store.current()?.open).toBe(false);
});

test('a new toast after a closed one is not dropped with the record of the closed one', () => {
  const store = createToastStore();
  store.show({ title: 'first' });
  store.close();
  vi.advanceTimersByTime(999_000);
  store.show({ title: 'second' });
  vi.advanceTimersByTime(2_000);
  expect(store.current()).toMatchObject({ title: 'second', open: true });
});

test('a toast that is held does not close, and has 5 s again once released', () => {
  const store = createToastStore();
  store.show({ title: 'held' });
  vi.advanceTimersByTime(4_000);
  store.hold();
  vi.advanceTimersByTime(60_000);
  store.release();
  vi.advanceTimersByTime(4_999);
  expect(store.current()?.open).toBe(true);
  vi.advanceTimersByTime(1);
  expect(store.current()?.open).toBe(false);
});

test('holding or releasing a closed toast does not keep its record', () => {
  const store = createToastStore();
  store.show({ title: 'closed' });
  store.close();
  store.hold();
  store.release();
  vi.advanceTimersByTime(1_000_000);
  expect(store.current()).toBeUndefined();
});

test('a listener hears of every change until it stops listening', () => {
  const store = createToastStore();
  const heard = vi.fn();
  const stop = store.subscribe(heard);
  store.show({ title: 'one' });
  store.close();
  store.close();
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  store.show({ title: 'two' });
  expect(heard).toHaveBeenCalledTimes(2);
});

test('a toast with an action stays open for 10 s, does it once, closes, and lets go of it', () => {
  const store = createToastStore();
  const onPress = vi.fn();
  store.show({ title: 'Note deleted', action: { label: 'Undo', onPress } });
  vi.advanceTimersByTime(9_999);
  expect(store.current()?.open).toBe(true);
  store.act();
  expect(store.current()).toMatchObject({ open: false, action: undefined });
  store.act();
  expect(onPress).toHaveBeenCalledTimes(1);
  store.show({ title: 'Note deleted', action: { label: 'Undo', onPress } });
  vi.advanceTimersByTime(10_000);
  store.act();
  expect(onPress).toHaveBeenCalledTimes(1);
});
