/** What is known of the session at the server: `unknown` where the backend could not be asked. */
export type SessionLife = 'live' | 'none' | 'unknown';

/** What a guarded page does: show itself, show 'Access Denied', or say that it cannot find out. */
export type GuardDecision = 'enter' | 'deny' | 'cannot-tell';

/**
 * Lets in the one who has both the flag and a live session (spec §5). An outage is no reason to send the owner away,
 * and none to show pages either. Courtesy only: the database's policies are the wall.
 */
export function decideGuard(flag: true | undefined, session: SessionLife): GuardDecision {
  if (flag !== true) return 'deny';
  if (session === 'unknown') return 'cannot-tell';
  return session === 'live' ? 'enter' : 'deny';
}
