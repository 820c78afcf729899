/** What one write to the log was, and when. */
export type LogWrite = {
  readonly type: string;
  readonly description: string;
  readonly success: boolean;
  readonly session: string;
  readonly atMs: number;
};

/** The same type, description and session within this long are written once (spec §7). */
export const activityRepeatWindowMs = 15_000;

/** The same type, outcome and session of an authentication within this long are written once (spec §7). */
export const authRepeatWindowMs = 60_000;

/** Whether a write repeats an activity already written in its window. */
export function repeatsActivity(recent: readonly LogWrite[], write: LogWrite): boolean {
  return recent.some(
    (earlier) => isWithin(earlier, write, activityRepeatWindowMs) && isSame(earlier, write) && earlier.description === write.description,
  );
}

/** Whether a write repeats an authentication already written in its window. */
export function repeatsAuth(recent: readonly LogWrite[], write: LogWrite): boolean {
  return recent.some(
    (earlier) => isWithin(earlier, write, authRepeatWindowMs) && isSame(earlier, write) && earlier.success === write.success,
  );
}

/** The writes that a later one may still repeat. */
export function stillRecent(recent: readonly LogWrite[], nowMs: number): readonly LogWrite[] {
  return recent.filter(({ atMs }) => nowMs - atMs < authRepeatWindowMs && atMs <= nowMs);
}

function isSame(earlier: LogWrite, write: LogWrite): boolean {
  return earlier.type === write.type && earlier.session === write.session;
}

// A clock that was set back must not silence the log until it has caught up.
function isWithin(earlier: LogWrite, write: LogWrite, windowMs: number): boolean {
  const ageMs = write.atMs - earlier.atMs;
  return ageMs >= 0 && ageMs < windowMs;
}
