import { useEffect, useState } from 'react';
import { browserTimer } from '../../lib/clock.ts';

/** The present time, renewed at each full `everyMs`. */
export function useNow(everyMs: number): Date {
  const [nowMs, setNowMs] = useState(browserTimer.nowMs);
  useEffect(() => {
    const plan = () =>
      browserTimer.after(everyMs - (browserTimer.nowMs() % everyMs), () => {
        setNowMs(browserTimer.nowMs());
        callOff = plan();
      });
    let callOff = plan();
    return () => callOff();
  }, [everyMs]);
  return new Date(nowMs);
}
