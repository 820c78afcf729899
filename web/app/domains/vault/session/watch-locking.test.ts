import { expect, test } from 'vitest';
import { TestTimer } from '../testing/vault-world.ts';
import type { LockReason } from './lock-vault.ts';
import { type LockTimes, watchLocking } from './watch-locking.ts';

const minute = 60_000;

function watch(times: LockTimes = { idleMinutes: 5, hiddenMinutes: 2 }) {
  const timer = new TestTimer();
  /** How far somebody set the machine's clock back. */
  const set = { backMs: 0 };
  const setBack = (ms: number) => {
    set.backMs += ms;
    timer.setBack(ms);
  };
  const heard = { activity: () => {}, visibility: () => {}, leaving: () => {}, change: () => {} };
  const state = { isHidden: false, isOpen: false, locksAtMs: undefined as number | undefined };
  const locks: LockReason[] = [];
  const hear = (name: keyof typeof heard) => (listener: () => void) => {
    heard[name] = listener;
    return () => {
      heard[name] = () => {};
    };
  };
  const stop = watchLocking({
    timer,
    steadyMs: () => timer.now + set.backMs,
    page: {
      isHidden: () => state.isHidden,
      onActivity: hear('activity'),
      onVisibility: hear('visibility'),
      onLeaving: hear('leaving'),
    },
    times: () => times,
    isOpen: () => state.isOpen,
    onChange: hear('change'),
    lock: (reason) => {
      locks.push(reason);
      state.isOpen = false;
      heard.change();
    },
    tellLocksAt: (locksAtMs) => {
      state.locksAtMs = locksAtMs;
    },
  });
  const open = () => {
    state.isOpen = true;
    heard.change();
  };
  const hide = (isHidden: boolean) => {
    state.isHidden = isHidden;
    heard.visibility();
  };
  return { timer, setBack, heard, state, locks, stop, open, hide };
}

test('a clock that is set back gives nobody more time', () => {
  const { timer, setBack, hide, locks, open } = watch();
  open();
  timer.pass(4 * minute);
  setBack(60 * minute);
  timer.pass(minute - 1);
  expect(locks).toEqual([]);
  timer.pass(1);
  expect(locks).toEqual(['idle']);
  open();
  hide(true);
  setBack(60 * minute);
  timer.pass(2 * minute);
  expect(locks).toEqual(['idle', 'hidden']);
});

test('five minutes without use lock, and use puts that off', () => {
  const { timer, heard, locks, open, state } = watch();
  open();
  expect(state.locksAtMs).toBe(timer.now + 5 * minute);
  timer.pass(4 * minute);
  heard.activity();
  timer.pass(5 * minute - 1);
  expect(locks).toEqual([]);
  timer.pass(1);
  expect(locks).toEqual(['idle']);
});

test('out of sight for the time set locks, and a return before it does not', () => {
  const { timer, locks, open, hide } = watch();
  open();
  hide(true);
  timer.pass(2 * minute - 1);
  hide(false);
  timer.pass(1);
  expect(locks).toEqual([]);
  hide(true);
  timer.pass(2 * minute);
  expect(locks).toEqual(['hidden']);
});

test('a machine that slept over the time is locked before anything else is done on it', () => {
  const { timer, heard, locks, open } = watch();
  open();
  timer.now += 60 * minute;
  heard.activity();
  expect(locks).toEqual(['idle']);
});

test('a page that is left is locked, and a closed vault is not locked again', () => {
  const { timer, heard, locks, open } = watch();
  timer.pass(60 * minute);
  expect(locks).toEqual([]);
  open();
  heard.leaving();
  expect(locks).toEqual(['leaving']);
  timer.pass(60 * minute);
  expect(locks).toEqual(['leaving']);
});

test('what moves in a page that nobody sees is no use of it', () => {
  const { timer, heard, locks, open, hide } = watch({ idleMinutes: 2, hiddenMinutes: 60 });
  open();
  hide(true);
  timer.pass(minute);
  heard.activity();
  timer.pass(minute);
  expect(locks).toEqual(['idle']);
});

test('what is stopped locks nothing any more', () => {
  const { timer, locks, open, stop } = watch();
  open();
  stop();
  timer.pass(60 * minute);
  expect(locks).toEqual([]);
});
