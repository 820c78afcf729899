import { useEffect, useState } from 'react';
import { browserTimer } from '../lib/clock.ts';

/** The present time, renewed at each full `everyMs`, for the one small component that shows it. */
export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(browserTimer.nowMs);
  useEffect(() => {
    const tick = () => {
      setNowMs(browserTimer.nowMs());
      callOff = plan();
    };
    // Towards the next full second or minute, so that a clock does not drift between two of them.
    const plan = () => browserTimer.after(everyMs - (browserTimer.nowMs() % everyMs), tick);
    let callOff = plan();
    return () => callOff();
  }, [everyMs]);
  return nowMs;
}
