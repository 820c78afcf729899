import type { Timer } from '../../lib/clock.ts';

/** What tells whether anyone can see the page. */
export type Visibility = {
  readonly isVisible: () => boolean;
  /** Calls the listener at each change; returns the way to stop. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** Milliseconds between two looks at the log (spec §9). */
export const pollEveryMs = 10_000;

/**
 * Runs at once and then `everyMs` after each run has ended, only while the page is visible; a page that becomes visible
 * again runs at once if a run was due meanwhile. Runs never overlap. Returns the way to stop.
 */
export function pollWhileVisible(options: {
  readonly everyMs: number;
  readonly timer: Timer;
  readonly visibility: Visibility;
  readonly run: () => Promise<void>;
}): () => void {
  const { everyMs, timer, visibility, run } = options;
  let stopped = false;
  let running = false;
  let dueAtMs = timer.nowMs();
  let callOff = () => {};

  const plan = () => {
    callOff();
    callOff = () => {};
    if (stopped || running || !visibility.isVisible()) return;
    const waitMs = dueAtMs - timer.nowMs();
    if (waitMs > 0) callOff = timer.after(waitMs, plan);
    else void runOnce();
  };
  const runOnce = async () => {
    running = true;
    try {
      await run();
    } finally {
      running = false;
      dueAtMs = timer.nowMs() + everyMs;
      plan();
    }
  };

  const leave = visibility.subscribe(plan);
  plan();
  return () => {
    stopped = true;
    callOff();
    leave();
  };
}

/** The visibility of the present document. */
export const documentVisibility: Visibility = {
  isVisible: () => document.visibilityState === 'visible',
  subscribe: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};
