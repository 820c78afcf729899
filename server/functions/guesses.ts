import type { Clock } from '@castellan/foundation/clock';
import {
  type BackOff,
  type BackOffRules,
  createBackOff,
  createGuessWindow,
  type GuessRules,
  type GuessWindow,
} from '@castellan/platform/core/back-off';
import type { Queryable } from '@castellan/platform/core/database';

/** Where guesses of secrets are counted. Keys of different kinds do not touch each other. */
export type Guesses = {
  readonly backOff: (kind: string, rules?: Partial<BackOffRules>) => BackOff;
  readonly window: (kind: string, rules: GuessRules) => GuessWindow;
};

/** In the database, for all servers on it. `queryable` is connected as `supabase_auth_admin`. */
export function countInDatabase(queryable: Queryable, clock: Clock): Guesses {
  return {
    backOff: (kind, rules = {}) => createBackOff({ queryable, clock, kind, ...rules }),
    window: (kind, rules) => createGuessWindow({ queryable, clock, kind }, rules),
  };
}
