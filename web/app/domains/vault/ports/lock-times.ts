import { defineStoredValue } from '../../../lib/stored-values.ts';
import type { LockTimes } from '../session/watch-locking.ts';

/** What the owner may choose from, in minutes. */
export const lockMinutes = [1, 2, 5, 10, 15, 30, 60] as const;

/** Five minutes without use, five minutes out of sight. */
export const usualLockTimes: LockTimes = { idleMinutes: 5, hiddenMinutes: 5 };

const isChoice = (minutes: number) => lockMinutes.some((choice) => choice === minutes);

/** After how long the vault locks by itself on this device, as the owner set it. */
export const storedLockTimes = defineStoredValue<LockTimes>({
  key: 'vault_lock_times',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => {
    const [idleMinutes = 0, hiddenMinutes = 0] = text.split(' ').map(Number);
    return isChoice(idleMinutes) && isChoice(hiddenMinutes) ? { idleMinutes, hiddenMinutes } : undefined;
  },
  format: ({ idleMinutes, hiddenMinutes }) => `${idleMinutes} ${hiddenMinutes}`,
});
