import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { OpenSharedWindow } from '@castellan/platform/core/shared-windows';
import type { Guesses } from '../functions/guesses.ts';
import { createMemoryBackOff } from './memory-back-off.ts';

/** Limits in this process's memory, where there is no database of ours: several servers count each by itself, and a restart forgets. */
export function countInMemory(clock: Clock): { readonly guesses: Guesses; readonly sharedWindow: OpenSharedWindow } {
  return {
    guesses: {
      backOff: (_kind, rules) => createMemoryBackOff(clock, rules),
      window: (_kind, rules) => {
        const window = createAttemptWindow(clock, rules);
        return { reserve: async (key) => window.reserve(key), giveBack: async (key) => window.giveBack(key) };
      },
    },
    sharedWindow: (rules) => {
      const { look, reserve } = createAttemptWindow(clock, rules);
      return { look, reserve: async (key) => reserve(key) };
    },
  };
}
