import type { Timer } from '../../../lib/clock.ts';
import type { LockReason } from './lock-vault.ts';

/** After how long the vault locks by itself, in minutes. */
export type LockTimes = { readonly idleMinutes: number; readonly hiddenMinutes: number };

/** What the page tells of its owner and of itself; each returns the way to stop. */
export type PageEvents = {
  readonly isHidden: () => boolean;
  /** The owner did something here. */
  readonly onActivity: (listener: () => void) => () => void;
  readonly onVisibility: (listener: () => void) => () => void;
  /** The page is left, for good or into the browser's cache of pages. */
  readonly onLeaving: (listener: () => void) => () => void;
};

type Watched = {
  readonly timer: Timer;
  /** Milliseconds on a clock that nobody sets. It may stand still while the machine sleeps. */
  readonly steadyMs: () => number;
  readonly page: PageEvents;
  readonly times: () => LockTimes;
  readonly isOpen: () => boolean;
  /** The vault was opened or closed. */
  readonly onChange: (listener: () => void) => () => void;
  readonly lock: (reason: LockReason) => void;
  readonly tellLocksAt: (locksAtMs: number | undefined) => void;
};

/** Told no more often than this, because every telling redraws. */
const tellEveryMs = 1000;

/**
 * Locks an open vault that nobody uses: idle or hidden for longer than the owner set, or on a page that is left. A machine that
 * slept runs no alarm, so the time is looked at again on every return and before what was done counts as use. Whichever of two
 * clocks has gone further counts: one can be set back, the other may stand still in a sleeping machine.
 */
export function watchLocking({ timer, steadyMs, page, times, isOpen, onChange, lock, tellLocksAt }: Watched): () => void {
  const mark = () => ({ atMs: timer.nowMs(), steadyMs: steadyMs() });
  const sinceMs = (moment: ReturnType<typeof mark>) => Math.max(timer.nowMs() - moment.atMs, steadyMs() - moment.steadyMs);
  let used = mark();
  let hidden: ReturnType<typeof mark> | undefined;
  let wasOpen = false;
  let toldMs = 0;
  let callOff = () => {};

  const due = (): { readonly leftMs: number; readonly reason: LockReason } => {
    const { idleMinutes, hiddenMinutes } = times();
    const idleLeftMs = idleMinutes * 60_000 - sinceMs(used);
    const hiddenLeftMs = hidden === undefined ? Number.POSITIVE_INFINITY : hiddenMinutes * 60_000 - sinceMs(hidden);
    return hiddenLeftMs < idleLeftMs ? { leftMs: hiddenLeftMs, reason: 'hidden' } : { leftMs: idleLeftMs, reason: 'idle' };
  };
  const look = () => {
    callOff();
    if (!isOpen()) return;
    const { leftMs, reason } = due();
    const atMs = timer.nowMs() + leftMs;
    if (leftMs <= 0) return lock(reason);
    callOff = timer.after(leftMs, look);
    if (Math.abs(atMs - toldMs) >= tellEveryMs) {
      toldMs = atMs;
      tellLocksAt(atMs);
    }
  };
  const use = () => {
    look();
    if (!isOpen() || page.isHidden()) return;
    used = mark();
    look();
  };
  const stops = [
    page.onActivity(use),
    page.onVisibility(() => {
      look();
      hidden = page.isHidden() ? mark() : undefined;
      look();
    }),
    page.onLeaving(() => lock('leaving')),
    onChange(() => {
      const open = isOpen();
      if (open === wasOpen) return;
      wasOpen = open;
      toldMs = 0;
      used = mark();
      hidden = page.isHidden() ? used : undefined;
      look();
    }),
  ];
  return () => {
    callOff();
    for (const stop of stops) stop();
  };
}

/** The browser's own events. */
export const browserPageEvents: PageEvents = {
  isHidden: () => document.hidden,
  onActivity: (listener) => {
    const names = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];
    for (const name of names) addEventListener(name, listener, { passive: true, capture: true });
    return () => {
      for (const name of names) removeEventListener(name, listener, { capture: true });
    };
  },
  onVisibility: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
  onLeaving: (listener) => {
    addEventListener('pagehide', listener);
    return () => removeEventListener('pagehide', listener);
  },
};
