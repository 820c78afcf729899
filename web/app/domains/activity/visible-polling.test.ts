import { expect, test } from 'vitest';
import type { Timer } from '../../lib/clock.ts';
import { pollWhileVisible, type Visibility } from './visible-polling.ts';

/** A clock turned by hand: `pass` rings every alarm that falls due, in order, and lets promises settle. */
function handTimer() {
  let now = 0;
  let alarms: { readonly atMs: number; readonly run: () => void }[] = [];
  const timer: Timer = {
    nowMs: () => now,
    after: (delayMs, run) => {
      const alarm = { atMs: now + delayMs, run };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((other) => other !== alarm);
      };
    },
  };
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  const pass = async (durationMs: number) => {
    const end = now + durationMs;
    await settle();
    for (;;) {
      const next = alarms.filter(({ atMs }) => atMs <= end).sort((one, other) => one.atMs - other.atMs)[0];
      if (next === undefined) break;
      alarms = alarms.filter((other) => other !== next);
      now = next.atMs;
      next.run();
      await settle();
    }
    now = end;
  };
  return { timer, pass, pending: () => alarms.length };
}

function handVisibility(initially = true) {
  let visible = initially;
  const listeners = new Set<() => void>();
  const visibility: Visibility = {
    isVisible: () => visible,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const set = (next: boolean) => {
    visible = next;
    for (const listener of listeners) listener();
  };
  return { visibility, set, listeners };
}

function start(options: { readonly visible?: boolean; readonly run?: () => Promise<void> } = {}) {
  const clock = handTimer();
  const page = handVisibility(options.visible);
  const runs: number[] = [];
  const stop = pollWhileVisible({
    everyMs: 10_000,
    timer: clock.timer,
    visibility: page.visibility,
    run: async () => {
      runs.push(clock.timer.nowMs());
      await options.run?.();
    },
  });
  return { clock, page, runs, stop };
}

test('a visible page is polled at once and every 10 seconds', async () => {
  const { clock, runs } = start();
  await clock.pass(25_000);
  expect(runs).toEqual([0, 10_000, 20_000]);
});

test('a hidden page is not polled, and no alarm is left waiting', async () => {
  const { clock, page, runs } = start();
  await clock.pass(5_000);
  page.set(false);
  expect(clock.pending()).toBe(0);
  await clock.pass(60_000);
  expect(runs).toEqual([0]);
});

test('a page that becomes visible again is polled at once where a run was due, else when it is', async () => {
  const { clock, page, runs } = start();
  await clock.pass(1_000);
  page.set(false);
  await clock.pass(2_000);
  page.set(true);
  await clock.pass(7_000);
  expect(runs).toEqual([0, 10_000]);
  page.set(false);
  await clock.pass(30_000);
  page.set(true);
  await clock.pass(0);
  expect(runs).toEqual([0, 10_000, 40_000]);
});

test('a page that starts hidden waits until it is seen', async () => {
  const { clock, page, runs } = start({ visible: false });
  await clock.pass(30_000);
  expect(runs).toEqual([]);
  page.set(true);
  await clock.pass(0);
  expect(runs).toEqual([30_000]);
});

test('a slow run is not overtaken by the next', async () => {
  let finish = () => {};
  const { clock, page, runs } = start({
    run: () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  });
  await clock.pass(45_000);
  page.set(false);
  page.set(true);
  expect(runs).toEqual([0]);
  finish();
  await clock.pass(10_000);
  expect(runs).toEqual([0, 55_000]);
});

test('stopping leaves neither alarm nor listener', async () => {
  const { clock, page, runs, stop } = start();
  await clock.pass(1_000);
  stop();
  await clock.pass(60_000);
  page.set(true);
  expect(runs).toEqual([0]);
  expect(clock.pending()).toBe(0);
  expect(page.listeners.size).toBe(0);
});
