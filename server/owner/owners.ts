import type { Result } from '@castellan/foundation/result';
import type { BackOff } from '@castellan/platform/core/back-off';
import type pg from 'pg';
import type { Guesses } from '../functions/guesses.ts';
import type { ServerRows } from '../rows/server-rows.ts';
import { createOwner, type OwnerFailure, type WantedOwner } from './create-owner.ts';
import { findOwner } from './setup-secret.ts';

/** Why nobody became the owner; a hosted project may be away, and may have accounts before it has an owner. */
export type SetupFailure = OwnerFailure | { readonly code: 'email_exists' } | { readonly code: 'project_away' };

/** The installation's one owner, as the setup meets it: embedded, or at a hosted project. */
export type Owners = {
  readonly isThere: () => Promise<boolean>;
  /** Makes the holder of the setup link the owner. Of two at once one wins, and nothing is left of the other. */
  readonly create: (wanted: WantedOwner & { readonly secret: string }) => Promise<Result<unknown, SetupFailure>>;
  /** Where guesses of the setup secret are counted, by address block. */
  readonly guesses: BackOff;
};

/** The owner in our own database. `pool` is connected as `postgres`. */
export function openOwners(given: {
  readonly pool: pg.Pool;
  readonly rows: ServerRows;
  readonly guesses: Guesses;
  readonly passwordCost: number;
}): Owners {
  const { pool, rows, guesses, passwordCost } = given;
  return {
    isThere: async () => (await findOwner(rows)) !== undefined,
    create: (wanted) => createOwner(pool, wanted, passwordCost),
    guesses: guesses.backOff('setup'),
  };
}
