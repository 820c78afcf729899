import { useEffect, useState } from 'react';
import { dayOf } from '../../../web/app/domains/games/new-seed.ts';
import { browserTimer } from '../../../web/app/lib/clock.ts';

/** The day by the world's clock (UTC). Not known while the page is drawn by the server: it may be read on the next day. */
export function useToday(): string | undefined {
  const [today, setToday] = useState<string>();
  useEffect(() => setToday(dayOf(browserTimer.nowMs())), []);
  return today;
}
