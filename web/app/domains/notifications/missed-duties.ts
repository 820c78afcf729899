import type { Result } from '@castellan/foundation/result';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import type { Day } from '../tasks/day.ts';

/**
 * Has the database ring the bell, once a day, for what the days before missed. `ask` makes the notification and answers how many
 * duties it names; the database tells of each only once, whoever asks. The returned function is called at each look at the bell, and
 * answers whether it rang just now.
 */
export function createMissedDutyTeller(ask: (today: Day) => Promise<Result<number, BackendFailure>>): (today: Day) => Promise<boolean> {
  let askedOn: Day | undefined;
  return async (today) => {
    if (askedOn === today) return false;
    askedOn = today;
    const asked = await ask(today);
    // Where nobody heard the question the next look asks again; what was refused would be refused again.
    if (!asked.ok && asked.failure.code !== 'refused' && askedOn === today) askedOn = undefined;
    return asked.ok && asked.value > 0;
  };
}
