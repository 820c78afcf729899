import type { Result } from '@castellan/foundation/result';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { type Day, dayOf } from '../tasks/day.ts';

/** What a clock on the owner's wall shows: `HH:MM`. */
export type WallClock = string;

/**
 * Has the database ring the bell for habits whose time of day has come. `ask` makes the notification and answers how many habits it
 * names; the database tells of each once a day, whoever asks. The returned function is called at each look at the bell, asks at most
 * once a minute, and answers whether it rang just now.
 */
export function createReminderTeller(
  ask: (today: Day, clock: WallClock) => Promise<Result<number, BackendFailure>>,
): (nowMs: number) => Promise<boolean> {
  let askedAt: string | undefined;
  return async (nowMs) => {
    const now = new Date(nowMs);
    const today = dayOf(now);
    const clock = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`;
    if (askedAt === `${today} ${clock}`) return false;
    askedAt = `${today} ${clock}`;
    const asked = await ask(today, clock);
    return asked.ok && asked.value > 0;
  };
}
