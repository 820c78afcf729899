/** What is known of the session at the server: `unknown` where the backend could not be asked. */
export type SessionLife = 'live' | 'none' | 'unknown';

/** What a guarded page does: show itself, show 'Access Denied', or say that it cannot find out. */
export type GuardDecision = 'enter' | 'deny' | 'cannot-tell';

/**
 * Lets in the one who has both the flag and a live session (spec §5). An outage is no reason to send the owner away, and none to
 * show pages either, but for a page that shows what this browser keeps (`keepsRecords`), where somebody was let in since it was loaded
 * (`admitted`), and as long as the session that is stored in it may still be live (`mayBeLive`). A page that starts without the server
 * therefore draws nothing that this device keeps, sealed or not. Courtesy only: the database's policies are the wall.
 */
export function decideGuard(
  flag: true | undefined,
  session: SessionLife,
  kept: { readonly keepsRecords: boolean; readonly mayBeLive: boolean; readonly admitted: boolean } = nothingKept,
): GuardDecision {
  if (flag !== true) return 'deny';
  if (session === 'unknown') return kept.keepsRecords && kept.mayBeLive && kept.admitted ? 'enter' : 'cannot-tell';
  return session === 'live' ? 'enter' : 'deny';
}

const nothingKept = { keepsRecords: false, mayBeLive: false, admitted: false };

/** A session that was not renewed for so long is over at the server (its inactivity limit), whether or not it can be asked. */
const inactivityMs = 12 * 60 * 60 * 1000;

/** Whether a stored session, by when its access token runs out, can still be one that the server knows. */
export function mayBeLive(tokenEndsAtMs: number | undefined, nowMs: number): boolean {
  return tokenEndsAtMs !== undefined && nowMs < tokenEndsAtMs + inactivityMs;
}
