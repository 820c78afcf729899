import { useEffect, useState } from 'react';
import { browserTimer } from '../../lib/clock.ts';
import { dayOf } from './new-seed.ts';

/** The day by the world's clock (UTC). Not known while the page is drawn by the server: it may be read on the next day. */
export function useToday(): string | undefined {
  const [today, setToday] = useState<string>();
  useEffect(() => setToday(dayOf(browserTimer.nowMs())), []);
  return today;
}
