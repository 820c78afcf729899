import { useEffect, useState, useSyncExternalStore } from 'react';
import { wantsStillness, watchStillness } from '../../../web/app/domains/motion/stillness.ts';
import { browserTimer } from '../../../web/app/lib/clock.ts';
import { documentVisibility, startTicker } from './ticker.ts';

/** The present time: updated each second while the page is seen, or each minute for whoever wants nothing to move by itself. */
export function useTickingNow(): { readonly now: Date; readonly isStill: boolean } {
  const isStill = useSyncExternalStore(watchStillness, wantsStillness);
  const [nowMs, setNowMs] = useState(browserTimer.nowMs);
  useEffect(() => startTicker(isStill ? 60_000 : 1000, browserTimer, documentVisibility, () => setNowMs(browserTimer.nowMs())), [isStill]);
  return { now: new Date(nowMs), isStill };
}
