import { useEffect, useState } from 'react';
import { browserTimer, type Timer } from '../../lib/clock.ts';
import { type Birthday, birthdayPhase } from './birthday-phase.ts';

/** The longest that a timer sleeps: a browser's alarms are not made for weeks, and the visitor's clock may be set. */
const longestSleepMs = 60_000;

/**
 * The time in milliseconds as the countdown shows it: updated each second while it counts and the page is seen, and when
 * a phase ends. While `ticking` is false it moves on with the phases only.
 */
export function useBirthdayClock({ month, day, timeZone }: Birthday, ticking: boolean, timer: Timer = browserTimer): number {
  const [nowMs, setNowMs] = useState(timer.nowMs);
  useEffect(() => {
    const birthday = { month, day, timeZone };
    let callOff = () => {};
    const sleep = () => {
      const atMs = timer.nowMs();
      const { kind, untilMs } = birthdayPhase(atMs, birthday);
      const toNextSecond = 1000 - (atMs % 1000);
      const pauseMs = Math.min(untilMs - atMs, ticking && kind === 'countdown' ? toNextSecond : longestSleepMs);
      callOff = timer.after(pauseMs, () => {
        if (ticking || timer.nowMs() >= untilMs) setNowMs(timer.nowMs());
        sleep();
      });
    };
    const onVisibility = () => {
      callOff();
      if (document.visibilityState === 'hidden') return;
      if (ticking) setNowMs(timer.nowMs());
      sleep();
    };
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      callOff();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [month, day, timeZone, ticking, timer]);
  return nowMs;
}
