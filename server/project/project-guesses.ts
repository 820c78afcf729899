import type { Clock } from '@castellan/foundation/clock';
import { type AttemptRows, createBackOffOver, createGuessWindowOver } from '@castellan/platform/core/back-off';
import { z } from 'zod';
import type { Guesses } from '../functions/guesses.ts';
import { bytes, nothing, type ServerRows } from '../rows/server-rows.ts';

/**
 * Guesses of secrets counted at the project, for all servers in front of it and beyond a restart: a call for each guess, and none for one
 * that was refused within the last second. Where the project is away nobody may guess: a reservation rejects.
 */
export function countAtProject(rows: ServerRows, clock: Clock): Guesses {
  const attempts = attemptsOf(rows);
  return {
    backOff: (kind, rules = {}) => createBackOffOver(attempts, { clock, kind, ...rules }),
    window: (kind, rules) => createGuessWindowOver(attempts, { clock, kind }, rules),
  };
}

const waitMs = z.number().nonnegative();

function attemptsOf(rows: ServerRows): AttemptRows {
  const counted = (kind: string, keyHash: Buffer) => ({ kind, key_hash: bytes(keyHash) });
  return {
    reserve: (kind, keyHash, at, { freeAttempts: free, baseMs, maximumMs, forgetMs, capacity }) => {
      const rules = { free, base_ms: baseMs, maximum_ms: maximumMs, forget_ms: forgetMs, capacity };
      return rows.call('server_reserve_attempt', { ...counted(kind, keyHash), at: at.toISOString(), ...rules }, waitMs);
    },
    reserveWithin: (kind, keyHash, at, { limit: maximum, windowMs, capacity }) => {
      const rules = { maximum, window_ms: windowMs, capacity };
      return rows.call('server_reserve_attempt_within', { ...counted(kind, keyHash), at: at.toISOString(), ...rules }, waitMs);
    },
    giveBack: async (kind, keyHash, at) => {
      await rows.call('server_give_back_attempt', { ...counted(kind, keyHash), at: at.toISOString() }, nothing);
    },
    forget: async (kind, keyHash) => {
      await rows.call('server_forget_attempts', counted(kind, keyHash), nothing);
    },
  };
}
