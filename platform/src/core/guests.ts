import type { Caller } from './caller.ts';
import type { PlatformContext } from './platform-context.ts';

/** How long it is remembered whose installation this is. */
const rememberedMs = 10_000;

/**
 * Tells whether an account is somebody else's than the owner's, by an answer of the last ten seconds. While there is no owner, or
 * where nobody says who it is, no account is.
 */
export function createGuestCheck({ findOwner, clock }: Pick<PlatformContext, 'findOwner' | 'clock'>): (userId: string) => Promise<boolean> {
  let known: { readonly id: string; readonly atMs: number } | undefined;
  return async (userId) => {
    const nowMs = clock.nowMs();
    // A clock that was set back knows nothing of when that was.
    if (known === undefined || nowMs < known.atMs || nowMs - known.atMs >= rememberedMs) {
      const id = await findOwner?.();
      known = id === undefined ? undefined : { id, atMs: nowMs };
    }
    return known !== undefined && known.id !== userId;
  };
}

/**
 * Whether a caller has the small share of the machine that strangers have: nobody signed in, or somebody who is not the owner. What
 * either may see or do is for the database to say.
 */
export function isStranger({ role, isGuest }: Caller): boolean {
  return role === 'anon' || isGuest === true;
}
